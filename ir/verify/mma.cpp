#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool is_fp8(Element element) { return element == Element::f8e4m3 || element == Element::f8e5m2; }
bool is_scaled_operand(Element element) { return is_fp8(element) || element == Element::f4e2m1; }

bool legal(Element a, Element b, Element c) {
  if (is_fp8(a) && is_fp8(b)) return c == Element::f32 || c == Element::f16;
  if (a != b) return false;
  switch (a) {
    case Element::f16:
      return c == Element::f16 || c == Element::f32;
    case Element::bf16:
    case Element::tf32:
    case Element::f32:
      return c == Element::f32;
    case Element::f64:
      return c == Element::f64;
    case Element::i8:
      return c == Element::i32;
    default:
      return false;
  }
}

// Ranks and extents of a, b and c, which are slots 0, `b` and `c` of the row.
bool check_extents(const OpView& view, int b_slot, int c_slot) {
  const Type& a = view.slot_type(0);
  const Type& b = view.slot_type(b_slot);
  const Type& c = view.slot_type(c_slot);
  const auto text = [&] { return say(typed(view, 0), ", ", typed(view, b_slot), ", ", typed(view, c_slot)); };
  if (a.rank < 2 || a.rank > 3 || b.rank != a.rank || c.rank != a.rank ||
      (a.rank == 3 && (a.extents[0] != b.extents[0] || a.extents[0] != c.extents[0]))) {
    view.broken(Rule::mma_rank, say(text(), " do not have rank 2, or rank 3 with one leading extent"));
    return false;
  }
  const std::size_t m = a.rank - 2U;
  const std::size_t before = view.report.count();
  if (a.extents[m + 1] != b.extents[m])
    view.broken(Rule::mma_inner_extents, say(typed(view, 0), " has ", a.extents[m + 1], " columns, ",
                                             typed(view, b_slot), " has ", b.extents[m], " rows"));
  if (c.extents[m] != a.extents[m] || c.extents[m + 1] != b.extents[m + 1])
    view.broken(Rule::mma_outer_extents, say(typed(view, c_slot), " does not have ", a.extents[m],
                                             " rows and ", b.extents[m + 1], " columns"));
  return view.report.count() == before;
}

// Elements of a group along K that share one scale; 0: this pair does not exist.
bool group_fits(Element operand, Element scale, std::int32_t group) {
  if (is_fp8(operand)) return scale == Element::f8e8m0 && group == 32;
  if (scale == Element::f8e4m3) return group == 16;
  return scale == Element::f8e8m0 && (group == 16 || group == 32);
}

void check_scale(const OpView& view, int operand_slot, int scale_slot, bool left) {
  const Type& operand = view.slot_type(operand_slot);
  const Type& scale = view.slot_type(scale_slot);
  const std::size_t k = operand.rank - (left ? 1U : 2U);
  bool good = scale.rank == operand.rank;
  for (std::size_t i = 0; good && i < operand.rank; ++i)
    good = i == k || scale.extents[i] == operand.extents[i];
  const std::int32_t groups = good ? scale.extents[k] : 0;
  if (good && groups > 0 && operand.extents[k] % groups == 0 &&
      group_fits(operand.element, scale.element, operand.extents[k] / groups)) {
    return;
  }
  view.broken(Rule::mma_scale, say(typed(view, scale_slot), " does not scale ", typed(view, operand_slot)),
              "one f8e8m0 per 32 along K; for f4e2m1 also one f8e8m0 or f8e4m3 per 16");
}

}  // namespace

void check_mma(const OpView& view) {
  check_extents(view, 1, 2);
  const Element a = view.slot_type(0).element;
  const Element b = view.slot_type(1).element;
  const Element c = view.slot_type(2).element;
  if (!legal(a, b, c)) {
    view.broken(Rule::mma_elements,
                say("there is no ", numeric::name(a), " * ", numeric::name(b), " + ", numeric::name(c)),
                "f16 f16 f16|f32, bf16 bf16 f32, tf32 tf32 f32, f32 f32 f32, f64 f64 f64, i8 i8 i32, "
                "fp8 fp8 f16|f32");
    return;
  }
  if (a == Element::f32 && !view.has(AttributeKey::precision))
    view.broken(Rule::mma_precision, "f32 operands need `precision ieee` or `precision tf32`");
}

void check_mma_scaled(const OpView& view) {
  const Element a = view.slot_type(0).element;
  const Element b = view.slot_type(2).element;
  const Element c = view.slot_type(4).element;
  const bool same_family = a == b || (is_fp8(a) && is_fp8(b));
  if (!is_scaled_operand(a) || !same_family || c != Element::f32) {
    view.broken(Rule::mma_elements, say("there is no block-scaled ", numeric::name(a), " * ",
                                        numeric::name(b), " + ", numeric::name(c)));
    return;
  }
  if (view.slot_type(1).element != view.slot_type(3).element) {
    view.broken(Rule::mma_scale, say(typed(view, 1), " and ", typed(view, 3), " have different elements"));
    return;
  }
  if (!check_extents(view, 2, 4)) return;
  check_scale(view, 0, 1, true);
  check_scale(view, 2, 3, false);
}

}  // namespace tilefuzz::ir
