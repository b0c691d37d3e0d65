#pragma once

#include <string_view>
#include <vector>

#include "generators/state.h"

namespace tilefuzz::generators {

// What all families begin and end with.

// Launch rows, share of hints, share of opaque phases.
void draw_style(State& state);
// An mma row whose tile multiples divide `granule`. `usual` weighs rows up; rows with a weight of 0 are left
// out unless there are no others. Null: the architecture has none that fits.
const targets::MmaRow* draw_mma_row(State& state, bool sparse, std::int32_t granule,
                                    std::uint32_t (*usual)(const targets::MmaRow&));
// The largest extents up to `most` whose rows x columns tile (of `bytes` an element) fits the budgets `times`
// over.
bool fits_budget(const State& state, std::int64_t rows, std::int64_t columns, std::int64_t bytes, int times);

// Sinks, dead code, kernel hints, parameters, launch rows; ends the program.
ir::Program finish(State& state, int output);

// Weights for draw_mma_row.
std::uint32_t weight_of_floats(const targets::MmaRow& row);
std::uint32_t weight_of_all(const targets::MmaRow& row);

}  // namespace tilefuzz::generators
