#pragma once

#include <string>

#include "core/verdict.h"
#include "harness/workbench.h"
#include "targets/expectation.h"

namespace tilefuzz::campaign {

// How often a finding is run again, bare, before a compiler is accused (design section 5).
inline constexpr int kBareRuns = 3;
// More runs that tell a flaky fault from one that the harness made.
inline constexpr int kFlakyRuns = 7;

struct Confirmation {
  Verdict verdict;  // of the first look, with its confidence raised, or a tool fault
  int shown = 0;    // bare runs that showed it
  int runs = 0;
  Outcome bare;  // the last bare run that differed, else the last
};

// Runs the cell again, alone and bare, and raises the confidence of `verdict`:
//   all runs alike  -> reproduced; also confirmed when the emitted file decodes to the program, the trap
//                      interpreter runs it cleanly and the control compiles
//   some            -> flaky
//   none            -> tool fault: instrumentation or limits made it
// A timeout is run once with the target's confirmation limit; ending in time makes it no finding.
Confirmation confirm(harness::Workbench& bench, const harness::Compiler& compiler, const ir::Program& program,
                     const Configuration& configuration, const harness::CellResult& first, Verdict verdict);

// Whether two outcomes of one cell tell the same story. Frames are not compared: a bare run has none.
bool alike(const Outcome& a, const Outcome& b);

// Whether the target's control compiles on this installation; the outcome's message if not.
Result<void, std::string> check_health(harness::Workbench& bench, const harness::Compiler& compiler,
                                       const std::string& arch, int level);

}  // namespace tilefuzz::campaign
