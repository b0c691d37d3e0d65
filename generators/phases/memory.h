#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// Stores the solved part (or the whole tile, if it was never split) to the output.
void store_phase(State& state);
// Loads the solved part again from the output.
void reload_phase(State& state);
// Another store of the solved part, to another place; what a kernel ends with.
void final_store_phase(State& state);

}  // namespace tilefuzz::generators
