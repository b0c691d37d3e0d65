#include "targets/tileiras/launch.h"

#include "targets/tileiras/options.h"

namespace tilefuzz::targets::tileiras {

PrivateFolder private_folder(const Installation& installation) {
  using Kind = PrivateFolder::Entry::Kind;
  const std::string root = installation.paths.at("root");
  PrivateFolder folder;
  folder.entries = {
      {Kind::hard_link, "bin/tileiras", installation.paths.at("compiler")},
      {Kind::support_file, "bin/ptxas", "tilefuzz-ptxas-shim"},
      {Kind::symbolic_link, "bin/ptxas.real", installation.paths.at("ptxas")},
      {Kind::symbolic_link, "nvvm", root + "/nvvm"},
      {Kind::symbolic_link, "lib", root + "/lib"},
  };
  folder.paths = {{"root", "."}, {"compiler", "bin/tileiras"}, {"ptxas", "bin/ptxas"}};
  return folder;
}

LaunchPlan plan(const Installation& installation, const Configuration& configuration) {
  LaunchPlan plan;
  plan.kind = LauncherKind::process;
  plan.argv = {installation.paths.at("compiler"),
               "{scratch}/" + std::string(kProgramFile),
               "-o",
               "{scratch}/" + std::string(kArtifact),
               "--gpu-name",
               configuration.arch,
               "-O" + std::to_string(configuration.level)};
  if (option(configuration, kLineInfo) == "on") plan.argv.push_back("--lineinfo");
  plan.environment = {
      {"PATH", "/usr/bin:/bin"}, {"TMPDIR", "{scratch}"}, {"TILEFUZZ_SHIM_FOLDER", "{scratch}"}};
  plan.artifact = kArtifact;
  plan.reports = {std::string(kAssemblerReport), std::string(kAssemblerInput)};
  return plan;
}

}  // namespace tilefuzz::targets::tileiras
