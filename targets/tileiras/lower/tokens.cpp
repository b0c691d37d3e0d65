#include "targets/tileiras/lower/tokens.h"

#include <map>

#include "ir/operation_table.h"

namespace tilefuzz::targets::tileiras {

using bytecode::Opcode;

std::optional<TokenPolicy> token_policy(std::string_view name) {
  if (name == "minimal") return TokenPolicy::minimal;
  if (name == "serial") return TokenPolicy::serial;
  if (name == "joined") return TokenPolicy::joined;
  if (name == "one-group") return TokenPolicy::one_group;
  return std::nullopt;
}

MemoryGroups::MemoryGroups(const ir::Program& program, TokenPolicy policy)
    : groups_(program.types.size(), -1) {
  std::map<int, int> aliased;
  int tensors = -1;
  for (const ir::Param& param : program.params) {
    if (!program.type(param.value).is_memory()) continue;
    int& group = groups_[static_cast<std::size_t>(param.value)];
    if (policy == TokenPolicy::one_group) {
      if (tensors < 0) tensors = count_++;
      group = tensors;
    } else if (param.alias < 0) {
      group = count_++;
    } else {
      const auto [entry, fresh] = aliased.try_emplace(param.alias, count_);
      if (fresh) ++count_;
      group = entry->second;
    }
  }
  for (std::size_t value = 0; value < program.types.size(); ++value) {
    if (program.types[value].kind == ir::TypeKind::buffer) groups_[value] = count_++;
  }
  if (!too_many()) whole_ = visit(program, program.body);
}

GroupEffects MemoryGroups::visit(const ir::Program& program, const ir::Block& block) {
  GroupEffects effects;
  for (const ir::Op& op : block.ops) {
    const ir::Effect effect = ir::row(op.code).effect;
    if (effect == ir::Effect::pure) continue;
    if (effect != ir::Effect::control) {
      if (op.operands.empty() || !op.operands.front().is_value()) continue;
      const int group = groups_[static_cast<std::size_t>(op.operands.front().number)];
      if (group < 0) continue;
      effects.accessed |= std::uint64_t{1} << group;
      if (effect != ir::Effect::reads) effects.stored |= std::uint64_t{1} << group;
      continue;
    }
    if (op.regions.empty()) continue;
    const std::size_t place = regions_.size();
    regions_.emplace_back();
    GroupEffects inside;
    for (const ir::Block& region : op.regions) inside |= visit(program, region);
    regions_[place] = inside;
    effects |= inside;
  }
  return effects;
}

void Tokens::start(const MemoryGroups& groups) {
  pairs_.assign(static_cast<std::size_t>(groups.count()), {});
  live_ = groups.whole().accessed;
  for (int group = 0; group < groups.count(); ++group) {
    if ((live_ >> group & 1) == 0) continue;
    const bytecode::ValueId token = builder_->add(Opcode::make_token, builder_->token(), {});
    at(group) = {token, token};
  }
}

bytecode::ValueId Tokens::before_load(int group) const {
  return policy_ == TokenPolicy::serial ? at(group).all : at(group).write;
}

void Tokens::after_load(int group, bytecode::ValueId token) {
  if (policy_ == TokenPolicy::serial) return after_store(group, token);
  at(group).all = builder_->add(Opcode::join_tokens, builder_->token(), {at(group).all, token});
}

Tokens::Slots Tokens::slots(const GroupEffects& effects) const {
  const bool joined = policy_ == TokenPolicy::joined;
  const std::uint64_t all = joined ? live_ : effects.accessed;
  std::uint64_t write = joined ? live_ : effects.stored;
  if (policy_ == TokenPolicy::serial) write = 0;
  Slots slots;
  for (int group = 0; group < static_cast<int>(pairs_.size()); ++group) {
    if ((all >> group & 1) != 0) slots.push_back({group, false});
    if ((write >> group & 1) != 0) slots.push_back({group, true});
  }
  return slots;
}

bytecode::ValueId Tokens::value(const Slot& slot) const {
  return slot.is_write ? at(slot.group).write : at(slot.group).all;
}

void Tokens::assign(const Slot& slot, bytecode::ValueId token) {
  Pair& pair = at(slot.group);
  if (policy_ == TokenPolicy::serial) {
    pair = {token, token};
  } else {
    (slot.is_write ? pair.write : pair.all) = token;
  }
}

}  // namespace tilefuzz::targets::tileiras
