#pragma once

#include <cstdint>

namespace tilefuzz {

// A place in a text. Lines and columns count from 1 (columns in bytes); 0 means unknown.
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool known() const { return line != 0; }
  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

}  // namespace tilefuzz
