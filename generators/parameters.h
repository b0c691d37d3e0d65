#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// Draws what the program says about its tensors (extents, strides, facts) and the launch rows that go with
// it; call it when all accesses are written and the grid is set. Every launch row keeps all facts, and is
// large enough for the unpadded loads.
void finish_parameters(State& state);

}  // namespace tilefuzz::generators
