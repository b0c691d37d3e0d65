#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/operation_table.h"

namespace tilefuzz::ir {

// One piece of an operation's text, read from OpRow::format once. Parser, printer and reference share it.
struct Piece {
  enum class Kind : std::uint8_t {
    operand,           // $slot
    operands,          // $slot...
    indices,           // [$slot...]
    permutation,       // [data]
    literal,           // literal
    attribute,         // <key>
    flag,              // {key}
    clause_attribute,  // (word <key>)?
    clause_operand,    // (word $slot)?
    comma,
    word,
  };
  Kind kind{};
  int slot = -1;
  AttributeKey key{};
  std::string_view word;  // of a clause, a flag (as the text spells it) or a plain word

  // Pieces that may be absent; neighbours of this sort are read in any order and printed in the table's.
  bool is_optional() const {
    return kind == Kind::flag || kind == Kind::clause_attribute || kind == Kind::clause_operand;
  }
};

std::span<const Piece> pieces(Opcode opcode);

}  // namespace tilefuzz::ir
