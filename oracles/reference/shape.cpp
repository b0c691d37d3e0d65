#include <algorithm>
#include <array>

#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

using Index = std::array<std::int64_t, ir::kMaxRank>;

Index strides_of(const ir::Type& type) {
  Index strides{};
  std::int64_t stride = 1;
  for (int axis = type.rank; axis-- > 0;) {
    strides[static_cast<std::size_t>(axis)] = stride;
    stride *= type.extents[static_cast<std::size_t>(axis)];
  }
  return strides;
}

// Calls f(number, place) for every element of `type` in row-major order; place = base + sum(index * stride).
template <class F>
void for_each(const ir::Type& type, const Index& strides, std::int64_t base, const F& f) {
  if (type.rank == 0) return f(std::size_t{0}, static_cast<std::size_t>(base));
  Index index{};
  const std::size_t last = type.rank - 1u;
  const std::int64_t count = type.element_count(), row = type.extents[last], step = strides[last];
  std::int64_t place = base;
  for (std::int64_t number = 0; number < count; number += row) {
    for (std::int64_t j = 0; j < row; ++j) {
      f(static_cast<std::size_t>(number + j), static_cast<std::size_t>(place + j * step));
    }
    for (std::size_t axis = last; axis-- > 0;) {
      place += strides[axis];
      if (++index[axis] < type.extents[axis]) break;
      place -= strides[axis] * type.extents[axis];
      index[axis] = 0;
    }
  }
}

// Elements of `source` picked by strides from `base`.
TilePtr pick(Machine& machine, const Tile& source, const ir::Type& type, const Index& strides,
             std::int64_t base) {
  if (!machine.spend(type.element_count())) return nullptr;
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  std::uint64_t* to = out->bits.data();
  for_each(type, strides, base, [&](std::size_t i, std::size_t from) { to[i] = source.bits[from]; });
  if (!source.marks.empty()) {
    for_each(type, strides, base,
             [&](std::size_t i, std::size_t from) { out->add_mark(i, source.marks[from]); });
  }
  return out;
}

TilePtr malformed(Machine& machine, const char* message) {
  machine.fail(TrapKind::malformed, message);
  return nullptr;
}

TilePtr permute(Machine& machine, const ir::Op& op, const Tile& source, const ir::Type& from) {
  const ir::Type type = machine.result_type(op);
  if (op.data.size() != from.rank || type.rank != from.rank) return malformed(machine, "no permutation");
  const Index old = strides_of(from);
  Index strides{};
  unsigned seen = 0;
  for (std::size_t axis = 0; axis < op.data.size(); ++axis) {
    const auto target = static_cast<std::size_t>(op.data[axis]);
    if (op.data[axis] < 0 || target >= from.rank || type.extents[axis] != from.extents[target]) {
      return malformed(machine, "no permutation");
    }
    seen |= 1u << target;
    strides[axis] = old[target];
  }
  if (seen != (1u << from.rank) - 1) return malformed(machine, "no permutation");
  return pick(machine, source, type, strides, 0);
}

TilePtr broadcast(Machine& machine, const ir::Op& op, const Tile& source, const ir::Type& from) {
  const ir::Type type = machine.result_type(op);
  Index strides{};
  if (from.rank != 0) {
    if (from.rank != type.rank) return malformed(machine, "broadcast changes the rank");
    const Index old = strides_of(from);
    for (std::size_t axis = 0; axis < type.rank; ++axis) {
      if (from.extents[axis] != type.extents[axis] && from.extents[axis] != 1) {
        return malformed(machine, "broadcast of an extent that is not 1");
      }
      strides[axis] = from.extents[axis] == 1 ? 0 : old[axis];
    }
  }
  return pick(machine, source, type, strides, 0);
}

