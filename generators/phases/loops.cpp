#include "generators/phases/loops.h"

#include <algorithm>
#include <array>

#include "generators/access.h"
#include "generators/phases/ensure.h"
#include "generators/phases/update.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Combine;
using ir::Opcode;
using ir::Operand;
using ir::Predicate;

namespace {

Wire load_left(State& state, const Index& p) {
  const int tensor =
      state.choices.chance("left.from_output", 25) ? output_tensor(state) : input_tensor(state);
  const Place place = state.choices.chance("left.by_row", 30) ? Place{p, at(0)} : Place{at(0), p};
  return load(state, tensor, place, state.sizes.rows, state.sizes.panel());
}

Wire load_right(State& state, const Index& p) {
  const int tensor =
      state.choices.chance("right.from_output", 25) ? output_tensor(state) : input_tensor(state);
  const Wire right = load(state, tensor, {p, at(0)}, state.sizes.panel(), state.sizes.panel());
  return state.choices.chance("right.transposed", 25) ? transpose(state, right) : right;
}

Wire right_for(State& state, bool inside, Wire before, const Index& p) {
  return inside ? load_right(state, p) : before;
}

}  // namespace

void chain_phase(State& state) {
  const Wire work = ensure(state, Slot::work);
  const Trips trips = draw_trips(state, 70);
  const bool inside = state.choices.chance("chain.right_inside", 50);
  const Wire before = inside ? kNone : ensure(state, Slot::right);
  const bool adds = state.choices.chance("chain.adds", 50);
  LoopStyle style;
  style.growth = Growth::held;
  const std::vector<Wire> init{work};
  state.wire(Slot::work) =
      loop(state, trips, init, style, [&](const Index& p, std::span<const Wire> carried) {
        const Wire start = adds ? carried[0] : constant(state, state.type(work), 0);
        // Operands of a narrow element must not meet what several products add up to.
        const Wire left = limit(state, carried[0], 1e3);
        return std::vector<Wire>{multiply(state, left, right_for(state, inside, before, p), start)};
      })[0];
}

void accumulators_phase(State& state) {
  if (!state.allows(Feature::accumulators)) return update_phase(state);
  const Wire work = ensure(state, Slot::work);
  const Trips trips = draw_trips(state, 70);
  const auto count = static_cast<std::size_t>(state.choices.choose("accumulators", 2, 3));
  const Wire right = ensure(state, Slot::right);
  std::vector<Wire> init{work};
  while (init.size() < count)
    init.push_back(constant(state, state.type(work), static_cast<double>(init.size() - 1)));
  const std::vector<Wire> after =
      loop(state, trips, init, {}, [&](const Index& p, std::span<const Wire> carried) {
        const Wire left = load_left(state, p);
        std::vector<Wire> next{multiply(state, left, right, carried[0])};
        for (std::size_t i = 1; i < carried.size(); ++i)
          next.push_back(
              multiply(state, left, i == 1 ? transpose(state, right) : load_right(state, p), carried[i]));
        return next;
      });
  Wire sum = after[0];
  for (std::size_t i = 1; i < after.size(); ++i)
    sum = binary(state, state.choices.chance("accumulators.subtract", 30) ? Opcode::sub : Opcode::add, sum,
                 after[i]);
  state.wire(Slot::work) = sum;
}

Trips extent_trips(State& state, int tensor_index, int axis, std::int32_t tile) {
  Tensor& tensor = state.tensor(tensor_index);
  const auto place = static_cast<std::size_t>(axis);
  if (tensor.fixed[place] == 0) {
    const std::int64_t drawn = tile * state.choices.choose("extent.tiles", 0, state.most_trips - 1) +
                               state.choices.pick("extent.rest", {{tile, 3}, {1, 1}, {tile / 2, 2}});
    tensor.fixed[place] = std::max<std::int64_t>({drawn, tensor.needed[place], 1});
  }
  const std::int64_t most = (tensor.fixed[place] + tile - 1) / tile;
  const Wire extent =
      state.made(state.build.extent(tensor.value, axis), static_cast<double>(tensor.fixed[place]));
  const Wire up = state.made(state.build.add(extent, Operand::constant(tile - 1)), largest(ir::Element::i32));
  const Wire count =
      state.made(state.build.binary(Opcode::div, up, Operand::constant(tile)), static_cast<double>(most));
  return {count, most, true};
}

void extent_phase(State& state) {
  const int tensor = input_tensor(state);
  if (!state.says(Opcode::extent) || !state.says(Opcode::div)) return update_phase(state);
  const Wire work = ensure(state, Slot::work);
  const std::int32_t panel = state.sizes.panel();
  const Trips trips = extent_trips(state, tensor, state.tensor(tensor).rank - 1, panel);
  const bool inside = state.choices.chance("extent.right_inside", 60);
  const Wire before = inside ? kNone : ensure(state, Slot::right);
  const std::vector<Wire> init{work};
  state.wire(Slot::work) = loop(state, trips, init, {}, [&](const Index& p, std::span<const Wire> carried) {
    const Wire left = load(state, tensor, {at(0), p}, state.sizes.rows, panel);
    return std::vector<Wire>{multiply(state, left, right_for(state, inside, before, p), carried[0])};
  })[0];
}

