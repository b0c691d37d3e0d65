#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

// The element that a flag is about: of the first value operand that is not the condition.
Element subject(const OpView& view) {
  for (const Operand& operand : view.op.operands) {
    const Type& type = view.type(operand);
    if (operand.is_value() && type.is_value()) return type.element;
  }
  return Element::i32;
}

Combine combine(const OpView& view) {
  return static_cast<Combine>(view.op.attribute(AttributeKey::combine).value_or(0));
}

bool is_combination(const OpView& view) {
  return view.op.code == Opcode::reduce || view.op.code == Opcode::scan;
}

bool signedness_means(const OpView& view) {
  switch (view.op.code) {
    case Opcode::cast:
      return is_number(subject(view)) || is_number(view.result_type().element);
    case Opcode::atomic: {
      const auto kind = static_cast<AtomicKind>(view.op.attribute(AttributeKey::atomic).value_or(0));
      return (kind == AtomicKind::min || kind == AtomicKind::max) && is_number(view.slot_type(2).element);
    }
    case Opcode::reduce:
    case Opcode::scan:
      return (combine(view) == Combine::min || combine(view) == Combine::max) && is_number(subject(view));
    default:
      return is_number(subject(view));
  }
}

bool means_something(const OpView& view, AttributeKey key) {
  switch (key) {
    case AttributeKey::is_unsigned:
      return signedness_means(view);
    case AttributeKey::wrap:
      return is_number(subject(view)) &&
             (!is_combination(view) || combine(view) == Combine::add || combine(view) == Combine::mul);
    case AttributeKey::propagate_nan:
      return numeric::is_float(subject(view)) &&
             (!is_combination(view) || combine(view) == Combine::min || combine(view) == Combine::max);
    case AttributeKey::contract:
    case AttributeKey::flush:
    case AttributeKey::approximate:
      return numeric::is_float(subject(view));
    case AttributeKey::unsigned_a:
      return view.slot_type(0).element == Element::i8;
    case AttributeKey::unsigned_b:
      return view.slot_type(1).element == Element::i8;
    case AttributeKey::precision:
      return view.slot_type(0).element == Element::f32;
    case AttributeKey::fast_accumulate:
      return numeric::is_float(view.slot_type(0).element) && view.slot_type(0).element != Element::f64;
    default:
      return true;
  }
}

}  // namespace

void check_flags(const OpView& view) {
  for (const Attribute& attribute : view.op.attributes) {
    if (means_something(view, attribute.key)) continue;
    view.broken(Rule::flag_meaning, say("`", row(attribute.key).name, "` means nothing on ",
                                        numeric::name(subject(view)), " elements here"));
  }
}

}  // namespace tilefuzz::ir
