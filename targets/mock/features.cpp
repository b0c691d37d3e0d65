#include <algorithm>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/mock/roots.h"

namespace tilefuzz::targets::mock {
namespace {

void raise_to(Features& features, std::string_view name, std::int64_t value) {
  auto& entry = features[std::string(name)];
  entry = std::max(entry, value);
}

void count_type(Features& features, const ir::Type& type) {
  if (!type.is_value() || type.rank == 0) return;
  ++features["element." + std::string(numeric::name(type.element))];
  raise_to(features, "columns", type.extents[type.rank - 1u]);
  if (type.rank >= 2) raise_to(features, "rows", type.extents[type.rank - 2u]);
  if (type.kind == ir::TypeKind::sparse) ++features["sparse"];
}

}  // namespace

Features features(const ir::Program& program) {
  Features found;
  ir::walk(program.body, [&](const ir::Op& op, int depth) {
    ++found["ops"];
    ++found[std::string(ir::row(op.code).name)];
    raise_to(found, "depth", depth);
    for (const ir::ValueId result : op.results) count_type(found, program.type(result));
    if (op.code == ir::Opcode::for_) {
      ++found["loops"];
      if (op.slot(1).size() == 1 && op.slot(1).front().is_value()) ++found["runtime_loops"];
      if (const auto stages = op.hint(ir::HintKey::stages)) raise_to(found, "stages", *stages);
    }
  });
  for (const ir::Param& param : program.params) {
    if (program.type(param.value).is_memory()) ++found["tensors"];
    if (param.align > 0) ++found["aligned"];
    for (const ir::Dim& dim : param.extents) found["dynamic"] += dim.is_static() ? 0 : 1;
  }
  for (const ir::Hint& hint : program.hints) {
    if (hint.key == ir::HintKey::occupancy) found["occupancy"] = hint.value;
  }
  return found;
}

bool holds(const Root& root, const Features& features) {
  using Relation = Root::Condition::Relation;
  return std::all_of(root.when.begin(), root.when.end(), [&](const Root::Condition& condition) {
    const auto entry = features.find(condition.feature);
    const std::int64_t value = entry == features.end() ? 0 : entry->second;
    switch (condition.relation) {
      case Relation::equal:
        return value == condition.value;
      case Relation::not_equal:
        return value != condition.value;
      case Relation::less:
        return value < condition.value;
      case Relation::at_most:
        return value <= condition.value;
      case Relation::more:
        return value > condition.value;
      case Relation::at_least:
        return value >= condition.value;
    }
    return false;
  });
}

}  // namespace tilefuzz::targets::mock
