#pragma once

#include "ir/program.h"

namespace tilefuzz::app {

// Runs every launch row in the trap interpreter and prints what each tensor that the kernel wrote holds:
// its first elements and a hash of all; or the trap, after which nothing is known. Whether no row trapped.
bool print_reference_outputs(const ir::Program& program, bool json);

}  // namespace tilefuzz::app
