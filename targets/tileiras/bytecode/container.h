#pragma once

#include <cstdint>
#include <string_view>

namespace tilefuzz::targets::tileiras::bytecode {

// What encoder and decoder agree on.
constexpr std::string_view kMagic{"\x7fTileIR\0", 8};
constexpr std::uint8_t kAligned = 0x80;  // on a section id: an alignment follows the length
constexpr std::uint8_t kPrivateFunction = 0x01;
constexpr std::uint8_t kEntryFunction = 0x02;
constexpr std::uint8_t kFunctionHasHints = 0x04;

enum class Section : std::uint8_t {
  end = 0,
  strings = 1,
  functions = 2,
  debug = 3,
  constants = 4,
  types = 5,
  globals = 6,
  producer = 7,
};

}  // namespace tilefuzz::targets::tileiras::bytecode
