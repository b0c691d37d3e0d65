#pragma once

#include <vector>

#include "targets/tileiras/bytecode/module.h"
#include "targets/tileiras/bytecode/wire.h"

namespace tilefuzz::targets::tileiras::bytecode {

// One record of the function section with its body. Tables of `module` must have been read before.
Function decode_function(ByteReader& in, const Module& module);

// Debug indices stand in pre-order from `start` on: the function, then every operation before those inside
// it.
void assign_locations(Function& function, const std::vector<DebugId>& locations, std::size_t start,
                      ByteReader& in);

}  // namespace tilefuzz::targets::tileiras::bytecode
