#include <bit>

#include "numeric/integer.h"
#include "oracles/reference/elementwise.h"

namespace tilefuzz::reference {
namespace {

using ir::Element;
using ir::Predicate;
using numeric::Signedness;

enum class Order : std::uint8_t { less, equal, greater, unordered };

bool holds(Predicate predicate, Order order) {
  switch (predicate) {
    case Predicate::eq:
      return order == Order::equal;
    case Predicate::ne:
      return order != Order::equal;
    case Predicate::lt:
      return order == Order::less;
    case Predicate::le:
      return order == Order::less || order == Order::equal;
    case Predicate::gt:
      return order == Order::greater;
    case Predicate::ge:
      return order == Order::greater || order == Order::equal;
  }
  return false;
}

template <class Number>
Order order_of(Number a, Number b) {
  if (a < b) return Order::less;
  if (a == b) return Order::equal;
  return a > b ? Order::greater : Order::unordered;
}

}  // namespace

TilePtr run_compare(Machine& machine, const ir::Op& op) {
  const Element e = operand_element(machine, op);
  const auto predicate = static_cast<Predicate>(op.attribute(ir::AttributeKey::predicate).value_or(0));
  if (numeric::is_integer(e)) {
    const auto sign =
        op.has(ir::AttributeKey::is_unsigned) ? Signedness::without_sign : Signedness::with_sign;
    return map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
      return holds(predicate, order_of(numeric::compare(e, sign, a, b), 0)) ? 1 : 0;
    });
  }
  if (e == Element::f32) {
    return map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
      return holds(predicate, order_of(std::bit_cast<float>(static_cast<std::uint32_t>(a)),
                                       std::bit_cast<float>(static_cast<std::uint32_t>(b))))
                 ? 1
                 : 0;
    });
  }
  return map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) -> std::uint64_t {
    return holds(predicate, order_of(numeric::decode(e, a), numeric::decode(e, b))) ? 1 : 0;
  });
}

TilePtr run_select(Machine& machine, const ir::Op& op) {
  const ir::Type type = machine.result_type(op);
  const auto count = static_cast<std::size_t>(type.element_count());
  const auto condition = machine.view(op.operands[0], Element::i1, count);
  if (!condition) return nullptr;
  const auto a = machine.view(op.operands[1], type.element, count);
  if (!a) return nullptr;
  const auto b = machine.view(op.operands[2], type.element, count);
  if (!b || !machine.spend(type.element_count())) return nullptr;
  auto out = std::make_shared<Tile>(count);
  const bool marks = condition->marks || a->marks || b->marks;
  for (std::size_t i = 0; i < count; ++i) {
    const View& side = (condition->at(i) & 1) != 0 ? *a : *b;
    out->bits[i] = side.at(i);
    if (marks) out->add_mark(i, static_cast<std::uint8_t>((condition->mark(i) & kPoison) | side.mark(i)));
  }
  return out;
}

}  // namespace tilefuzz::reference
