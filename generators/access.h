#pragma once

#include <array>

#include "generators/state.h"

namespace tilefuzz::generators {

// Loads and stores of two-dimensional tiles. A tensor of rank 3 is accessed at 0 along its first axis, with
// the axis squeezed away or reshaped away (drawn).

using Place = std::array<Index, 2>;  // tile numbers

Index at(std::int32_t number);

// Out of range reads a padding, or the launch extents are made large enough (drawn).
Wire load(State& state, int tensor, const Place& place, std::int32_t rows, std::int32_t columns);
// The value is cast to the tensor's element. Out of range is dropped.
void store(State& state, int tensor, const Place& place, Wire value);

// With `state.hint_percent`, a hint that the target takes at this place is put on the operation written last.
void hint_access(State& state);
void hint_loop(State& state, ir::Op& loop, int stages_percent);
void hint_kernel(State& state);

}  // namespace tilefuzz::generators
