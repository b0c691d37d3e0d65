#pragma once

#include <span>
#include <string_view>

#include "targets/target.h"

namespace tilefuzz::targets {

// Every built-in target. A new one is one line in registry.cpp.
std::span<const Target* const> registry();

// Null when there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace tilefuzz::targets
