#include <algorithm>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

void check_shapes(const OpView& view) {
  const Type* first = nullptr;
  for (const Operand& operand : view.op.operands) {
    const Type& type = view.type(operand);
    if (type.rank == 0) continue;
    if (!first) {
      first = &type;
    } else if (!std::ranges::equal(first->shape(), type.shape())) {
      view.broken(Rule::elementwise_shape,
                  say(typed(view.program, operand), " has the shape ", shape_text(type.shape()),
                      ", the operands before it ", shape_text(first->shape())),
                  "broadcast it, or use a scalar");
    }
  }
}

void check_literal(const OpView& view, Operand literal, Element partner) {
  if (!numeric::is_integer(partner)) {
    view.broken(Rule::elementwise_literal,
                say("the literal ", literal.number, " stands beside ", numeric::name(partner), " elements"),
                "write a `constant`");
  } else if (!fits_element(literal.number, partner)) {
    view.broken(Rule::literal_range,
                say("the literal ", literal.number, " does not fit ", numeric::name(partner)));
  }
}

void check_elements(const OpView& view, std::span<const Operand> operands) {
  const auto first = std::ranges::find_if(operands, [](const Operand& o) { return o.is_value(); });
  const bool floats = view.row.slots.front().accepts == Accepts::arithmetic_float;
  if (first == operands.end()) {
    for (const Operand& literal : operands)
      check_literal(view, literal, floats ? Element::f32 : Element::i32);
    return;
  }
  const Element element = view.type(*first).element;
  for (const Operand& operand : operands) {
    if (operand.literal) {
      check_literal(view, operand, element);
    } else if (view.type(operand).element != element) {
      view.broken(Rule::elementwise_element,
                  say(typed(view.program, operand), " stands beside ", numeric::name(element), " elements"),
                  "cast one of them");
    }
  }
}

void check_compare(const OpView& view) {
  const Element element = view.type(view.op.operands[view.op.operands[0].literal ? 1 : 0]).element;
  if (is_storage_only(element)) {
    view.broken(Rule::storage_only_arithmetic, say(numeric::name(element), " elements are not compared"),
                "cast them to f32");
    return;
  }
  const auto predicate = static_cast<Predicate>(view.op.attribute(AttributeKey::predicate).value_or(0));
  if (element == Element::i1 && predicate != Predicate::eq && predicate != Predicate::ne)
    view.broken(Rule::cmp_predicate, "i1 is compared with eq and ne only");
}

}  // namespace

bool fits_element(std::int64_t number, Element element) {
  if (element == Element::i1) return number == 0 || number == 1;
  const int bits = numeric::bit_width(element);
  if (bits >= 64) return true;
  return number >= -(std::int64_t{1} << (bits - 1)) && number < (std::int64_t{1} << bits);
}

void check_elementwise(const OpView& view) {
  std::span<const Operand> operands = view.op.operands;
  if (view.op.code == Opcode::select) operands = operands.subspan(1);
  check_shapes(view);
  check_elements(view, operands);
  if (view.op.code == Opcode::cmp) check_compare(view);
}

}  // namespace tilefuzz::ir
