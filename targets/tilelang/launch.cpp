#include "targets/tilelang/launch.h"

#include "targets/tilelang/options.h"

namespace tilefuzz::targets::tilelang {
namespace {

std::string path(const Installation& installation, const std::string& name) {
  const auto found = installation.paths.find(name);
  return found == installation.paths.end() ? "" : found->second;
}

}  // namespace

LaunchPlan launch_plan(const Installation& installation, const Configuration& configuration) {
  const std::string server = path(installation, "server");
  LaunchPlan plan;
  plan.kind = LauncherKind::server;
  // -s: no packages of the user's own.
  plan.argv = {path(installation, "python"), "-s", server + "/server.py"};
  plan.environment = {
      {"PATH", "/usr/local/bin:/usr/bin:/bin"},
      {"HOME", "{scratch}"},
      {"TMPDIR", "{scratch}"},
      {"LC_ALL", "C.UTF-8"},
      {"PYTHONPATH", server + "/torch_stand_in"},
      {"PYTHONHASHSEED", "0"},
      {"PYTHONWARNINGS", "ignore"},
      {"PYTHONDONTWRITEBYTECODE", "1"},
      {"TILELANG_CACHE_DIR", "{scratch}/tilelang-cache"},
      {"TILELANG_PRINT_ON_COMPILATION", "0"},
      // One thread, so that the server may fork; no GPU, so that no result depends on one.
      {"OMP_NUM_THREADS", "1"},
      {"OPENBLAS_NUM_THREADS", "1"},
      {"CUDA_VISIBLE_DEVICES", ""},
  };
  plan.artifact = "kernel.cu";
  plan.request = {{"arch", "\"" + configuration.arch + "\""}, {"pass_configs", pass_configs(configuration)}};
  return plan;
}

}  // namespace tilefuzz::targets::tilelang
