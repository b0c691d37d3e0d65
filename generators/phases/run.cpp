#include <algorithm>
#include <utility>

#include "generators/access.h"
#include "generators/control.h"
#include "generators/phases/ensure.h"
#include "generators/phases/phase.h"
#include "generators/sinks.h"

namespace tilefuzz::generators {
namespace {

// 0 in every launch row, and nobody can know it.
Wire never(State& state) {
  for (const Scalar& scalar : state.scalars) {
    if (scalar.use == Scalar::Use::flag) return scalar.value;
  }
  return state.add_scalar("off", Scalar::Use::flag,
                          std::vector<std::int64_t>(static_cast<std::size_t>(state.launch_rows), 0));
}

// Runs the phase inside a region. Gives the new values of `slots`, in their types; everything else that it
// made is folded into the first of them, or into a store.
std::vector<Wire> inside(State& state, const Phase& phase, std::span<const Slot> slots, const Wires& outer) {
  ++state.dead;
  phase.run(state);
  std::vector<Wire> fresh;
  for (const Slot slot : slots) {
    const Wire before = outer[static_cast<std::size_t>(slot)];
    Wire value = state.wire(slot);
    if (value == kNone || state.type(value) != state.type(before)) value = before;
    fresh.push_back(value);
  }
  const std::vector<Wire> unused = unused_values(state, state.build.block());
  const bool left = std::any_of(unused.begin(), unused.end(), [&](Wire value) {
    return std::find(fresh.begin(), fresh.end(), value) == fresh.end();
  });
  if (left && !fresh.empty()) {
    fresh.front() = fold_unused(state, fresh.front(), fresh);
  } else if (left) {
    final_sink(state, output_tensor(state));
  }
  --state.dead;
  state.wires = outer;
  return fresh;
}

}  // namespace

void run_opaque(State& state, const Phase& phase) {
  for (const Slot slot : phase.changes) ensure(state, slot);
  const Wire off = never(state);
  const Wires outer = state.wires;
  std::vector<Wire> init;
  for (const Slot slot : phase.changes) init.push_back(state.wire(slot));
  std::vector<Wire> results;
  if (state.choices.chance("opaque.loop", 35)) {
    LoopStyle style;
    style.exits = false;
    results = loop(state, {off, 0, true}, init, style, [&](const Index&, std::span<const Wire> carried) {
      for (std::size_t i = 0; i < carried.size(); ++i) state.wire(phase.changes[i]) = carried[i];
      Wires entry = state.wires;
      std::vector<Wire> fresh = inside(state, phase, phase.changes, entry);
      state.wires = outer;
      return fresh;
    });
  } else {
    const Wire go = is_not_zero(state, off);
    const std::vector<ir::Operand> old_values(init.begin(), init.end());
    results = state.build.if_else(
        go,
        [&]() -> ir::Builder::Values {
          const std::vector<Wire> fresh = inside(state, phase, phase.changes, outer);
          return {fresh.begin(), fresh.end()};
        },
        [&] { return old_values; });
    for (std::size_t i = 0; i < results.size(); ++i) state.made(results[i], state.bound(init[i]));
  }
  for (std::size_t i = 0; i < results.size(); ++i) state.wire(phase.changes[i]) = results[i];
}

void run_phases(State& state, std::span<const Phase> phases) {
  std::vector<const Phase*> order;
  for (const Phase& phase : phases) {
    if (state.choices.chance(phase.name, phase.percent)) order.push_back(&phase);
  }
  const auto last = static_cast<std::int64_t>(order.size()) - 1;
  if (state.allows(Feature::order) && last > 0) {
    if (state.choices.chance("phases.swap", 20)) {
      const auto place = static_cast<std::size_t>(state.choices.choose("phases.swap.at", 0, last - 1));
      std::swap(order[place], order[place + 1]);
    }
    if (state.choices.chance("phases.repeat", 15)) {
      const auto place = state.choices.choose("phases.repeat.at", 0, last);
      const Phase* again = order[static_cast<std::size_t>(place)];
      order.insert(order.begin() + state.choices.choose("phases.repeat.to", place, last) + 1, again);
    }
  }
  for (const Phase* phase : order) {
    const bool opaque = state.opaque_percent > 0 && state.choices.chance("opaque", state.opaque_percent);
    if (opaque) {
      run_opaque(state, *phase);
    } else {
      phase->run(state);
    }
  }
}

}  // namespace tilefuzz::generators
