#include <algorithm>

#include "numeric/format.h"
#include "numeric/integer.h"
#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

TilePtr scalar(std::int64_t value) {
  Tile out(1);
  out.bits[0] = numeric::wrap(ir::Element::i32, value);
  return std::make_shared<const Tile>(std::move(out));
}

TilePtr constant(Machine& machine, const ir::Op& op, const ir::Type& type) {
  const auto count = static_cast<std::size_t>(type.element_count());
  if (op.data.size() != 1 && op.data.size() != count) {
    machine.fail(TrapKind::malformed, "a constant has another number of elements than its type");
    return nullptr;
  }
  if (!machine.spend(type.element_count())) return nullptr;
  const std::uint64_t mask = numeric::bit_mask(type.element);
  Tile out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out.bits[i] = static_cast<std::uint64_t>(op.data[op.data.size() == 1 ? 0 : i]) & mask;
  }
  return std::make_shared<const Tile>(std::move(out));
}

TilePtr iota(Machine& machine, const ir::Type& type, std::int64_t axis) {
  if (axis < 0 || axis >= type.rank || !numeric::is_integer(type.element)) {
    machine.fail(TrapKind::malformed, "iota has no such axis, or no integer elements");
    return nullptr;
  }
  if (!machine.spend(type.element_count())) return nullptr;
  std::int64_t inner = 1;
  for (int i = static_cast<int>(axis) + 1; i < type.rank; ++i)
    inner *= type.extents[static_cast<std::size_t>(i)];
  const std::int64_t extent = type.extents[static_cast<std::size_t>(axis)];
  // A number that does not fit the element is no number along the axis: same as a cast out of range.
  if (!numeric::fits_unsigned(type.element, static_cast<std::uint64_t>(extent - 1))) {
    machine.fail(TrapKind::cast_range, "the axis has more elements than the type has numbers", extent - 1);
    return nullptr;
  }
  Tile out(static_cast<std::size_t>(type.element_count()));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out.bits[i] = numeric::wrap(type.element, static_cast<std::int64_t>(i) / inner % extent);
  }
  return std::make_shared<const Tile>(std::move(out));
}

}  // namespace

TilePtr run_source(Machine& machine, const ir::Op& op) {
  const ir::Type type = machine.result_type(op);
  const std::int64_t axis = op.attribute(ir::AttributeKey::axis).value_or(0);
  const bool grid_axis = axis >= 0 && axis < 3;
  switch (op.code) {
    case ir::Opcode::constant:
      return constant(machine, op, type);
    case ir::Opcode::iota:
      return iota(machine, type, axis);
    case ir::Opcode::program_id:
      if (grid_axis) return scalar(machine.block_id()[static_cast<std::size_t>(axis)]);
      break;
    case ir::Opcode::num_programs:
      if (grid_axis) return scalar(machine.setup.grid[static_cast<std::size_t>(axis)]);
      break;
    default: {
      const Window* window = machine.window(op.operands[0]);
      if (!window) return nullptr;
      if (axis >= 0 && static_cast<std::size_t>(axis) < window->extents.size()) {
        return scalar(window->extents[static_cast<std::size_t>(axis)]);
      }
    }
  }
  machine.fail(TrapKind::malformed, "there is no axis " + std::to_string(axis));
  return nullptr;
}

TilePtr run_assume(Machine& machine, const ir::Op& op) {
  const TilePtr value = machine.shared_tile(op.operands[0]);
  if (!value) return nullptr;
  const ir::Element element = machine.program.type(op.operands[0]).element;
  const auto divisor = op.attribute(ir::AttributeKey::divisor);
  const auto lower = op.attribute(ir::AttributeKey::lower);
  const auto upper = op.attribute(ir::AttributeKey::upper);
  if (!numeric::is_integer(element) || divisor.value_or(1) <= 0) {
    machine.fail(TrapKind::malformed, "assume speaks of integers and positive divisors");
    return nullptr;
  }
  if (!machine.spend(static_cast<std::int64_t>(value->size()))) return nullptr;
  for (std::size_t i = 0; i < value->size(); ++i) {
    const auto where = static_cast<std::int64_t>(i);
    if (value->mark(i) & kPoison) {
      machine.fail(TrapKind::poison_assumed, "something is assumed of poison", where);
      return nullptr;
    }
    const std::int64_t number = numeric::decode_signed(element, value->bits[i]);
    std::string what;
    if (number % divisor.value_or(1) != 0) what = "a multiple of " + std::to_string(*divisor);
    if (lower && number < *lower) what = "at least " + std::to_string(*lower);
    if (upper && number > *upper) what = "at most " + std::to_string(*upper);
    if (!what.empty()) {
      machine.fail(TrapKind::fact_false, std::to_string(number) + " is assumed to be " + what, where);
      return nullptr;
    }
  }
  return value;
}

}  // namespace tilefuzz::reference
