#pragma once

#include <vector>

#include "ir/program.h"

namespace tilefuzz::ir {

// What a program's outputs depend on. Live are stores, scatters and atomics; writes to buffers that live
// operations read; what computes operands of live operations; loops and branches that hold live operations
// or give live results, with their bounds and conditions; exits of live loops, with the branches they stand
// in. A carried value is live if its result is used, or its argument by something live.
struct Liveness {
  std::vector<bool> ops;     // in the order of walk(), terminators included
  std::vector<bool> values;  // by ValueId
};

// Precondition: the structure of the program is sound (verify). Linear in the program.
Liveness find_live(const Program& program);

// Of operations that are no terminators.
struct LiveCount {
  int live = 0;
  int all = 0;
  double share() const { return all == 0 ? 1.0 : static_cast<double>(live) / all; }
};

LiveCount count_live(const Program& program);

}  // namespace tilefuzz::ir
