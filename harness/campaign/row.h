#pragma once

#include <string>
#include <vector>

#include "harness/workbench.h"

namespace tilefuzz::campaign {

// Equal frames are not one bug (design section 6): a bucket is known by its frames and by what the same
// program does over a few fixed cells around the one where it was seen.
struct RowCell {
  std::string label;  // "O0", "sm_90"
  Configuration configuration;
};

// Levels 0, 1 and 3 that the target has, and one second architecture at level 1 (or its only level).
std::vector<RowCell> fixed_row(const targets::Target& target, const Configuration& seen);

struct Row {
  std::vector<std::pair<std::string, std::string>> entries;  // label, what it did
  std::string text() const;                                  // "O0=ok O1=crash O3=crash sm_90=ok"
};

// Entries: ok, diagnostic, crash, memory, over (its CPU limit), fault; `*` after a crash or diagnostic
// with another signature than `signature`.
Row run_row(harness::Workbench& bench, const harness::Compiler& compiler, const ir::Program& program,
            const Configuration& seen, const Signature& signature, double cpu_seconds);

std::string row_entry(const Outcome& outcome, const Signature& signature);

}  // namespace tilefuzz::campaign
