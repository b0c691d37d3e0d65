#pragma once

#include <vector>

#include "generators/state.h"

namespace tilefuzz::generators {

// So that nothing that a grammar wrote is dead: values that nobody took are folded into one that is stored.

// Results of the block's operations that nothing in it uses (operations inside regions see to their own).
std::vector<Wire> unused_values(const State& state, const ir::Block& block);

// `into` combined with `value`, whatever their shapes and elements; has the type of `into`, a tile of rank 2.
Wire fold(State& state, Wire into, Wire value);

// Folds what the block being written left unused, all but `kept`, into the value.
Wire fold_unused(State& state, Wire into, std::span<const Wire> kept);

// At the end of the kernel: what is still unused is folded into one value, which is stored.
void final_sink(State& state, int tensor);

// A few operations that nothing uses, for compilers that must remove them.
void add_dead_code(State& state, Wire from);

}  // namespace tilefuzz::generators
