#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// second += first * cross: couples the column parts.
void middle_phase(State& state);
// For each column (or row) p of a part: take it out, spread it over the part, keep it where a comparison with
// p says so.
void panel_phase(State& state);
// Splits `work` into column parts.
void split_phase(State& state);

}  // namespace tilefuzz::generators
