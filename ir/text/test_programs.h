#pragma once

#include <span>
#include <string_view>

namespace tilefuzz::ir::test {

// Programs in canonical text that together use every operation, attribute and hint, all launch and grid
// forms and all control forms. For the tests of this folder.
std::span<const std::string_view> canonical_programs();

}  // namespace tilefuzz::ir::test
