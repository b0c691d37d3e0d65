#pragma once

#include "generators/state.h"

namespace tilefuzz::generators {

// The trailing update next += f(p) * f(p)^T over what was stored, and a store of it, under `if n != 0`.
void guarded_phase(State& state);
// The same without the condition.
void trailing_phase(State& state);

}  // namespace tilefuzz::generators
