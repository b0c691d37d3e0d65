#include "targets/tileiras/check_emitted.h"

#include <vector>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/tileiras/bytecode/decode.h"
#include "targets/tileiras/bytecode/operation_table.h"

namespace tilefuzz::targets::tileiras {

namespace {

struct Placed {
  bytecode::Opcode opcode{};
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

void flatten(const bytecode::Module& module, const bytecode::Block& block, std::vector<Placed>& out) {
  for (const bytecode::Operation& operation : block.operations) {
    Placed placed{operation.opcode, 0, 0};
    if (operation.location != 0 && operation.location <= module.debug.size()) {
      const bytecode::DebugRecord& record = module.debug[operation.location - 1];
      if (record.tag == bytecode::DebugTag::location) {
        placed.line = record.fields[2];
        placed.column = record.fields[3];
      }
    }
    out.push_back(placed);
    for (const bytecode::Block& region : operation.regions) flatten(module, region, out);
  }
}

std::optional<std::string> compare(const ir::Program& program, const bytecode::Module& module) {
  std::vector<Placed> found;
  flatten(module, module.functions.front().body, found);
  std::optional<std::string> difference;
  std::int32_t ordinal = 1;  // the kernel's head is the first place
  ir::walk(program.body, [&](const ir::Op& op, int) {
    ++ordinal;
    const auto wanted = principal(program, op);
    if (!wanted || difference) return;
    const auto line = static_cast<std::uint64_t>(emitted_line(op.position, ordinal));
    for (const Placed& placed : found) {
      if (placed.opcode == *wanted && placed.line == line && placed.column == op.position.column) return;
    }
    difference = "line " + std::to_string(line) + ": no " + std::string(bytecode::row(*wanted).name) +
                 " stands for " + std::string(ir::row(op.code).name);
  });
  return difference;
}

}  // namespace

std::optional<std::string> check_bytecode(const ir::Program& program, const LowerOptions& options,
                                          std::string_view bytes) {
  const auto decoded = bytecode::decode(bytes);
  if (!decoded) {
    return "byte " + std::to_string(decoded.error().offset) + ": " + decoded.error().message;
  }
  if (decoded->functions.size() != 1) return "the file holds more than one function";
  const auto lowered = lower(program, options);
  if (!lowered) return lowered.error().message;
  if (!(*decoded == lowered->module)) return "the decoded module is another one";
  return compare(program, *decoded);
}

}  // namespace tilefuzz::targets::tileiras
