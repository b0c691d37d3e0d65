#include "generators/phases/ensure.h"

#include "generators/access.h"
#include "generators/values.h"

namespace tilefuzz::generators {

int input_tensor(const State&) { return 0; }
int output_tensor(const State& state) { return state.tensors.size() > 1 ? 1 : 0; }

namespace {

// Loads of the prologue: most from where the public kernels take them.
Wire load_from(State& state, int usual, const Index& first, std::int32_t rows, std::int32_t columns) {
  const int other = usual == output_tensor(state) ? input_tensor(state) : output_tensor(state);
  const int tensor = state.choices.chance("prologue.other_tensor", 10) ? other : usual;
  const bool second_tile = state.choices.chance("prologue.second_tile", 15);
  return load(state, tensor, {second_tile ? at(1) : first, at(0)}, rows, columns);
}

void split(State& state) {
  const Wire work = ensure(state, Slot::work);
  for (int part = 0; part < state.sizes.parts; ++part) {
    const std::array<Index, 2> index{at(0), at(part)};
    state.wires[static_cast<std::size_t>(Slot::first) + static_cast<std::size_t>(part)] =
        slice(state, work, index, state.sizes.rows, state.sizes.block);
  }
}

}  // namespace

Wire ensure(State& state, Slot slot) {
  if (state.wire(slot) != kNone) return state.wire(slot);
  const Sizes& sizes = state.sizes;
  const ir::Element accumulator = state.row->accumulator;
  Wire made = kNone;
  switch (slot) {
    case Slot::work:
      made = cast(state, load_from(state, input_tensor(state), state.row_index, sizes.rows, sizes.panel()),
                  accumulator);
      break;
    case Slot::right:
      made = load_from(state, output_tensor(state), at(0), sizes.panel(), sizes.panel());
      break;
    case Slot::cross:
      made = load_from(state, input_tensor(state), at(0), sizes.block, sizes.block);
      break;
    case Slot::next:
      made = cast(state, ensure(state, Slot::cross), accumulator);
      break;
    default:
      split(state);
      return state.wire(slot);
  }
  state.wire(slot) = made;
  return made;
}

}  // namespace tilefuzz::generators
