#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

// What one of gather, scatter, atomic has in which slot; -1: it has not.
struct Slots {
  int value = -1;  // -1: the result
  int fill = -1;   // or the expected value of `cas`
  int mask = -1;
};

Slots slots_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::gather:
      return {.value = -1, .fill = 3, .mask = 2};
    case Opcode::scatter:
      return {.value = 2, .fill = -1, .mask = 3};
    default:
      return {.value = 2, .fill = 3, .mask = 4};
  }
}

bool atomic_exists(AtomicKind kind, Element element) {
  const bool word = element == Element::i32 || element == Element::i64;
  switch (kind) {
    case AtomicKind::add:
      return word || is_float_arithmetic(element);
    case AtomicKind::xchg:
    case AtomicKind::cas:
      return word || element == Element::f32 || element == Element::f64;
    default:
      return word;
  }
}

void check_atomic(const OpView& view, Element element) {
  const std::int64_t number = view.op.attribute(AttributeKey::atomic).value_or(0);
  if (number < 0 || number > static_cast<std::int64_t>(AtomicKind::cas)) return;
  const auto kind = static_cast<AtomicKind>(number);
  const std::string_view name = row(AttributeKey::atomic).words[static_cast<std::size_t>(number)];
  if (!atomic_exists(kind, element))
    view.broken(Rule::atomic_kind, say("there is no atomic ", name, " on ", numeric::name(element)),
                "add: i32 i64 and floats; xchg, cas: i32 i64 f32 f64; others: i32 i64");
  const bool expected = !view.slot(3).empty();
  if (expected != (kind == AtomicKind::cas))
    view.broken(Rule::atomic_expected, expected ? say("`", name, "` takes no expected value")
                                                : std::string("`cas` needs an expected value"));
}

void check_lanes(const OpView& view, int slot, const Type& access, Rule rule) {
  if (slot < 0) return;
  for (const Operand& operand : view.slot(slot)) {
    if (!broadcasts(view.type(operand), access))
      view.broken(rule, say(typed(view.program, operand), " does not broadcast to the access shape ",
                            shape_text(access.shape())));
  }
}

}  // namespace

void check_indexed(const OpView& view) {
  const Slots slots = slots_of(view.op.code);
  const Type& tensor = view.slot_type(0);
  const Type& access = slots.value < 0 ? view.result_type() : view.slot_type(slots.value);
  if (view.slot(1).size() != tensor.rank) {
    view.broken(Rule::access_rank, say(typed(view, 0), " of rank ", int{tensor.rank}, ", ",
                                       view.slot(1).size(), " index tiles"));
    return;
  }
  if (tensor.element != access.element)
    view.broken(Rule::access_element, say(typed(view, 0), " does not hold ", to_string(access)));
  if (slots.fill >= 0 && !view.slot(slots.fill).empty() &&
      view.slot_type(slots.fill).element != tensor.element)
    view.broken(Rule::access_element, say(typed(view, 0), " does not hold ", typed(view, slots.fill)));
  check_lanes(view, 1, access, Rule::access_index_shape);
  check_lanes(view, slots.fill, access, Rule::access_mask_shape);
  check_lanes(view, slots.mask, access, Rule::access_mask_shape);
  if (view.op.code == Opcode::atomic) check_atomic(view, tensor.element);
}

}  // namespace tilefuzz::ir
