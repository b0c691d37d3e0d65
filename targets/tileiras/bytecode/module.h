#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "targets/tileiras/bytecode/attribute.h"
#include "targets/tileiras/bytecode/opcode.h"
#include "targets/tileiras/bytecode/type.h"

namespace tilefuzz::targets::tileiras::bytecode {

// The content of a Tile IR bytecode file as plain values: what the encoder writes and the decoder returns.

// Values are numbered by one counter per function: block arguments, then results in order of appearance.
// At the end of a block the counter returns to where it stood before the block, and the results of the
// operation that holds the block come after.
using ValueId = std::uint32_t;
using DebugId = std::uint32_t;  // 1-based index into Module::debug; 0: none

struct Block;

// Fields are filled as the operation's row in the operation table says.
struct Operation {
  // Not inline: GCC 12 takes moves of a visibly empty absl::InlinedVector for reads of uninitialised memory.
  explicit Operation(Opcode code = Opcode::return_);

  Opcode opcode = Opcode::return_;
  std::uint32_t flags = 0;  // bits in the order of the row's flag names
  DebugId location = 0;
  absl::InlinedVector<TypeId, 2> results;
  absl::InlinedVector<std::uint64_t, 4> scalars;  // enum, integer and id attributes; absent ones are 0
  absl::InlinedVector<std::int32_t, 4> numbers;   // an integer or boolean list attribute
  std::vector<Attribute> attributes;              // a tagged attribute, an array of them, or hints
  absl::InlinedVector<ValueId, 4> operands;
  absl::InlinedVector<std::uint32_t, 2> groups;  // sizes of the operand groups that carry a count
  std::vector<Block> regions;                    // every region is one block

  bool operator==(const Operation& other) const;
};

struct Block {
  std::vector<TypeId> arguments;
  std::vector<Operation> operations;

  bool operator==(const Block&) const = default;
};

struct Function {
  StringId name = 0;
  TypeId type = 0;
  bool entry = true;
  DebugId location = 0;          // must be a `location` record when there is one
  std::vector<Attribute> hints;  // at most one, tag hints
  Block body;                    // its arguments are the parameters

  bool operator==(const Function&) const = default;
};

enum class DebugTag : std::uint8_t {
  compile_unit = 1,   // file
  file = 2,           // name string, directory string
  lexical_block = 3,  // scope, file, line, column
  location = 4,       // scope, file string, line, column
  subprogram = 5,     // file, line, name string, linkage string, compile unit, scope line
  call_site = 6,      // callee, caller
};

struct DebugRecord {
  DebugTag tag = DebugTag::location;
  absl::InlinedVector<std::uint64_t, 6> fields;

  bool operator==(const DebugRecord&) const = default;
};

struct Global {
  StringId name = 0;
  TypeId type = 0;
  ConstantId value = 0;
  std::uint64_t alignment = 0;
  bool is_private = false;
  bool is_constant = false;

  bool operator==(const Global&) const = default;
};

struct Module {
  Version version;
  std::vector<std::string> strings;
  std::vector<Type> types;
  std::vector<std::string> constants;  // raw little-endian elements; a splat is one element
  std::vector<DebugRecord> debug;
  std::vector<Global> globals;
  std::vector<Function> functions;

  bool operator==(const Module&) const = default;
};

}  // namespace tilefuzz::targets::tileiras::bytecode
