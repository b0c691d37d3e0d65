#include "targets/tilelang/emit/fragment_classes.h"

namespace tilefuzz::targets::tilelang {

using ir::ValueId;

ValueId FragmentClasses::find(ValueId value) {
  const auto parent = parents_.find(value);
  if (parent == parents_.end() || parent->second == value) return value;
  return parent->second = find(parent->second);
}

bool FragmentClasses::join(ValueId a, ValueId b) {
  const ValueId left = find(a);
  const ValueId right = find(b);
  if (left == right) return true;
  const bool anchored = anchors_.contains(left);
  if (anchored && anchors_.contains(right)) return false;
  parents_[anchored ? right : left] = anchored ? left : right;
  return true;
}

}  // namespace tilefuzz::targets::tilelang
