#include "oracles/reference/structure.h"

#include <algorithm>

#include "ir/operation_table.h"
#include "ir/walk.h"

namespace tilefuzz::reference {
namespace {

// The IR's limit on the product of extents.
constexpr std::int64_t kLargestTile = std::int64_t{1} << 24;

bool is_sound(const ir::Type& type) {
  if (type.rank > ir::kMaxRank) return false;
  if (!type.is_value() && type.kind != ir::TypeKind::buffer) return true;
  std::int64_t count = 1;
  for (const std::int32_t extent : type.shape()) {
    if (extent < 1 || extent > kLargestTile) return false;
    count *= extent;
    if (count > kLargestTile) return false;
  }
  return true;
}

// Whether the operands are as many as the row's slots take, and the result is there.
bool fits_row(const ir::Op& op, const ir::OpRow& entry) {
  const bool may_lack = entry.result == ir::ResultRule::none || entry.result == ir::ResultRule::region ||
                        entry.result == ir::ResultRule::atomic_old;
  if (op.results.empty() && !may_lack) return false;
  if (!entry.has_counts()) return op.operands.size() == entry.slots.size();
  if (op.counts.size() != entry.slots.size()) return false;
  std::size_t expected = 0;
  for (std::size_t i = 0; i < op.counts.size(); ++i) {
    expected += op.counts[i];
    if (entry.slots[i].arity == ir::Arity::one && op.counts[i] != 1) return false;
    if (entry.slots[i].arity == ir::Arity::optional && op.counts[i] > 1) return false;
  }
  return op.operands.size() == expected;
}

bool is_sound(const ir::Program& program, const ir::Op& op) {
  const auto known = [&](ir::ValueId value) {
    return value >= 0 && static_cast<std::size_t>(value) < program.types.size();
  };
  if (static_cast<int>(op.code) >= ir::kOpcodeCount || !fits_row(op, ir::row(op.code))) return false;
  for (const ir::Operand& operand : op.operands) {
    if (!operand.literal && !known(operand.number)) return false;
  }
  for (const ir::ValueId value : op.results) {
    if (!known(value)) return false;
  }
  for (const ir::Block& region : op.regions) {
    for (const ir::ValueId value : region.arguments) {
      if (!known(value)) return false;
    }
  }
  for (const ir::Attribute& attribute : op.attributes) {
    if (static_cast<int>(attribute.key) >= ir::kAttributeKeyCount) return false;
    const auto words = ir::row(attribute.key).words;
    const bool counted =
        words.empty() || (attribute.value >= 0 && static_cast<std::size_t>(attribute.value) < words.size());
    if (!counted) return false;
  }
  return true;
}

int depth_of(const ir::Block& block, int depth) {
  if (depth > ir::kMaxRegionDepth) return depth;
  int deepest = depth;
  for (const ir::Op& op : block.ops) {
    for (const ir::Block& region : op.regions) deepest = std::max(deepest, depth_of(region, depth + 1));
  }
  return deepest;
}

}  // namespace

std::optional<Trap> check_structure(const ir::Program& program) {
  const auto malformed = [](std::string message, SourcePosition position) {
    return Trap{.kind = TrapKind::malformed, .message = std::move(message), .position = position};
  };
  for (const ir::Type& type : program.types) {
    if (!is_sound(type)) return malformed("a tile has extents below 1 or more than 2^24 elements", {});
  }
  for (const ir::Param& param : program.params) {
    if (param.value < 0 || static_cast<std::size_t>(param.value) >= program.types.size()) {
      return malformed("a parameter has no type", param.position);
    }
    for (const auto* dims : {&param.extents, &param.strides}) {
      for (const ir::Dim& dim : *dims) {
        if (dim.name >= 0 && static_cast<std::size_t>(dim.name) >= program.extent_names.size()) {
          return malformed("a parameter uses a name that does not exist", param.position);
        }
      }
    }
  }
  if (depth_of(program.body, 0) > ir::kMaxRegionDepth) return malformed("regions are nested too deep", {});
  std::optional<Trap> found;
  ir::walk(program.body, [&](const ir::Op& op, int) {
    if (!found && !is_sound(program, op)) {
      found = malformed("an operation lacks an operand, or has a number or word out of range", op.position);
    }
  });
  return found;
}

}  // namespace tilefuzz::reference
