#include "targets/tileiras/acceptance/installed.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "targets/tileiras/tileiras.h"

namespace tilefuzz::targets::tileiras {

namespace fs = std::filesystem;

std::optional<Installation> installed(const std::string& version) {
  const char* set = std::getenv("TILEFUZZ_COMPILERS");
  const fs::path root = set != nullptr ? fs::path(set) : fs::path(TILEFUZZ_SOURCE_DIR) / "build/compilers";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / ("tileiras-" + version) / "lib", error)) {
    const fs::path toolkit = entry.path() / "site-packages/nvidia/cu13";
    if (!fs::exists(toolkit / "bin/tileiras", error)) continue;
    Installation found;
    found.target = "tileiras";
    found.version = version;
    found.paths = {{"root", toolkit.string()},
                   {"compiler", (toolkit / "bin/tileiras").string()},
                   {"ptxas", (toolkit / "bin/ptxas").string()}};
    return found;
  }
  return std::nullopt;
}

RunResult compile(const Installation& installation, const Configuration& configuration,
                  const Emitted& emitted, int timeout_seconds) {
  std::string pattern = (fs::temp_directory_path() / "tilefuzz-acceptance-XXXXXX").string();
  RunResult result;
  if (mkdtemp(pattern.data()) == nullptr) return {-1, "no scratch folder"};
  const fs::path scratch = pattern;
  for (const EmittedFile& file : emitted.files)
    std::ofstream(scratch / file.name, std::ios::binary) << file.bytes;
  const LaunchPlan plan = tileiras_target().plan(installation, configuration, emitted);
  std::string command = "cd " + scratch.string() + " && exec env -i";
  const auto word = [&](std::string text) {
    if (const auto at = text.find("{scratch}"); at != std::string::npos)
      text.replace(at, 9, scratch.string());
    command += " '" + text + "'";
  };
  for (const auto& [name, value] : plan.environment) word(name + "=" + value);
  command += " timeout -k 1 " + std::to_string(timeout_seconds);
  for (const std::string& argument : plan.argv) word(argument);
  command += " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot start a shell"};
  std::array<char, 4096> buffer;
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    result.err.append(buffer.data(), got);
  }
  const int status = pclose(pipe);
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  std::error_code error;
  fs::remove_all(scratch, error);
  return result;
}

}  // namespace tilefuzz::targets::tileiras