// Where the slice of shape `piece` with the given slice numbers begins; empty after a trap.
std::optional<std::int64_t> slice_base(Machine& machine, const ir::Op& op, int slot, const ir::Type& whole,
                                       const ir::Type& piece) {
  const auto indices = op.slot(slot);
  if (indices.size() != whole.rank || piece.rank != whole.rank) {
    malformed(machine, "a slice has another rank than its tile");
    return std::nullopt;
  }
  const Index strides = strides_of(whole);
  std::int64_t base = 0;
  for (std::size_t axis = 0; axis < whole.rank; ++axis) {
    const auto number = machine.integer(indices[axis], TrapKind::poison_index, "a slice number");
    if (!number) return std::nullopt;
    const std::int64_t slices = piece.extents[axis] > 0 ? whole.extents[axis] / piece.extents[axis] : 0;
    if (*number < 0 || *number >= slices) {
      machine.fail(TrapKind::slice_range, "slice " + std::to_string(*number) + " of " +
                                              std::to_string(slices) + " along axis " + std::to_string(axis));
      return std::nullopt;
    }
    base += *number * piece.extents[axis] * strides[axis];
  }
  return base;
}

TilePtr extract(Machine& machine, const ir::Op& op, const Tile& source, const ir::Type& from) {
  const ir::Type type = machine.result_type(op);
  const auto base = slice_base(machine, op, 1, from, type);
  return base ? pick(machine, source, type, strides_of(from), *base) : nullptr;
}

TilePtr insert(Machine& machine, const ir::Op& op, const Tile& piece, const ir::Type& piece_type) {
  const Tile* into = machine.tile(op.operands[1]);
  if (!into) return nullptr;
  const ir::Type whole = machine.program.type(op.operands[1]);
  const auto base = slice_base(machine, op, 2, whole, piece_type);
  if (!base || !machine.spend(whole.element_count())) return nullptr;
  auto out = std::make_shared<Tile>(*into);
  if (out->marks.empty() && !piece.marks.empty()) out->marks.resize(out->size());
  for_each(piece_type, strides_of(whole), *base, [&](std::size_t i, std::size_t to) {
    out->bits[to] = piece.bits[i];
    if (!out->marks.empty()) out->marks[to] = piece.mark(i);
  });
  return out;
}

TilePtr concat(Machine& machine, const ir::Op& op) {
  const ir::Type type = machine.result_type(op);
  const std::int64_t axis = op.attribute(ir::AttributeKey::axis).value_or(-1);
  if (axis < 0 || axis >= type.rank) return malformed(machine, "concat has no such axis");
  if (!machine.spend(type.element_count())) return nullptr;
  const Index strides = strides_of(type);
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  std::int64_t start = 0;
  for (const ir::Operand& operand : op.operands) {
    const Tile* part = machine.tile(operand);
    if (!part) return nullptr;
    const ir::Type part_type = machine.program.type(operand);
    const auto a = static_cast<std::size_t>(axis);
    bool fits = part_type.rank == type.rank && start + part_type.extents[a] <= type.extents[a];
    for (std::size_t i = 0; i < type.rank && fits; ++i) {
      fits = i == a || part_type.extents[i] == type.extents[i];
    }
    if (!fits) return malformed(machine, "the parts do not make up the result");
    for_each(part_type, strides, start * strides[a], [&](std::size_t i, std::size_t to) {
      out->bits[to] = part->bits[i];
      out->add_mark(to, part->mark(i));
    });
    start += part_type.extents[a];
  }
  if (start != type.extents[static_cast<std::size_t>(axis)]) {
    return malformed(machine, "the parts do not make up the result");
  }
  return out;
}

}  // namespace

TilePtr run_shape(Machine& machine, const ir::Op& op) {
  if (op.code == ir::Opcode::concat) return concat(machine, op);
  const TilePtr source = machine.shared_tile(op.operands[0]);
  if (!source) return nullptr;
  const ir::Type from = machine.program.type(op.operands[0]);
  switch (op.code) {
    case ir::Opcode::permute:
      return permute(machine, op, *source, from);
    case ir::Opcode::broadcast:
      return broadcast(machine, op, *source, from);
    case ir::Opcode::extract:
      return extract(machine, op, *source, from);
    case ir::Opcode::insert:
      return insert(machine, op, *source, from);
    default:
      if (machine.result_type(op).element_count() != from.element_count()) {
        return malformed(machine, "reshape changes the number of elements");
      }
      return source;
  }
}

}  // namespace tilefuzz::reference
