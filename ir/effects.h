#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace tilefuzz::ir {

// Small numbers of memory groups; almost always fewer than 64 of them.
class GroupSet {
 public:
  void add(int group);
  bool contains(int group) const;
  bool empty() const;
  bool intersects(const GroupSet& other) const;
  GroupSet& operator|=(const GroupSet& other);

 private:
  absl::InlinedVector<std::uint64_t, 1> words_;
};

struct Effects {
  GroupSet reads;
  GroupSet writes;

  bool empty() const { return reads.empty() && writes.empty(); }
  // Whether the order of two pieces of code can be seen in memory.
  bool conflicts(const Effects& other) const;
  Effects& operator|=(const Effects& other);
};

// Which memory every operation and region of a program touches, found in one walk. Memory is counted in
// groups: the tensors of one alias group are one, every other tensor and every buffer is one of its own.
struct EffectSummary {
  int groups = 0;
  std::vector<int> group_of;       // by ValueId; -1: not memory
  std::vector<Effects> by_op;      // in the order of walk(); an operation with regions has their union
  std::vector<Effects> by_region;  // in the order in which walk() enters them
  Effects all;
};

// Precondition: the structure of the program is sound (verify).
EffectSummary summarize_effects(const Program& program);

}  // namespace tilefuzz::ir
