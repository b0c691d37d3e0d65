#pragma once

#include <cstdint>

namespace tilefuzz::targets::tileiras::bytecode {

// Format version 13.MINOR of the file header. Compilers accept every minor up to their own
// (`tileiras --list-versions`), so the version of a file is a choice, not a consequence.
struct Version {
  std::uint8_t minor = 3;

  auto operator<=>(const Version&) const = default;
};

constexpr std::uint8_t kMajor = 13;
constexpr Version kOldest{1};
constexpr Version kNewest{5};

}  // namespace tilefuzz::targets::tileiras::bytecode
