#pragma once

#include "ir/program.h"
#include "ir/text/scope.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

// `tile 1`
bool read_version(TokenStream& tokens);

// `kernel @name(parameters) grid [extents]` and the hint and launch clauses, up to the body's brace.
// Parameters that were refused are bound all the same, with a poison type.
bool read_header(TokenStream& tokens, Program& program, Scope& scope);

}  // namespace tilefuzz::ir
