#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "ir/program.h"
#include "targets/target.h"
#include "targets/tileiras/bytecode/module.h"
#include "targets/tileiras/lower/tokens.h"

namespace tilefuzz::targets::tileiras {

struct LowerOptions {
  bytecode::Version version;  // of the file
  TokenPolicy tokens = TokenPolicy::minimal;
  std::string arch;      // "sm_120": hint key in files before 13.3
  bool no_wrap = false;  // say `nsw` where the program says that overflow does not occur
};

struct Lowered {
  bytecode::Module module;
  Abi abi;
  std::vector<SourceMapEntry> source_map;
};

// A program as Tile IR, operation by operation (docs/ir.md has the correspondence). Fails where Tile IR has
// no way to say an operation; what the tool would refuse for its own rules (extents, element types) is
// written down all the same, because a campaign may want to see it refused.
Result<Lowered, EmitError> lower(const ir::Program& program, const LowerOptions& options);

// Smallest file version in which the program can be said.
bytecode::Version needed_version(const ir::Program& program);

// Debug location of an operation: its line, or its place in text order where the program was never text.
std::int32_t emitted_line(const SourcePosition& position, std::int32_t ordinal);

// The Tile IR operation that every lowering of an operation contains; empty where it may need none.
std::optional<bytecode::Opcode> principal(const ir::Program& program, const ir::Op& op);

}  // namespace tilefuzz::targets::tileiras
