#pragma once

#include <unordered_map>
#include <unordered_set>

#include "ir/operation.h"

namespace tilefuzz::targets::tilelang {

// Which fragments have one layout because some T.Parallel touches them together. TileLang infers fragment
// layouts over the whole kernel; those of T.gemm's accumulators are given, so a class that would hold two
// accumulators has no layout.
class FragmentClasses {
 public:
  void anchor(ir::ValueId accumulator) { anchors_.insert(find(accumulator)); }
  bool together(ir::ValueId a, ir::ValueId b) { return find(a) == find(b); }
  // Puts both in one class, unless each already holds an accumulator.
  bool join(ir::ValueId a, ir::ValueId b);

 private:
  ir::ValueId find(ir::ValueId value);

  std::unordered_map<ir::ValueId, ir::ValueId> parents_;
  std::unordered_set<ir::ValueId> anchors_;
};

}  // namespace tilefuzz::targets::tilelang
