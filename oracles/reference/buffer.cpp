#include <array>

#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

// Calls f(number in the tile, number in the buffer) for the window of shape `tile` at the given offsets; the
// tile may lack leading axes of the buffer. False after a trap.
template <class F>
bool visit(Machine& machine, const ir::Op& op, const ir::Type& tile, const F& f) {
  const ir::Type whole = machine.program.type(op.operands[0]);
  const auto offsets = op.slot(1);
  if (offsets.size() != whole.rank || tile.rank > whole.rank || tile.element != whole.element) {
    return machine.fail(TrapKind::malformed, "the window does not fit the buffer");
  }
  std::array<std::int64_t, ir::kMaxRank> start{}, extent{}, index{};
  for (std::size_t axis = 0; axis < whole.rank; ++axis) {
    const auto offset = machine.integer(offsets[axis], TrapKind::poison_index, "an offset");
    if (!offset) return false;
    const std::size_t dropped = whole.rank - tile.rank;
    extent[axis] = axis < dropped ? 1 : tile.extents[axis - dropped];
    start[axis] = *offset;
    if (*offset < 0 || *offset > whole.extents[axis] - extent[axis]) {
      return machine.fail(TrapKind::buffer_range, "elements " + std::to_string(*offset) + " to " +
                                                      std::to_string(*offset + extent[axis] - 1) +
                                                      " along axis " + std::to_string(axis) + " of extent " +
                                                      std::to_string(whole.extents[axis]));
    }
  }
  if (!machine.spend(tile.element_count())) return false;
  for (std::int64_t number = 0; number < tile.element_count(); ++number) {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < whole.rank; ++axis) {
      at = at * whole.extents[axis] + start[axis] + index[axis];
    }
    f(static_cast<std::size_t>(number), static_cast<std::size_t>(at));
    for (std::size_t axis = whole.rank; axis-- > 0;) {
      if (++index[axis] < extent[axis]) break;
      index[axis] = 0;
    }
  }
  return true;
}

TilePtr read(Machine& machine, const ir::Op& op) {
  const BufferState* from = machine.buffer(op.operands[0]);
  if (!from) return nullptr;
  const ir::Type type = machine.result_type(op);
  const std::uint64_t since = machine.pipelined_since(op.operands[0].number);
  std::int64_t carried = -1;
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  const bool ok = visit(machine, op, type, [&](std::size_t i, std::size_t at) {
    out->bits[i] = from->bits[at];
    out->add_mark(i, from->marks[at]);
    const bool written = (from->marks[at] & kPoison) == 0;
    if (written && from->stamps[at] < since && carried < 0) carried = static_cast<std::int64_t>(i);
  });
  if (!ok) return nullptr;
  if (carried >= 0) {
    machine.note(TrapKind::buffer_carried,
                 "a loop with stages reads what its current iteration has not written", carried);
  }
  return out;
}

// Poison may be written: the element is then as undefined as before its first write.
TilePtr write(Machine& machine, const ir::Op& op) {
  BufferState* to = machine.buffer(op.operands[0]);
  if (!to) return nullptr;
  const TilePtr value = machine.shared_tile(op.operands.back());
  if (!value) return nullptr;
  const bool ok =
      visit(machine, op, machine.program.type(op.operands.back()), [&](std::size_t i, std::size_t at) {
        to->bits[at] = value->bits[i];
        to->marks[at] = value->mark(i);
        to->stamps[at] = machine.clock();
      });
  return ok ? std::make_shared<const Tile>() : nullptr;
}

}  // namespace

TilePtr run_buffer(Machine& machine, const ir::Op& op) {
  switch (op.code) {
    case ir::Opcode::read:
      return read(machine, op);
    case ir::Opcode::write:
      return write(machine, op);
    default: {
      const ir::Type type = machine.result_type(op);
      if (!machine.spend(type.element_count())) return nullptr;
      machine.allocate(op.result(), type);
      return std::make_shared<const Tile>();
    }
  }
}

}  // namespace tilefuzz::reference
