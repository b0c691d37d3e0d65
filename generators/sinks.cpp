#include "generators/sinks.h"

#include <algorithm>
#include <array>

#include "generators/access.h"
#include "generators/values.h"
#include "ir/walk.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;

std::vector<Wire> unused_values(const State& state, const ir::Block& block) {
  std::vector<char> used(state.program.types.size(), 0);
  ir::walk(block, [&](const ir::Op& op, int) {
    for (const ir::Operand& operand : op.operands) {
      if (operand.is_value()) used[static_cast<std::size_t>(operand.number)] = 1;
    }
  });
  std::vector<Wire> out;
  for (const ir::Op& op : block.ops) {
    for (const Wire result : op.results) {
      if (!used[static_cast<std::size_t>(result)]) out.push_back(result);
    }
  }
  return out;
}

namespace {

bool divides(const ir::Type& whole, const ir::Type& part) {
  if (whole.rank != part.rank) return false;
  for (std::size_t i = 0; i < whole.rank; ++i) {
    if (whole.extents[i] % part.extents[i] != 0) return false;
  }
  return true;
}

bool repeats(const ir::Type& part, const ir::Type& whole) {
  if (part.rank != whole.rank) return false;
  for (std::size_t i = 0; i < whole.rank; ++i) {
    if (part.extents[i] != 1 && part.extents[i] != whole.extents[i]) return false;
  }
  return true;
}

// To a scalar: combined along every axis, or one element of it.
Wire to_scalar(State& state, Wire value) {
  if (state.says(Opcode::reduce) && state.type(value).element_count() <= 4096 &&
      numeric::has_arithmetic(state.element(value)) && state.choices.chance("sink.reduce", 40)) {
    while (state.type(value).rank > 0)
      value = reduce(state, ir::Combine::max, value, state.type(value).rank - 1);
    return value;
  }
  const ir::Type type = state.type(value);
  const std::array<std::int32_t, ir::kMaxRank> ones{1, 1, 1, 1};
  const std::vector<ir::Operand> zeros(type.rank, ir::Operand::constant(0));
  if (type.element_count() > 1) {
    const double bound = state.bound(value);
    value = state.made(state.build.extract(value, zeros, type.with_shape({ones.data(), type.rank})), bound);
  }
  return reshape(state, value, {});
}

// As a tile that is `like`'s shape, or a scalar.
Wire fit(State& state, Wire value, const ir::Type& like) {
  const ir::Type type = state.type(value);
  if (type.rank == 0 || type.shape().size() == 0) return value;
  if (std::ranges::equal(type.shape(), like.shape())) return value;
  if (repeats(type, like)) return broadcast(state, value, like.shape());
  if (divides(type, like) && like.rank == 2) {
    const std::array<Index, 2> origin{at(0), at(0)};
    return slice(state, value, origin, like.extents[0], like.extents[1]);
  }
  return to_scalar(state, value);
}

}  // namespace

Wire fold(State& state, Wire into, Wire value) {
  const ir::Type type = state.type(into);
  if (!numeric::has_arithmetic(type.element))
    return cast(state, fold(state, cast(state, into, Element::f32), value), type.element);
  value = fit(state, value, type);
  value = cast(state, arithmetic(state, value), type.element);
  if (type.element == Element::f16) value = limit(state, value, 1e3);
  static constexpr std::array kWays{Opcode::add, Opcode::sub, Opcode::max, Opcode::min};
  const auto way = static_cast<std::size_t>(state.choices.choose("sink.way", 0, kWays.size() - 1));
  return binary(state, state.says(kWays[way]) ? kWays[way] : Opcode::add, into, value);
}

Wire fold_unused(State& state, Wire into, std::span<const Wire> kept) {
  for (const Wire value : unused_values(state, state.build.block())) {
    const bool keep = value == into || std::find(kept.begin(), kept.end(), value) != kept.end();
    if (!keep && state.type(value).is_tile()) into = fold(state, into, value);
  }
  return into;
}

void final_sink(State& state, int tensor) {
  const std::vector<Wire> left = unused_values(state, state.build.block());
  Wire base = kNone;
  for (const Wire value : left) {
    const ir::Type& type = state.type(value);
    if (!type.is_tile() || type.rank != 2) continue;
    if (base == kNone || type.element_count() > state.type(base).element_count()) base = value;
  }
  if (left.empty()) return;
  if (base == kNone) {
    // Only scalars and vectors: they ride on a tile of the output itself.
    const auto axis = static_cast<std::size_t>(state.tensor(tensor).rank - 2);
    base = load(state, tensor, {at(0), at(0)}, std::max(8, state.tensor(tensor).tile[axis]),
                std::max(8, state.tensor(tensor).tile[axis + 1]));
  }
  base = arithmetic(state, base);
  store(state, tensor, {at(0), at(0)}, fold_unused(state, base, {}));
}

void add_dead_code(State& state, Wire from) {
  const std::int64_t count = state.choices.choose("dead.operations", 1, 4);
  Wire value = arithmetic(state, from);
  for (std::int64_t i = 0; i < count; ++i) value = binary(state, Opcode::add, value, value);
}

}  // namespace tilefuzz::generators
