#pragma once

#include "generators/control.h"
#include "generators/state.h"

namespace tilefuzz::generators {

// Loops around mma that are no factorization's: each takes `work` (rows x panel, an accumulator) and hands it
// on.

// The product of one iteration is an operand of the next.
void chain_phase(State& state);
// Two or three accumulators of a loop share an operand; they are added up behind it.
void accumulators_phase(State& state);
// As many iterations as an extent has tiles; the extent is known at run time only.
void extent_phase(State& state);
// The product stands in a branch of the loop's body.
void branch_phase(State& state);
// Row maxima, rescaling, exponentials between two products, as attention has them.
void online_phase(State& state);
// Every iteration stores what it has, and loads what an earlier one stored.
void storing_phase(State& state);

// Trips over a tensor's axis in steps of `tile`, computed from its extent.
Trips extent_trips(State& state, int tensor, int axis, std::int32_t tile);

}  // namespace tilefuzz::generators
