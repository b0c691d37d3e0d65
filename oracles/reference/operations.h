#pragma once

#include "oracles/reference/machine.h"

namespace tilefuzz::reference {

// The operations without regions. Each gives its result, or null after Machine::fail(). Those without a
// result give an empty tile.
TilePtr run_operation(Machine& machine, const ir::Op& op);

// The families, by what they work on.
TilePtr run_source(Machine& machine, const ir::Op& op);   // constant iota program_id num_programs extent
TilePtr run_integer(Machine& machine, const ir::Op& op);  // elementwise on integers
TilePtr run_float(Machine& machine, const ir::Op& op);    // elementwise on floats
TilePtr run_compare(Machine& machine, const ir::Op& op);
TilePtr run_select(Machine& machine, const ir::Op& op);
TilePtr run_cast(Machine& machine, const ir::Op& op);
TilePtr run_bitcast(Machine& machine, const ir::Op& op);
TilePtr run_shape(Machine& machine, const ir::Op& op);    // reshape permute broadcast extract insert concat
TilePtr run_combine(Machine& machine, const ir::Op& op);  // reduce scan
TilePtr run_mma(Machine& machine, const ir::Op& op);
TilePtr run_mma_scaled(Machine& machine, const ir::Op& op);
TilePtr run_access(Machine& machine, const ir::Op& op);   // load store
TilePtr run_indexed(Machine& machine, const ir::Op& op);  // gather scatter
TilePtr run_atomic(Machine& machine, const ir::Op& op);
TilePtr run_buffer(Machine& machine, const ir::Op& op);  // alloc read write
TilePtr run_assume(Machine& machine, const ir::Op& op);

}  // namespace tilefuzz::reference
