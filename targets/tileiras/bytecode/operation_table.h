#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "targets/tileiras/bytecode/opcode.h"

namespace tilefuzz::targets::tileiras::bytecode {

// How one operation stands in the file: opcode, result types, flags, attributes, operands, regions.
// The table in operation_table.cpp is written in a notation, parsed once:
//   R2            two result types;  R0 a literal count 0;  R- nothing;  Rn a count, then types
//   F{a,b}@3      a flags varint, bit 0 = a, bit 1 = b, present from version 13.3 on
//   A(kind:name?=5@3 …)  attributes in order; `?`: present iff the flag of that name is set;
//                 `@3`: present from 13.3 on, older files mean the value after `=`
//   O(# x n:y* z?)  operands; `#`: the total count goes first; `n:y*` a group with its own count;
//                 `y*` all that remain (needs #); `z?` present iff flagged
//   G1            number of regions
struct OperationRow {
  enum class Results : std::uint8_t { fixed, literal_zero, nothing, counted };
  enum class Kind : std::uint8_t { scalar, boolean, tagged, tagged_array, hints, int32_list, bool_list };

  struct Attribute {
    Kind kind = Kind::scalar;
    std::string_view type;  // rnd, ovf, …: for the printer
    std::string_view name;
    std::int8_t flag = -1;  // bit that says whether it is there; -1: always
    std::uint8_t since = 1;
    std::uint64_t before = 0;  // value that older files mean
  };
  struct Operand {
    enum class Count : std::uint8_t { one, optional, counted_group, rest };
    std::string_view name;
    Count count = Count::one;
    std::int8_t flag = -1;
  };

  Opcode opcode = Opcode::return_;
  std::string_view name;
  std::uint8_t since = 1;
  Results results = Results::nothing;
  std::uint8_t result_count = 0;
  bool has_flags = false;
  std::uint8_t flags_since = 1;
  absl::InlinedVector<std::string_view, 5> flags;
  absl::InlinedVector<Attribute, 4> attributes;
  absl::InlinedVector<Operand, 5> operands;
  bool total_first = false;
  std::uint8_t regions = 0;

  // Bit of a flag; 0 when there is no such flag.
  std::uint32_t bit(std::string_view flag) const;
  std::size_t scalar_count() const;
};

// Null when the opcode is not one of the table.
const OperationRow* find_row(std::uint64_t opcode);
const OperationRow& row(Opcode opcode);
std::optional<Opcode> opcode_named(std::string_view name);

// For the test of the table: opcodes in order.
std::uint16_t highest_opcode();

}  // namespace tilefuzz::targets::tileiras::bytecode
