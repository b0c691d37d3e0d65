#include <algorithm>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool casts(Element from, Element to) {
  if (from == to || to == Element::i1) return false;
  if (numeric::is_float(from) && numeric::is_float(to)) return true;
  return !is_storage_only(from) && !is_storage_only(to);
}

void check_cast(const OpView& view, Element from, Element to) {
  if (casts(from, to)) return;
  std::string why = from == to ? "it changes nothing"
                    : to == Element::i1
                        ? "an i1 comes from a comparison"
                        : say("there is no cast between integers and ",
                              numeric::name(is_storage_only(from) ? from : to), ", go through f32");
  view.broken(Rule::cast_pair, say("from ", typed(view, 0), " to ", numeric::name(to)), std::move(why));
}

void check_bitcast(const OpView& view, Element from, Element to) {
  if (is_storage_only(from) || is_storage_only(to)) {
    view.broken(Rule::storage_only_arithmetic,
                say("between ", numeric::name(from), " and ", numeric::name(to)));
  } else if (from == to || numeric::bit_width(from) != numeric::bit_width(to)) {
    view.broken(Rule::bitcast_width,
                say("from ", numeric::name(from), " (", numeric::bit_width(from), " bits) to ",
                    numeric::name(to), " (", numeric::bit_width(to), " bits)"),
                "the elements differ and have equal width");
  }
}

}  // namespace

void check_convert(const OpView& view) {
  const Type& from = view.slot_type(0);
  const Type& to = view.result_type();
  if (!std::ranges::equal(from.shape(), to.shape()))
    view.broken(Rule::convert_shape, say(typed(view, 0), " to the shape ", shape_text(to.shape()),
                                         "; the shape stays ", shape_text(from.shape())));
  if (view.op.code == Opcode::cast) {
    check_cast(view, from.element, to.element);
  } else {
    check_bitcast(view, from.element, to.element);
  }
}

void check_assume(const OpView& view) {
  const Element element = view.slot_type(0).element;
  if (!is_number(element)) {
    view.broken(Rule::assume_fact, say(typed(view, 0), " is not of integers"));
    return;
  }
  const auto divisor = view.op.attribute(AttributeKey::divisor);
  const auto lower = view.op.attribute(AttributeKey::lower);
  const auto upper = view.op.attribute(AttributeKey::upper);
  if (!divisor && !lower && !upper) view.broken(Rule::assume_fact, "states nothing");
  if (divisor && (*divisor < 1 || !fits_element(*divisor, element)))
    view.broken(Rule::assume_fact,
                say("multiple of ", *divisor, "; a divisor is positive and fits ", numeric::name(element)));
  for (const auto& bound : {lower, upper}) {
    if (bound && !fits_element(*bound, element))
      view.broken(Rule::assume_fact, say("the bound ", *bound, " does not fit ", numeric::name(element)));
  }
  if (lower && upper && *lower > *upper)
    view.broken(Rule::assume_fact, say("from ", *lower, " to ", *upper, " holds no number"));
}

}  // namespace tilefuzz::ir
