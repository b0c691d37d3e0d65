#pragma once

#include "ir/verify/report.h"

namespace tilefuzz::ir {

// Where a block stands: in which region of which operation.
struct Place {
  const Op* parent = nullptr;  // nullptr: the kernel's top block
  int region = 0;
  const Place* outer = nullptr;
};

// for, while, if as a whole: types of initial, carried and resulting values, bounds.
void check_control(const OpView& view);
// The terminator of a block, and that no other one stands in it.
void check_block_end(const Program& program, const Block& block, const Place& place, Report& report);

}  // namespace tilefuzz::ir
