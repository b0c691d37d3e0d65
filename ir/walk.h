#pragma once

#include <utility>

#include "ir/program.h"

namespace tilefuzz::ir {

// Calls `visit(op, depth)` for every operation of a block and of its regions, outer before inner, in text
// order. Recursion is bounded: the parser and the verifier refuse nesting deeper than kMaxRegionDepth.
inline constexpr int kMaxRegionDepth = 64;

template <class BlockType, class Visit>
void walk(BlockType& block, const Visit& visit, int depth = 0) {
  for (auto& op : block.ops) {
    visit(op, depth);
    for (auto& region : op.regions) walk(region, visit, depth + 1);
  }
}

}  // namespace tilefuzz::ir
