#pragma once

#include "ir/verify/report.h"

namespace tilefuzz::ir {

// Whether numbers, counts and nesting are such that the other rules may look at the program.
bool check_structure(const Program& program, Report& report);

}  // namespace tilefuzz::ir
