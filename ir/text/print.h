#pragma once

#include <string>

#include "ir/program.h"

namespace tilefuzz::ir {

// The canonical text of a program: parse(print(p)) is equal to p (compare.h), and print(parse(print(p))) is
// print(p). Names are kept, made unique where two would be visible together; values without one are numbered
// in text order. Any Program value may be printed: what no text can say shows as `!`, which no parser
// accepts.
std::string print(const Program& program);

}  // namespace tilefuzz::ir
