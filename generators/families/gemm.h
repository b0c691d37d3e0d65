#pragma once

#include "generators/control.h"
#include "generators/families/family.h"
#include "generators/state.h"

namespace tilefuzz::generators {

// What dense_gemm and sparse_gemm share: C = epilogue(A * B) by tiles. The accumulator is the wire `work`, an
// m x n tile; tensors, tile extents and this block's place are in State::gemm.

// Tensors' extents are settled here, in tiles of the block and tails, and the grid follows from them: an axis
// each, one flattened axis, or constants.
void settle_extents(State& state, bool tails);
// The place of this block, from program_id.
void place_block(State& state);

// Trips of a loop over K: fixed, from the extent, or a parameter (drawn).
Trips trips_over_k(State& state, int run_time_percent);
// c + sum of A(row, k) * B(k, column).
Wire product(State& state, const Trips& trips, Wire start, int stages_percent);

// second product of the same operands · chain with another matrix · loop of rows · epilogue · store and
// reload.
void gemm_phases(State& state);
// Stores the accumulator with everything that is still unused, to this block's tile of C.
void store_result(State& state);

}  // namespace tilefuzz::generators
