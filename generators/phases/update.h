#pragma once

#include "generators/control.h"
#include "generators/state.h"

namespace tilefuzz::generators {

// work += left(p) * right for p in 0 .. trips: the left-looking update of a panel from what is stored
// already. Trips at run time or fixed, one or two accumulators, the right operand from before the loop or
// loaded in it.
void update_phase(State& state);
// The same in a loop nest, over rows and columns of tiles.
void nest_phase(State& state);

// At run time (mostly) or fixed.
Trips draw_trips(State& state, int run_time_percent);
// The row of tiles that this block works on: program_id 0 in a grid of one, or 0.
Index block_row(const State& state);

}  // namespace tilefuzz::generators
