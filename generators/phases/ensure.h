#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// The wire, made by loads and splits if it is not there yet.
Wire ensure(State& state, Slot slot);

// Tensors of the program by role, in `State::tensors`: the one that is only read, and the one that is
// written.
int input_tensor(const State& state);
int output_tensor(const State& state);

}  // namespace tilefuzz::generators
