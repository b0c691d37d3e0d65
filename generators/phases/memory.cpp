#include "generators/phases/memory.h"

#include <array>

#include "generators/access.h"
#include "generators/phases/ensure.h"
#include "generators/phases/update.h"
#include "generators/sinks.h"
#include "generators/values.h"

namespace tilefuzz::generators {
namespace {

Wire solved(State& state) {
  return state.wire(Slot::second) != kNone ? state.wire(Slot::second) : ensure(state, Slot::work);
}

// Parts that nobody took ride along.
Wire with_parts(State& state, Wire value) {
  if (state.sizes.parts < 4) return value;
  for (const Slot slot : {Slot::third, Slot::fourth}) {
    const Wire part = state.wire(slot);
    if (part == kNone || state.type(part) != state.type(value)) continue;
    value = binary(state, ir::Opcode::add, value, part);
  }
  return value;
}

Place store_place(State& state) {
  const auto column = static_cast<std::int32_t>(state.choices.pick("store.column", {{0, 85}, {1, 15}}));
  const Index row = state.choices.chance("store.row_0", 20) ? at(0) : block_row(state);
  return {row, at(column)};
}

}  // namespace

void store_phase(State& state) {
  const Wire value = with_parts(state, solved(state));
  store(state, output_tensor(state), store_place(state), value);
}

void reload_phase(State& state) {
  if (!state.allows(Feature::memory_again)) return;
  const Wire second = ensure(state, Slot::second);
  const ir::Type type = state.type(second);
  const Wire loaded = load(state, output_tensor(state), store_place(state), type.extents[0], type.extents[1]);
  const Wire fresh = cast(state, arithmetic(state, loaded), type.element);
  state.wire(Slot::second) =
      state.choices.chance("reload.add", 60) ? binary(state, ir::Opcode::add, second, fresh) : fresh;
}

void final_store_phase(State& state) {
  if (!state.allows(Feature::memory_again)) return;
  const std::array<Slot, 3> slots{Slot::second, Slot::next, Slot::cross};
  const auto index = state.choices.pick("final.value", {{0, 6, "second"}, {1, 2, "next"}, {2, 2, "cross"}});
  const Wire value = index == 0 ? solved(state) : ensure(state, slots[static_cast<std::size_t>(index)]);
  store(state, output_tensor(state), store_place(state), value);
}

}  // namespace tilefuzz::generators
