#pragma once

#include <string>

#include "targets/tileiras/bytecode/module.h"

namespace tilefuzz::targets::tileiras::bytecode {

// Readable form of a module, for reports, `--emit tileir` and comparisons. Everything is written out (types,
// constants as hexadecimal bytes, locations), so two modules of equal text mean the same whatever the order
// of their tables. Not MLIR: no other tool reads it.
std::string print(const Module& module);
std::string print_type(const Module& module, TypeId type);

}  // namespace tilefuzz::targets::tileiras::bytecode
