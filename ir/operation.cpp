#include "ir/operation.h"

#include <algorithm>

#include "ir/operation_table.h"

namespace tilefuzz::ir {
namespace {

template <class Entries>
auto lower_bound_of(Entries& entries, decltype(entries.front().key) key) {
  return std::lower_bound(entries.begin(), entries.end(), key,
                          [](const auto& entry, auto wanted) { return entry.key < wanted; });
}

template <class Entries, class Value>
void set_in(Entries& entries, decltype(entries.front().key) key, Value value) {
  const auto place = lower_bound_of(entries, key);
  if (place != entries.end() && place->key == key) {
    place->value = value;
  } else {
    entries.insert(place, {key, value});
  }
}

// First operand and number of operands of a slot.
std::pair<std::size_t, std::size_t> slot_range(const Op& op, int index) {
  const auto slots = row(op.code).slots;
  if (index < 0 || static_cast<std::size_t>(index) >= slots.size()) return {0, 0};
  const auto wanted = static_cast<std::size_t>(index);
  if (op.counts.empty())
    return wanted < op.operands.size() ? std::pair{wanted, std::size_t{1}}
                                       : std::pair{std::size_t{0}, std::size_t{0}};
  std::size_t first = 0;
  for (std::size_t i = 0; i < wanted && i < op.counts.size(); ++i) first += op.counts[i];
  const std::size_t count = wanted < op.counts.size() ? op.counts[wanted] : 0;
  if (first + count > op.operands.size()) return {0, 0};
  return {first, count};
}

}  // namespace

Operand Operand::constant(std::int32_t number) {
  Operand operand;
  operand.number = number;
  operand.literal = true;
  return operand;
}

std::optional<std::int64_t> Op::attribute(AttributeKey key) const {
  for (const Attribute& entry : attributes) {
    if (entry.key == key) return entry.value;
  }
  return std::nullopt;
}

void Op::set(AttributeKey key, std::int64_t value) { set_in(attributes, key, value); }

void Op::unset(AttributeKey key) {
  const auto place = lower_bound_of(attributes, key);
  if (place != attributes.end() && place->key == key) attributes.erase(place);
}

std::optional<std::int32_t> Op::hint(HintKey key) const {
  for (const Hint& entry : hints) {
    if (entry.key == key) return entry.value;
  }
  return std::nullopt;
}

void Op::set(HintKey key, std::int32_t value) { set_in(hints, key, value); }

std::span<const Operand> Op::slot(int index) const {
  const auto [first, count] = slot_range(*this, index);
  return {operands.data() + first, count};
}

std::span<Operand> Op::slot(int index) {
  const auto [first, count] = slot_range(*this, index);
  return {operands.data() + first, count};
}

}  // namespace tilefuzz::ir
