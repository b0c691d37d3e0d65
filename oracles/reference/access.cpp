#include <array>
#include <limits>
#include <unordered_set>

#include "numeric/format.h"
#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

using ir::AttributeKey;
using ir::Element;

// Where a tile lies in a tensor: its first element's indices, by tensor axis, and its extents there.
struct Region {
  std::array<std::int64_t, ir::kMaxRank> start{};
  std::array<std::int64_t, ir::kMaxRank> extent{};
  std::size_t rank = 0;
};

constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();

std::optional<Region> region(Machine& machine, const ir::Op& op, const Window& window, const ir::Type& tile) {
  const auto indices = op.slot(1);
  Region out;
  out.rank = window.extents.size();
  if (indices.size() != out.rank || tile.rank > out.rank) {
    machine.fail(TrapKind::malformed, "the indices or the tile do not fit the tensor's rank");
    return std::nullopt;
  }
  const bool elements = op.has(AttributeKey::at);
  const std::size_t dropped = out.rank - tile.rank;
  for (std::size_t axis = 0; axis < out.rank; ++axis) {
    const auto index = machine.integer(indices[axis], TrapKind::poison_index, "an index");
    if (!index) return std::nullopt;
    out.extent[axis] = axis < dropped ? 1 : tile.extents[axis - dropped];
    const bool overflow = __builtin_mul_overflow(*index, elements ? 1 : out.extent[axis], &out.start[axis]) ||
                          out.start[axis] < -kLargest || out.start[axis] > kLargest - out.extent[axis];
    if (overflow) {
      machine.fail(TrapKind::offset_range, "index " + std::to_string(*index) + " along axis " +
                                               std::to_string(axis) + " leaves the range of i32");
      return std::nullopt;
    }
  }
  return out;
}

// Calls f(number in the tile, place in the window, or -1 outside the tensor) until it returns false.
template <class F>
bool visit(const Region& region, const Window& window, const F& f) {
  std::array<std::int64_t, ir::kMaxRank> index{};
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < region.rank; ++axis) count *= region.extent[axis];
  const std::size_t last = region.rank == 0 ? 0 : region.rank - 1;
  const std::int64_t row = region.rank == 0 ? 1 : region.extent[last];
  for (std::int64_t number = 0; number < count; number += row) {
    std::int64_t place = 0;
    bool inside = true;
    for (std::size_t axis = 0; axis < last; ++axis) {
      const std::int64_t at = region.start[axis] + index[axis];
      inside = inside && at >= 0 && at < window.extents[axis];
      place += at * window.strides[axis];
    }
    for (std::int64_t j = 0; j < row; ++j) {
      std::int64_t where = -1;
      if (region.rank == 0) {
        where = 0;
      } else if (const std::int64_t at = region.start[last] + j;
                 inside && at >= 0 && at < window.extents[last]) {
        where = place + at * window.strides[last];
      }
      if (!f(number + j, where)) return false;
    }
    for (std::size_t axis = last; axis-- > 0;) {
      if (++index[axis] < region.extent[axis]) break;
      index[axis] = 0;
    }
  }
  return true;
}

std::optional<std::uint64_t> padding_bits(ir::Padding padding, Element e) {
  using enum ir::Padding;
  if (padding == zero) {
    if (e == Element::f8e8m0) return std::nullopt;  // has no zero
    return 0;
  }
  if (numeric::is_integer(e)) return std::nullopt;
  switch (padding) {
    case neg_zero:
      return numeric::sign_bit(e);
    case nan:
      return numeric::canonical_nan(e);
    case inf:
      return numeric::infinity(e);
    default:
      if (!numeric::infinity(e)) return std::nullopt;
      return *numeric::infinity(e) | numeric::sign_bit(e);
  }
}

bool in_order(Machine& machine, const Window& window, std::int64_t place, Touch how, std::int64_t number) {
  if (place > kLargest) {
    return machine.fail(TrapKind::offset_range, "linear offset " + std::to_string(place) + " is beyond i32",
                        number);
  }
  if (!machine.memory.guards(window)) return true;
  const auto fault = machine.memory.touch(window, place, how, machine.block_number());
  return !fault || machine.fail(fault->kind, fault->message, number);
}

TilePtr load(Machine& machine, const ir::Op& op) {
  const Window* window = machine.window(op.operands[0]);
  if (!window) return nullptr;
  const ir::Type type = machine.result_type(op);
  const auto where = region(machine, op, *window, type);
  if (!where || !machine.spend(type.element_count())) return nullptr;
  const bool sparse = type.kind == ir::TypeKind::sparse;
  std::optional<std::uint64_t> padding;
  if (const auto pad = op.attribute(AttributeKey::pad)) {
    padding = padding_bits(static_cast<ir::Padding>(*pad), window->element);
    if (!padding || (sparse && *padding != 0)) {
      machine.fail(TrapKind::malformed, "the element has no such padding");
      return nullptr;
    }
  }
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  const bool ok = visit(*where, *window, [&](std::int64_t number, std::int64_t place) {
    const auto i = static_cast<std::size_t>(number);
    if (place < 0) {
      out->bits[i] = padding.value_or(0);
      // Which positions a padded group stores is nobody's business: all count as absent.
      out->add_mark(i, !padding ? kPoison : (sparse ? kAbsent : std::uint8_t{0}));
      return true;
    }
    if (!in_order(machine, *window, place, Touch::read, number)) return false;
    const Memory::Cell cell = machine.memory.read(*window, place);
    out->bits[i] = cell.bits;
    out->add_mark(i, cell.marks);
    return true;
  });
  return ok ? out : nullptr;
}

TilePtr store(Machine& machine, const ir::Op& op) {
  const Window* window = machine.window(op.operands[0]);
  if (!window) return nullptr;
  const ir::Operand operand = op.operands.back();
  const TilePtr value = machine.shared_tile(operand);
  if (!value) return nullptr;
  const ir::Type type = machine.program.type(operand);
  const auto where = region(machine, op, *window, type);
  if (!where || !machine.spend(type.element_count())) return nullptr;
  if (type.element != window->element) {
    machine.fail(TrapKind::malformed, "the value's element is not the tensor's");
    return nullptr;
  }
  std::unordered_set<std::int64_t> places;
  const bool ok = visit(*where, *window, [&](std::int64_t number, std::int64_t place) {
    if (place < 0) return true;
    const auto i = static_cast<std::size_t>(number);
    if (value->mark(i) & kPoison) return machine.fail(TrapKind::poison_stored, "poison is stored", number);
    if (!in_order(machine, *window, place, Touch::write, number)) return false;
    if (window->may_overlap && !places.insert(place).second) {
      return machine.fail(TrapKind::scatter_conflict, "two elements of the tile have one address", number);
    }
    machine.memory.write(*window, place, {value->bits[i], value->mark(i)});
    return true;
  });
  return ok ? std::make_shared<const Tile>() : nullptr;
}

}  // namespace

TilePtr run_access(Machine& machine, const ir::Op& op) {
  return op.code == ir::Opcode::load ? load(machine, op) : store(machine, op);
}

}  // namespace tilefuzz::reference
