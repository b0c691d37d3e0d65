#pragma once

#include <cstdint>

#include "ir/program.h"

namespace tilefuzz::ir {

// Equality and hash modulo value numbering, names and source positions: what two programs mean and how
// they ask for it (hints and facts included), not how they are spelled. Extent names are compared by the
// order of their first appearance.
bool equal(const Program& a, const Program& b);
std::uint64_t hash(const Program& program);

// Renumbers values in text order (left-hand side before what follows it) and drops unused numbers.
void renumber(Program& program);

}  // namespace tilefuzz::ir
