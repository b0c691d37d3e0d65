#pragma once

#include <optional>

#include "ir/program.h"
#include "oracles/reference/trap.h"

namespace tilefuzz::reference {

// What the interpreter relies on without looking again: operands as the table has them, numbers of values and
// enumerations in their range, tiles of a size that exists. The verifier has far more rules; this keeps
// programs that it never saw from doing harm.
std::optional<Trap> check_structure(const ir::Program& program);

}  // namespace tilefuzz::reference
