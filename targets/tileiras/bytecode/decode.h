#pragma once

#include <string_view>

#include "core/result.h"
#include "targets/tileiras/bytecode/module.h"
#include "targets/tileiras/bytecode/wire.h"

namespace tilefuzz::targets::tileiras::bytecode {

// Reads a Tile IR bytecode file of version 13.1 to 13.5, whoever wrote it. Structure is checked (lengths,
// counts, indices into tables, value numbers in scope, result and region counts), meaning is not. Any bytes
// may be given.
Result<Module, FormatError> decode(std::string_view bytes);

}  // namespace tilefuzz::targets::tileiras::bytecode
