#include "generators/phases/update.h"

#include "generators/access.h"
#include "generators/phases/ensure.h"
#include "generators/values.h"

namespace tilefuzz::generators {

Trips draw_trips(State& state, int run_time_percent) {
  const bool run_time =
      state.allows(Feature::run_time_trips) && state.choices.chance("trips.run_time", run_time_percent);
  return run_time ? run_time_trips(state)
                  : fixed_trips(static_cast<std::int32_t>(state.choices.choose("trips.fixed", 1, 4)));
}

Index block_row(const State& state) { return state.row_index; }

namespace {

// Where a loop's loads go with its induction variable.
Place moving_place(State& state, const Index& induction) {
  switch (state.choices.pick("update.place",
                             {{0, 60, "0,p"}, {1, 15, "row,p"}, {2, 12, "p,0"}, {3, 13, "0,0"}})) {
    case 0:
      return {at(0), induction};
    case 1:
      return {block_row(state), induction};
    case 2:
      return {induction, at(0)};
    default:
      return {at(0), at(0)};
  }
}

int drawn_tensor(State& state) {
  return state.choices.chance("update.from_input", 10) ? input_tensor(state) : output_tensor(state);
}

}  // namespace

void update_phase(State& state) {
  const Wire work = ensure(state, Slot::work);
  const Trips trips = draw_trips(state, 88);
  const std::int32_t rows = state.sizes.rows;
  const std::int32_t panel = state.sizes.panel();
  const bool right_inside = state.choices.chance("update.right_inside", 20);
  const bool right_turned = state.choices.chance("update.right_transposed", 15);
  const Wire before = right_inside ? kNone : ensure(state, Slot::right);
  const bool two = state.allows(Feature::accumulators) &&
                   state.choices.chance("update.two_accumulators", 12) &&
                   state.has_room(std::int64_t{8} * rows * panel);
  std::vector<Wire> init{work};
  if (two) init.push_back(constant(state, state.type(work), 0));
  const int tensor = drawn_tensor(state);
  const std::vector<Wire> after =
      loop(state, trips, init, {}, [&](const Index& p, std::span<const Wire> carried) {
        const Wire left = load(state, tensor, moving_place(state, p), rows, panel);
        Wire right = right_inside ? load(state, tensor, moving_place(state, p), panel, panel) : before;
        if (right_turned) right = transpose(state, right);
        std::vector<Wire> next{multiply(state, left, right, carried[0])};
        if (two) next.push_back(multiply(state, left, transpose(state, right), carried[1]));
        return next;
      });
  state.wire(Slot::work) = two ? binary(state, ir::Opcode::add, after[0], after[1]) : after[0];
}

void nest_phase(State& state) {
  if (!state.allows(Feature::nesting)) return;
  const Wire work = ensure(state, Slot::work);
  const Trips outer = draw_trips(state, 60);
  const Trips inner = draw_trips(state, 40);
  const int tensor = drawn_tensor(state);
  const Wire right = ensure(state, Slot::right);
  const auto body = [&](const Index& i, std::span<const Wire> carried) {
    return loop(state, inner, carried, {}, [&](const Index& j, std::span<const Wire> sums) {
      const Wire left = load(state, tensor, {i, j}, state.sizes.rows, state.sizes.panel());
      return std::vector<Wire>{multiply(state, left, right, sums[0])};
    });
  };
  const std::vector<Wire> init{work};
  state.wire(Slot::work) = loop(state, outer, init, {}, body)[0];
}

}  // namespace tilefuzz::generators
