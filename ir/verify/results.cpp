#include "ir/infer.h"
#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 24;

// A type that stands in the text: is it of a kind that this operation gives?
bool written_kind_fits(const OpView& view, TypeKind kind) {
  if (view.op.code == Opcode::alloc) return kind == TypeKind::buffer;
  return kind == TypeKind::tile || (view.op.code == Opcode::load && kind == TypeKind::sparse);
}

}  // namespace

std::int64_t element_count(const Type& type) {
  std::int64_t count = 1;
  for (const std::int32_t extent : type.shape()) {
    if (extent < 1) return -1;
    count *= extent;
    if (count > kMaxElements) return -1;
  }
  return type.rank > 0 || type.kind == TypeKind::tile ? count : -1;
}

void check_type(const Program& program, ValueId value, SourcePosition position, Report& report) {
  const Type& type = program.type(value);
  if (is_unknown(type)) return;
  const bool sparse = type.kind == TypeKind::sparse || type.kind == TypeKind::sparse_tensor;
  if (sparse != (type.sparsity != Sparsity::none)) {
    report.add(Rule::type_sparsity, position,
               say(typed(program, value), sparse ? " names no sparsity" : " is not sparse"));
    return;
  }
  if (type.kind == TypeKind::tensor || type.kind == TypeKind::sparse_tensor) return;
  if (element_count(type) < 0) {
    report.add(Rule::type_extents, position,
               say("the extents of ", typed(program, value), " are not positive with a product up to ",
                   kMaxElements));
    return;
  }
  if (sparse && type.shape().back() % numeric::group_size(type.sparsity) != 0)
    report.add(Rule::sparse_group, position,
               say("the last extent of ", typed(program, value), " is not a multiple of ",
                   numeric::group_size(type.sparsity)));
}

void check_result(const OpView& view, bool clean) {
  if (view.op.results.empty() || view.row.result == ResultRule::region) return;
  const Type& type = view.result_type();
  if (view.row.result == ResultRule::written || !clean) return;
  const auto inferred = infer_result(view.program, view.op);
  if (!inferred) {
    view.broken(Rule::result_type, "its result type does not follow from its operands");
  } else if (*inferred != type) {
    view.broken(Rule::result_type, say("the result ", typed(view.program, view.op.results.front()),
                                       " has the type ", to_string(*inferred)));
  }
}

bool check_result_kind(const OpView& view) {
  if (view.row.result != ResultRule::written) return true;
  const Type& type = view.result_type();
  if (written_kind_fits(view, type.kind)) return true;
  view.broken(Rule::result_kind, say("gives no ", to_string(type)));
  return false;
}

}  // namespace tilefuzz::ir
