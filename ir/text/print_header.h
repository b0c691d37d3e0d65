#pragma once

#include <string>

#include "ir/program.h"
#include "ir/text/names.h"

namespace tilefuzz::ir {

// `kernel @name(...) grid [...] ...`, without the body. Names the parameters.
std::string header_text(const Program& program, Names& names);

}  // namespace tilefuzz::ir
