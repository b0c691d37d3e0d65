#include "ir/effects.h"

#include <algorithm>
#include <map>

#include "ir/operation_table.h"

namespace tilefuzz::ir {
namespace {

constexpr int kWordBits = 64;

class Summarizer {
 public:
  Summarizer(const Program& program, EffectSummary& out) : program_(program), out_(out) {
    out_.group_of.assign(program.types.size(), -1);
    std::map<std::int32_t, int> aliases;
    for (const Param& param : program.params) {
      if (!program.type(param.value).is_memory()) continue;
      if (param.alias < 0) {
        group(param.value) = out_.groups++;
        continue;
      }
      const auto [place, added] = aliases.try_emplace(param.alias, out_.groups);
      if (added) ++out_.groups;
      group(param.value) = place->second;
    }
  }

  Effects block(const Block& code) {
    Effects effects;
    for (const Op& op : code.ops) effects |= visit(op);
    return effects;
  }

 private:
  int& group(ValueId value) { return out_.group_of[static_cast<std::size_t>(value)]; }

  Effects visit(const Op& op) {
    const std::size_t index = out_.by_op.size();
    out_.by_op.emplace_back();
    Effects effects;
    if (op.code == Opcode::alloc) group(op.result()) = out_.groups++;
    const Effect effect = row(op.code).effect;
    const bool reads = effect == Effect::reads || effect == Effect::reads_writes;
    const bool writes = effect == Effect::writes || effect == Effect::reads_writes;
    if (reads) effects.reads.add(group(op.operands.front().number));
    if (writes) effects.writes.add(group(op.operands.front().number));
    for (const Block& region : op.regions) {
      const std::size_t place = out_.by_region.size();
      out_.by_region.emplace_back();
      out_.by_region[place] = block(region);
      effects |= out_.by_region[place];
    }
    out_.by_op[index] = effects;
    return effects;
  }

  const Program& program_;
  EffectSummary& out_;
};

}  // namespace

void GroupSet::add(int group) {
  if (group < 0) return;
  const auto word = static_cast<std::size_t>(group / kWordBits);
  if (words_.size() <= word) words_.resize(word + 1, 0);
  words_[word] |= std::uint64_t{1} << (group % kWordBits);
}

bool GroupSet::contains(int group) const {
  const auto word = static_cast<std::size_t>(group / kWordBits);
  return group >= 0 && word < words_.size() && (words_[word] >> (group % kWordBits) & 1) != 0;
}

bool GroupSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

bool GroupSet::intersects(const GroupSet& other) const {
  for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) {
    if ((words_[i] & other.words_[i]) != 0) return true;
  }
  return false;
}

GroupSet& GroupSet::operator|=(const GroupSet& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size(), 0);
  for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

bool Effects::conflicts(const Effects& other) const {
  return writes.intersects(other.writes) || writes.intersects(other.reads) || reads.intersects(other.writes);
}

Effects& Effects::operator|=(const Effects& other) {
  reads |= other.reads;
  writes |= other.writes;
  return *this;
}

EffectSummary summarize_effects(const Program& program) {
  EffectSummary summary;
  summary.all = Summarizer(program, summary).block(program.body);
  return summary;
}

}  // namespace tilefuzz::ir
