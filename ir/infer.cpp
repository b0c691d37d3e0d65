#include "ir/infer.h"

#include <array>

#include "ir/operation_table.h"

namespace tilefuzz::ir {
namespace {

using Extents = std::array<std::int32_t, kMaxRank>;

bool fits(const Program& program, const Op& op) {
  std::size_t expected = 0;
  const OpRow& entry = row(op.code);
  if (entry.has_counts()) {
    if (op.counts.size() != entry.slots.size()) return false;
    for (const std::uint8_t count : op.counts) expected += count;
  } else {
    expected = entry.slots.size();
  }
  if (op.operands.size() != expected) return false;
  for (const Operand& operand : op.operands) {
    if (operand.literal) continue;
    if (operand.number < 0 || static_cast<std::size_t>(operand.number) >= program.types.size()) return false;
    if (program.type(operand.number).kind == TypeKind::none) return false;  // its own definition is wrong
  }
  return true;
}

// Element of the first operand that is a value; all literals: i32.
Element element_of(const Program& program, std::span<const Operand> operands) {
  for (const Operand& operand : operands) {
    if (operand.is_value()) return program.type(operand).element;
  }
  return Element::i32;
}

std::optional<Type> of_slot(const Program& program, const Op& op, int slot) {
  const auto operands = op.slot(slot);
  if (operands.size() != 1) return std::nullopt;
  const Type type = program.type(operands.front());
  return type.is_value() ? std::optional(type) : std::nullopt;
}

std::optional<Type> permuted(const Program& program, const Op& op) {
  const auto source = of_slot(program, op, 0);
  if (!source || op.data.size() != source->rank) return std::nullopt;
  Extents extents{};
  for (std::size_t i = 0; i < source->rank; ++i) {
    const std::int64_t axis = op.data[i];
    if (axis < 0 || axis >= source->rank) return std::nullopt;
    extents[i] = source->extents[static_cast<std::size_t>(axis)];
  }
  return source->with_shape({extents.data(), source->rank});
}

std::optional<Type> concatenated(const Program& program, const Op& op) {
  const auto axis = op.attribute(AttributeKey::axis);
  if (op.operands.empty() || !axis) return std::nullopt;
  Type type = program.type(op.operands.front());
  if (!type.is_tile() || *axis < 0 || *axis >= type.rank) return std::nullopt;
  std::int64_t sum = 0;
  for (const Operand& part : op.operands) {
    const Type other = program.type(part);
    if (!other.is_tile() || *axis >= other.rank) return std::nullopt;
    sum += other.extents[static_cast<std::size_t>(*axis)];
  }
  if (sum > INT32_MAX) return std::nullopt;
  type.extents[static_cast<std::size_t>(*axis)] = static_cast<std::int32_t>(sum);
  return type;
}

std::optional<Type> reduced(const Program& program, const Op& op) {
  const auto source = of_slot(program, op, 0);
  const auto axis = op.attribute(AttributeKey::axis);
  if (!source || !axis || *axis < 0 || *axis >= source->rank) return std::nullopt;
  Extents extents{};
  std::size_t rank = 0;
  for (int i = 0; i < source->rank; ++i) {
    if (i != *axis) extents[rank++] = source->extents[static_cast<std::size_t>(i)];
  }
  return source->with_shape({extents.data(), rank});
}

}  // namespace

Type elementwise_shape(const Program& program, const Op& op) {
  for (const Operand& operand : op.operands) {
    const Type type = program.type(operand);
    if (type.is_tile() && type.rank > 0) return type;
  }
  return Type::scalar(element_of(program, op.operands));
}

std::optional<Type> infer_result(const Program& program, const Op& op) {
  if (!fits(program, op)) return std::nullopt;
  switch (row(op.code).result) {
    case ResultRule::none:
    case ResultRule::written:
    case ResultRule::region:
      return std::nullopt;
    case ResultRule::elementwise:
      if (!elementwise_shape(program, op).is_tile()) return std::nullopt;
      return elementwise_shape(program, op).with_element(element_of(program, op.operands));
    case ResultRule::compare:
      return elementwise_shape(program, op).with_element(Element::i1);
    case ResultRule::choose:
      return elementwise_shape(program, op)
          .with_element(element_of(program, std::span<const Operand>(op.operands).subspan(1)));
    case ResultRule::same:
      return of_slot(program, op, 0);
    case ResultRule::second:
      return of_slot(program, op, 1);
    case ResultRule::accumulator:
      return of_slot(program, op, row(op.code).slot_index("c"));
    case ResultRule::permuted:
      return permuted(program, op);
    case ResultRule::concatenated:
      return concatenated(program, op);
    case ResultRule::reduced:
      return reduced(program, op);
    case ResultRule::index:
      return Type::scalar(Element::i32);
    case ResultRule::atomic_old:
      return of_slot(program, op, row(op.code).slot_index("value"));
  }
  return std::nullopt;
}

}  // namespace tilefuzz::ir
