#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/result.h"
#include "harness/cell.h"
#include "harness/server.h"
#include "ir/program.h"

namespace tilefuzz::harness {

// Runs cells, one at a time; each worker thread has its own. Keeps the servers of `server` targets warm.
class Workbench {
 public:
  // Scratch folders are made below `scratch_base`.
  explicit Workbench(std::filesystem::path scratch_base);
  ~Workbench();

  enum class Dress {
    instrumented,  // private folder, crash handler, warm server
    bare,          // the installation itself, nothing preloaded, a cold server: what an accusation rests on
  };

  CellResult run(const Compiler& compiler, const ir::Program& program, const Configuration& configuration,
                 const CellLimits& limits, Dress dress = Dress::instrumented);

  double compiler_cpu_seconds() const { return compiler_cpu_seconds_; }

 private:
  Evidence run_process(const targets::LaunchPlan& plan, const std::filesystem::path& scratch,
                       const CellLimits& limits, Dress dress);
  Evidence run_on_server(const targets::LaunchPlan& plan, const targets::Installation& installation,
                         const targets::Emitted& emitted, const std::filesystem::path& scratch,
                         const CellLimits& limits, Dress dress);
  Result<Server*, std::string> server_for(const targets::LaunchPlan& plan,
                                          const targets::Installation& installation, Dress dress,
                                          std::unique_ptr<Server>& cold);

  std::filesystem::path scratch_base_;
  std::map<std::string, std::unique_ptr<Server>> servers_;
  double compiler_cpu_seconds_ = 0;
};

// Makes the private folder below `private_base` and pairs target and installation. The error is a
// sentence for the user.
Result<Compiler, std::string> open_compiler(const targets::Target& target,
                                            const targets::Installation& installation,
                                            const std::filesystem::path& private_base);

}  // namespace tilefuzz::harness