void branch_phase(State& state) {
  const Wire work = ensure(state, Slot::work);
  const Trips trips = draw_trips(state, 70);
  const Wire right = ensure(state, Slot::right);
  const bool other_side = state.choices.chance("branch.else", 40);
  const auto predicate = static_cast<Predicate>(state.choices.choose("branch.predicate", 0, 5));
  const std::vector<Wire> init{work};
  state.wire(Slot::work) = loop(state, trips, init, {}, [&](const Index& p, std::span<const Wire> carried) {
    const Wire left = load_left(state, p);
    const Wire go = state.made(state.build.cmp(predicate, p.operand, Operand::constant(1)), 1);
    double bound = state.bound(carried[0]);
    const auto product = [&](Wire b) -> ir::Builder::Values {
      const Wire value = multiply(state, left, b, carried[0]);
      bound = std::max(bound, state.bound(value));
      return {value};
    };
    const auto otherwise = [&]() -> ir::Builder::Values {
      return other_side ? product(transpose(state, right)) : ir::Builder::Values{carried[0]};
    };
    const Wire result = state.build.if_else(
        go, [&] { return product(right); }, otherwise)[0];
    return std::vector<Wire>{state.made(result, bound)};
  })[0];
}

void online_phase(State& state) {
  const bool sayable = state.says(Opcode::reduce) && state.says(Opcode::exp2) && state.says(Opcode::max) &&
                       state.allows(Feature::reduction);
  if (!sayable || !numeric::is_float(state.row->accumulator)) return update_phase(state);
  const Wire work = ensure(state, Slot::work);
  const ir::Type type = state.type(work);
  const std::int32_t rows = type.extents[0];
  const Trips trips = draw_trips(state, 70);
  const Wire query = load(state, input_tensor(state), {at(0), at(0)}, rows, state.sizes.panel());
  const std::array<std::int32_t, 2> line_shape{rows, 1};
  const std::vector<Wire> init{work, constant(state, type.with_shape(line_shape), -100),
                               constant(state, type.with_shape(line_shape), 0)};
  LoopStyle style;
  style.growth = Growth::multiplies;
  const std::vector<Wire> after =
      loop(state, trips, init, style, [&](const Index& p, std::span<const Wire> carried) {
        const Wire keys = load_right(state, p);
        Wire scores = multiply(state, query, keys, constant(state, type, 0));
        scores = limit(state, scores, 8);
        const Wire most = reshape(state, reduce(state, Combine::max, scores, 1), line_shape);
        const Wire top = state.made(binary(state, Opcode::max, carried[1], most), 100);
        const Wire shifted = binary(state, Opcode::sub, scores, broadcast(state, top, type.shape()));
        // Not above 0, since the maximum was taken away.
        const Wire weights = state.made(state.build.unary(Opcode::exp2, shifted), 1);
        const Wire rescale =
            state.made(state.build.unary(Opcode::exp2, binary(state, Opcode::sub, carried[1], top)), 1);
        const Wire total = reshape(state, reduce(state, Combine::add, weights, 1), line_shape);
        const Wire sum = binary(state, Opcode::add, binary(state, Opcode::mul, carried[2], rescale), total);
        const Wire old_part = binary(state, Opcode::mul, carried[0], broadcast(state, rescale, type.shape()));
        return std::vector<Wire>{multiply(state, weights, load_right(state, p), old_part), top, sum};
      });
  const Wire both = binary(state, Opcode::add, after[1], after[2]);
  state.wire(Slot::work) = binary(state, Opcode::add, after[0], broadcast(state, both, type.shape()));
}

void storing_phase(State& state) {
  if (!state.allows(Feature::memory_again)) return update_phase(state);
  const Wire work = ensure(state, Slot::work);
  const Trips trips = draw_trips(state, 70);
  const Wire right = ensure(state, Slot::right);
  const int tensor = output_tensor(state);
  state.tensor(tensor).written = true;
  LoopStyle style;
  style.growth = Growth::held;
  style.storing = true;
  const bool same_place = state.choices.chance("storing.same_place", 40);
  const std::vector<Wire> init{work};
  state.wire(Slot::work) =
      loop(state, trips, init, style, [&](const Index& p, std::span<const Wire> carried) {
        const Place place{at(0), same_place ? at(0) : p};
        const Wire left = load(state, tensor, place, state.sizes.rows, state.sizes.panel());
        const Wire next = multiply(state, left, right, carried[0]);
        store(state, tensor, {at(0), p}, next);
        return std::vector<Wire>{next};
      })[0];
}

}  // namespace tilefuzz::generators
