#pragma once

#include <string>

#include "core/result.h"
#include "targets/tileiras/bytecode/module.h"
#include "targets/tileiras/bytecode/wire.h"

namespace tilefuzz::targets::tileiras::bytecode {

// The bytes of a Tile IR bytecode file of the module's version. Fails (offset 0) where the module says what
// that version cannot: an operation, type, flag or attribute value that came later.
//
// Container: 7F "TileIR" 00, major, minor, u16 tag; sections (id, length, alignment, padding, payload); 00.
// Layout per the public specification, docs.nvidia.com/cuda/tile-ir, section "bytecode".
Result<std::string, FormatError> encode(const Module& module);

}  // namespace tilefuzz::targets::tileiras::bytecode
