#pragma once

#include "ir/program.h"
#include "ir/text/scope.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

// `launch {%a = [4, 4] strides [4, 1] offset 64, %n = 3}`: one more row of Program::launches, arguments in
// parameter order.
bool read_launch(TokenStream& tokens, Program& program, const Scope& scope);

}  // namespace tilefuzz::ir
