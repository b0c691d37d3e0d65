#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool is_elementwise(const OpRow& entry) {
  return entry.result == ResultRule::elementwise || entry.result == ResultRule::compare ||
         entry.result == ResultRule::choose;
}

bool kind_fits(Accepts accepts, TypeKind kind) {
  switch (accepts) {
    case Accepts::mma_left:
    case Accepts::anything:
      return kind == TypeKind::tile || kind == TypeKind::sparse;
    case Accepts::tensor:
      return kind == TypeKind::tensor;
    case Accepts::any_tensor:
      return kind == TypeKind::tensor || kind == TypeKind::sparse_tensor;
    case Accepts::buffer:
      return kind == TypeKind::buffer;
    default:
      return kind == TypeKind::tile;
  }
}

std::string_view kind_wanted(Accepts accepts) {
  switch (accepts) {
    case Accepts::mma_left:
    case Accepts::anything:
      return "a tile or sparse value";
    case Accepts::tensor:
      return "a dense tensor parameter";
    case Accepts::any_tensor:
      return "a tensor parameter";
    case Accepts::buffer:
      return "a buffer";
    default:
      return "a tile or scalar";
  }
}

bool element_fits(Accepts accepts, Element element) {
  switch (accepts) {
    case Accepts::arithmetic:
      return numeric::has_arithmetic(element) && element != Element::i1;
    case Accepts::arithmetic_float:
      return is_float_arithmetic(element);
    case Accepts::integer:
    case Accepts::index:
      return is_number(element);
    case Accepts::integer_or_bool:
      return numeric::is_integer(element);
    case Accepts::boolean:
      return element == Element::i1;
    case Accepts::index_tile:
      return element == Element::i32 || element == Element::i64;
    default:
      return true;
  }
}

std::string_view element_wanted(Accepts accepts) {
  switch (accepts) {
    case Accepts::arithmetic:
      return "i8 i16 i32 i64 f16 bf16 f32 f64";
    case Accepts::arithmetic_float:
      return "f16 bf16 f32 f64";
    case Accepts::integer_or_bool:
      return "i1 i8 i16 i32 i64";
    case Accepts::boolean:
      return "i1";
    case Accepts::index_tile:
      return "i32 i64";
    default:
      return "i8 i16 i32 i64";
  }
}

bool wants_scalar(const OpView& view, Accepts accepts) {
  return accepts == Accepts::index || view.op.code == Opcode::if_ || view.op.code == Opcode::condition;
}

Rule kind_rule(const OpView& view, const Type& type, const Slot& slot) {
  if (type.kind != TypeKind::sparse || slot.accepts == Accepts::buffer) return Rule::operand_kind;
  if (view.op.code == Opcode::mma && slot.name != "a") return Rule::mma_sparse_side;
  return Rule::sparse_use;
}

bool literal_fits(const OpView& view, const Slot& slot) {
  if (!kind_fits(slot.accepts, TypeKind::tile)) return false;
  // Elementwise operations give a literal its partner's element; their own rules look at it.
  return element_fits(slot.accepts, Element::i32) ||
         (is_elementwise(view.row) && slot.accepts == Accepts::arithmetic_float);
}

void check_literal(const OpView& view, const Slot& slot, Operand operand) {
  if (literal_fits(view, slot)) return;
  const bool kind = !kind_fits(slot.accepts, TypeKind::tile);
  view.broken(kind ? Rule::operand_kind : Rule::operand_element,
              say("`", slot.name, "` is the literal ", operand.number, ", but takes ",
                  kind ? kind_wanted(slot.accepts) : element_wanted(slot.accepts)));
}

void check_operand(const OpView& view, const Slot& slot, Operand operand) {
  if (operand.literal) {
    check_literal(view, slot, operand);
    return;
  }
  const Type& type = view.program.type(operand.number);
  if (!kind_fits(slot.accepts, type.kind)) {
    view.broken(kind_rule(view, type, slot), say("`", slot.name, "` is ", typed(view.program, operand),
                                                 ", but takes ", kind_wanted(slot.accepts)));
    return;
  }
  if (type.rank != 0 && wants_scalar(view, slot.accepts)) {
    view.broken(Rule::operand_kind,
                say("`", slot.name, "` is ", typed(view.program, operand), ", but takes a scalar"));
    return;
  }
  if (element_fits(slot.accepts, type.element)) return;
  const bool arithmetic = slot.accepts == Accepts::arithmetic || slot.accepts == Accepts::arithmetic_float;
  view.broken(
      arithmetic && is_storage_only(type.element) ? Rule::storage_only_arithmetic : Rule::operand_element,
      say("`", slot.name, "` is ", typed(view.program, operand), ", but takes elements ",
          element_wanted(slot.accepts)));
}

}  // namespace

bool check_operands(const OpView& view) {
  const std::size_t before = view.report.count();
  const auto& op = view.op;
  std::size_t next = 0;
  for (std::size_t i = 0; i < view.row.slots.size(); ++i) {
    const std::size_t count = op.counts.empty() ? 1 : op.counts[i];
    for (std::size_t k = 0; k < count; ++k) check_operand(view, view.row.slots[i], op.operands[next++]);
  }
  return view.report.count() == before;
}

}  // namespace tilefuzz::ir
