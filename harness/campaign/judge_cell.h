#pragma once

#include <map>
#include <string>

#include "harness/campaign/confirm.h"

namespace tilefuzz::campaign {

struct JudgedCell {
  harness::CellResult cell;
  Verdict verdict;
};

// Runs one cell of a user's program and judges it to the end: bare re-runs, a trap that makes the program
// invalid, disturbances that the user asked for. Each signature of a compiler is confirmed once.
class CellJudge {
 public:
  // `trap`: what the interpreter said of the program; empty if it ran cleanly.
  CellJudge(harness::Workbench& bench, const ir::Program& program, std::string trap)
      : bench_(bench), program_(program), trap_(std::move(trap)) {}

  JudgedCell run(const harness::Compiler& compiler, const Configuration& configuration,
                 const harness::CellLimits& limits);

 private:
  Verdict judge_disturbed(const harness::Compiler& compiler, const Configuration& configuration,
                          const harness::CellLimits& limits, harness::CellResult& cell);

  harness::Workbench& bench_;
  const ir::Program& program_;
  std::string trap_;
  std::map<std::string, Verdict> confirmed_;  // by compiler and signature
};

}  // namespace tilefuzz::campaign
