#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "ir/program.h"

namespace tilefuzz::ir {

// All broken rules of rules.h, parameters first, then operations in text order. Empty: the program is
// valid. Takes any Program value, whatever its content: when its structure is broken (numbers out of
// range, wrong counts, nesting too deep), only that is reported. What an operation defines that the
// parser refused has type `poison`, and no rule looks at it.
std::vector<Diagnostic> verify(const Program& program);

}  // namespace tilefuzz::ir
