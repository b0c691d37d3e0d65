#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool fits_bits(std::int64_t bits, Element element) {
  const int width = numeric::bit_width(element);
  if (element == Element::i1) return bits == 0 || bits == 1;
  if (width >= 64) return true;
  if (numeric::is_integer(element)) {
    const std::int64_t half = std::int64_t{1} << (width - 1);
    return bits >= -half && bits < half;
  }
  return bits >= 0 && bits < (std::int64_t{1} << width);
}

}  // namespace

void check_constant(const OpView& view) {
  const Type& type = view.result_type();
  const auto& data = view.op.data;
  const std::int64_t count = element_count(type);
  if (count < 0) return;
  if (data.size() != 1 && static_cast<std::int64_t>(data.size()) != count) {
    view.broken(Rule::constant_data,
                say("has ", data.size(), " values for ", to_string(type), ", which takes 1 or ", count));
    return;
  }
  for (const std::int64_t bits : data) {
    if (fits_bits(bits, type.element)) continue;
    view.broken(Rule::constant_data, say("the bits ", bits, " do not fit ", numeric::name(type.element)));
    return;
  }
}

void check_iota(const OpView& view) {
  const Type& type = view.result_type();
  const std::int64_t axis = view.op.attribute(AttributeKey::axis).value_or(0);
  if (axis < 0 || axis >= type.rank) {
    view.broken(Rule::axis_range, say("axis ", axis, " of ", to_string(type)));
    return;
  }
  const std::int64_t last = type.extents[static_cast<std::size_t>(axis)] - std::int64_t{1};
  if (!is_number(type.element) || !fits_element(last, type.element))
    view.broken(Rule::iota_element, say(to_string(type), " does not hold the integers 0 to ", last));
}

void check_axis(const OpView& view) {
  const std::int64_t axis = view.op.attribute(AttributeKey::axis).value_or(0);
  const bool grid = view.op.code != Opcode::extent;
  const auto rank =
      grid ? static_cast<std::int64_t>(view.program.grid.size()) : std::int64_t{view.slot_type(0).rank};
  if (axis < 0 || axis >= rank)
    view.broken(Rule::axis_range, say("axis ", axis, " of ", grid ? std::string("the grid") : typed(view, 0),
                                      ", which has ", rank));
}

}  // namespace tilefuzz::ir
