#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {

void check_combine(const OpView& view) {
  const Type& type = view.slot_type(0);
  const std::int64_t axis = view.op.attribute(AttributeKey::axis).value_or(0);
  if (axis < 0 || axis >= type.rank)
    view.broken(Rule::axis_range, say("axis ", axis, " of ", typed(view, 0)));
  if (is_storage_only(type.element)) {
    view.broken(Rule::storage_only_arithmetic, say(typed(view, 0), " is not combined"), "cast it to f32");
    return;
  }
  const auto combine = static_cast<Combine>(view.op.attribute(AttributeKey::combine).value_or(0));
  const bool bitwise = combine == Combine::and_ || combine == Combine::or_ || combine == Combine::xor_;
  const bool good = bitwise ? numeric::is_integer(type.element) : type.element != Element::i1;
  if (good) return;
  view.broken(Rule::reduce_element, say(row(AttributeKey::combine).words[static_cast<std::size_t>(combine)],
                                        " does not exist on ", typed(view, 0)));
}

}  // namespace tilefuzz::ir
