#pragma once

#include <optional>
#include <string>

#include "ir/program.h"

namespace tilefuzz::campaign {

// The first trap of any launch row, as a sentence; empty when every row runs cleanly. Validity is a matter
// of execution (design section 5).
std::optional<std::string> first_trap(const ir::Program& program);

}  // namespace tilefuzz::campaign
