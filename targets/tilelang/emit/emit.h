#pragma once

#include "targets/target.h"
#include "targets/tilelang/emit/options.h"

namespace tilefuzz::targets::tilelang {

// The one file of an emitted program.
inline constexpr std::string_view kProgramFile = "program.py";

// Writes a verified program as a Python file whose `build()` returns a TileLang prim_func. Sound for every
// program that the profile's rules accept; the error says what TileLang has no words for.
Result<Emitted, EmitError> emit_program(const ir::Program& program, const EmitOptions& options);

}  // namespace tilefuzz::targets::tilelang
