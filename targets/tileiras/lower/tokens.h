#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/program.h"
#include "targets/tileiras/bytecode/builder.h"

namespace tilefuzz::targets::tileiras {

// How program order of memory operations is written as tokens; all are legal for every program.
//   minimal    per alias group `w`, what a load must follow (the last store), and `all`, what a store must
//              follow (the last store joined with every load since)
//   serial     per alias group one token: every access takes the last and replaces it
//   joined     as minimal, but loops and branches carry both tokens of every group
//   one_group  as minimal, with all tensors in one group
enum class TokenPolicy : std::uint8_t { minimal, serial, joined, one_group };
std::optional<TokenPolicy> token_policy(std::string_view name);

// Alias groups that a piece of program reads or writes, and those that it writes; one bit a group.
struct GroupEffects {
  std::uint64_t accessed = 0;
  std::uint64_t stored = 0;

  GroupEffects& operator|=(const GroupEffects& other) {
    accessed |= other.accessed;
    stored |= other.stored;
    return *this;
  }
};

// Which memory belongs to which group, and what every operation with regions does, found in one walk.
class MemoryGroups {
 public:
  static constexpr int kMost = 64;

  MemoryGroups(const ir::Program& program, TokenPolicy policy);

  int count() const { return count_; }
  bool too_many() const { return count_ > kMost; }
  // Group of a tensor parameter or buffer; -1 for other values.
  int group(ir::ValueId memory) const { return groups_[static_cast<std::size_t>(memory)]; }
  const GroupEffects& whole() const { return whole_; }
  // Effects of the operations with regions, in text order.
  const std::vector<GroupEffects>& regions() const { return regions_; }

 private:
  GroupEffects visit(const ir::Program& program, const ir::Block& block);

  std::vector<int> groups_;  // by value
  int count_ = 0;
  GroupEffects whole_;
  std::vector<GroupEffects> regions_;
};

// The tokens at one place of the program.
class Tokens {
 public:
  struct Pair {
    bytecode::ValueId write = 0;
    bytecode::ValueId all = 0;
  };
  // One token that a loop carries or a branch returns.
  struct Slot {
    int group = 0;
    bool is_write = false;
  };
  using Slots = std::vector<Slot>;

  Tokens(TokenPolicy policy, bytecode::ModuleBuilder& builder) : policy_(policy), builder_(&builder) {}

  // One make_token for every group that the program accesses.
  void start(const MemoryGroups& groups);

  bytecode::ValueId before_load(int group) const;
  void after_load(int group, bytecode::ValueId token);
  bytecode::ValueId before_store(int group) const { return at(group).all; }
  void after_store(int group, bytecode::ValueId token) { at(group) = {token, token}; }

  Slots slots(const GroupEffects& effects) const;
  bytecode::ValueId value(const Slot& slot) const;
  void assign(const Slot& slot, bytecode::ValueId token);

 private:
  Pair& at(int group) { return pairs_[static_cast<std::size_t>(group)]; }
  const Pair& at(int group) const { return pairs_[static_cast<std::size_t>(group)]; }

  TokenPolicy policy_;
  bytecode::ModuleBuilder* builder_;
  std::uint64_t live_ = 0;
  std::vector<Pair> pairs_;
};

}  // namespace tilefuzz::targets::tileiras
