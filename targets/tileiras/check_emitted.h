#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/program.h"
#include "targets/tileiras/lower/lower.h"

namespace tilefuzz::targets::tileiras {

// Whether bytes, decoded, say the program: the module is the one that the options ask for, and at the
// location of every operation of the program stands, in text order, the Tile IR operation that it needs.
// Empty: yes.
std::optional<std::string> check_bytecode(const ir::Program& program, const LowerOptions& options,
                                          std::string_view bytes);

}  // namespace tilefuzz::targets::tileiras
