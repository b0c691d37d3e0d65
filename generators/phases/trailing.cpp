#include "generators/phases/trailing.h"

#include "generators/access.h"
#include "generators/control.h"
#include "generators/phases/ensure.h"
#include "generators/phases/update.h"
#include "generators/values.h"

namespace tilefuzz::generators {
namespace {

// block x block: start + sum of f * g.
Wire trailing_update(State& state, const Trips& trips, Wire start) {
  const Sizes& sizes = state.sizes;
  const int tensor =
      state.choices.chance("trailing.from_input", 8) ? input_tensor(state) : output_tensor(state);
  const bool gram = state.choices.chance("trailing.gram", 80);
  const bool fixed_place = state.choices.chance("trailing.fixed_place", 55);
  const std::vector<Wire> init{start};
  const std::vector<Wire> after =
      loop(state, trips, init, {}, [&](const Index& p, std::span<const Wire> carried) {
        const Place place{at(0), fixed_place ? at(0) : p};
        const Wire f = cast(state, load(state, tensor, place, sizes.block, sizes.panel()), state.row->a);
        const Wire g = gram && state.element(f) == state.row->b
                           ? transpose(state, f)
                           : load(state, tensor, {p, at(0)}, sizes.panel(), sizes.block);
        return std::vector<Wire>{multiply(state, f, g, carried[0])};
      });
  return after[0];
}

Place next_place(State& state) {
  const auto column = static_cast<std::int32_t>(state.choices.pick("trailing.column", {{0, 85}, {1, 15}}));
  return {at(0), at(column)};
}

}  // namespace

void guarded_phase(State& state) {
  const Wire start = ensure(state, Slot::next);
  const Trips trips = run_time_trips(state);
  const Wire go = is_not_zero(state, trips.upper.number);
  const Wires outer = state.wires;
  const bool otherwise = state.choices.chance("guarded.else", 8);
  const std::function<ir::Builder::Values()> other = [&]() -> ir::Builder::Values {
    store(state, output_tensor(state), next_place(state), start);
    return {};
  };
  state.build.if_else(
      go,
      [&]() -> ir::Builder::Values {
        const bool run_time = state.choices.chance("guarded.run_time", 90);
        const Wire next = trailing_update(state, run_time ? trips : fixed_trips(2), start);
        store(state, output_tensor(state), next_place(state), next);
        return {};
      },
      otherwise ? other : std::function<ir::Builder::Values()>());
  state.wires = outer;
}

void trailing_phase(State& state) {
  if (!state.allows(Feature::memory_again)) return;
  const Wire start = ensure(state, Slot::next);
  const Trips trips = draw_trips(state, 85);
  const Wire next = trailing_update(state, trips, start);
  state.wire(Slot::next) = next;
  store(state, output_tensor(state), next_place(state), next);
}

}  // namespace tilefuzz::generators
