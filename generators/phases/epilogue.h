#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// A drawn chain of `least_steps` to `most_steps` elementwise steps on a tile of rank 2, with what real
// epilogues have: scale, bias, activation, residual, mask, row statistics, a detour through a narrower
// element. Keeps the type. `bias`: a tensor that biases and residuals may be loaded from, at `place`; -1:
// none.
struct EpilogueSource {
  int tensor = -1;
  Index row;
  Index column;
};
Wire epilogue(State& state, Wire value, int least_steps, int most_steps, const EpilogueSource& source);

// As a phase: on what the stores write.
void epilogue_phase(State& state);
// A scan along an axis of the block x block tile.
void scan_phase(State& state);

}  // namespace tilefuzz::generators
