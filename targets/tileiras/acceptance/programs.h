#pragma once

#include <span>
#include <string>
#include <string_view>

#include "targets/profile.h"

namespace tilefuzz::targets::tileiras {

// One small program per operation of the IR that holds the operation with every element that the architecture
// has it for.
struct AcceptanceCase {
  std::string_view name;      // of the operation, with a word where there are several cases for one
  std::string_view elements;  // which elements $e runs over: see programs.cpp
  std::string_view parameters;
  std::string_view body;
  std::uint8_t since = 1;  // minor version
};

std::span<const AcceptanceCase> acceptance_cases();

// The program's text, or nothing where the architecture has none of the elements.
std::string acceptance_program(const AcceptanceCase& entry, const ArchProfile& arch);

}  // namespace tilefuzz::targets::tileiras
