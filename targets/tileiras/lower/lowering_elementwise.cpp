#include <algorithm>

#include "ir/infer.h"
#include "numeric/format.h"
#include "targets/tileiras/lower/lowering.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;
using ir::AttributeKey;
using ir::Element;

namespace {

template <class Enum>
constexpr std::uint64_t number(Enum value) {
  return static_cast<std::uint64_t>(value);
}

std::uint64_t signedness(const ir::Op& op) {
  return number(op.has(AttributeKey::is_unsigned) ? bc::Signedness::is_unsigned : bc::Signedness::is_signed);
}

// Relaxations exist on f32 only; dropping one elsewhere is always allowed.
std::uint32_t flush(const ir::Op& op, Element element) {
  return op.has(AttributeKey::flush) && element == Element::f32 ? 1 : 0;
}

bc::Rounding rounding(const ir::Op& op, Element element, bc::Rounding exact) {
  return op.has(AttributeKey::approximate) && element == Element::f32 ? bc::Rounding::approx : exact;
}

std::uint64_t all_ones(Element element) { return numeric::bit_mask(element); }

}  // namespace

// Operands of one shape: a scalar stands for a tile of equal elements, a literal has its partners' element.
std::vector<Tile> Lowering::elementwise_operands(const ir::Op& op) {
  Element element = Element::i32;
  for (const ir::Operand& operand : op.operands) {
    if (operand.is_value()) element = program_.type(operand.number).element;
  }
  const ir::Type shape = ir::elementwise_shape(program_, op);
  std::vector<Tile> operands;
  for (const ir::Operand& operand : op.operands) {
    const Tile x = tile(operand, element);
    operands.push_back(x.type.rank == 0 && shape.rank > 0 ? broadcast(x, shape.shape()) : x);
  }
  return operands;
}

void Lowering::unary(const ir::Op& op) {
  const Tile x = elementwise_operands(op).front();
  const Element element = x.type.element;
  const bool integer = numeric::is_integer(element);
  const auto put = [&](Opcode opcode, std::initializer_list<std::uint64_t> scalars = {},
                       std::uint32_t flags = 0) { define(op, same(opcode, x, {x.value}, scalars, flags)); };
  switch (op.code) {
    case ir::Opcode::neg:
      return integer ? put(Opcode::negi, {0}) : put(Opcode::negf);
    case ir::Opcode::abs:
      return put(integer ? Opcode::absi : Opcode::absf);
    case ir::Opcode::not_:
      define(op, same(Opcode::xori, x, {x.value, constant(x.type, all_ones(element))}));
      return;
    case ir::Opcode::sqrt:
      return put(Opcode::sqrt, {number(rounding(op, element, bc::Rounding::nearest))}, flush(op, element));
    case ir::Opcode::rsqrt:
      return put(Opcode::rsqrt, {}, flush(op, element));
    case ir::Opcode::exp: {
      // Files before 13.3 have the full form only.
      const bool can_choose = options_.version.minor >= 3;
      return put(Opcode::exp,
                 {number(can_choose ? rounding(op, element, bc::Rounding::full) : bc::Rounding::full)});
    }
    case ir::Opcode::exp2:
      return put(Opcode::exp2, {}, flush(op, element));
    case ir::Opcode::log:
      return put(Opcode::log);
    case ir::Opcode::log2:
      return put(Opcode::log2);
    case ir::Opcode::sin:
      return put(Opcode::sin);
    case ir::Opcode::cos:
      return put(Opcode::cos);
    case ir::Opcode::tan:
      return put(Opcode::tan);
    case ir::Opcode::sinh:
      return put(Opcode::sinh);
    case ir::Opcode::cosh:
      return put(Opcode::cosh);
    case ir::Opcode::tanh: {
      const bool can_choose = options_.version.minor >= 2;
      return put(Opcode::tanh,
                 {number(can_choose ? rounding(op, element, bc::Rounding::full) : bc::Rounding::full)});
    }
    case ir::Opcode::floor:
      return put(Opcode::floor);
    case ir::Opcode::ceil:
      return put(Opcode::ceil);
    default:
      return fail(op, "not an elementwise operation of one operand");
  }
}

void Lowering::binary(const ir::Op& op) {
  const std::vector<Tile> operands = elementwise_operands(op);
  if (operands.size() != 2) return fail(op, "not an operation of two operands");
  const Tile& a = operands[0];
  const Tile& b = operands[1];
  const Element element = a.type.element;
  const bool integer = numeric::is_integer(element);
  const std::uint64_t overflow = number(
      options_.no_wrap && !op.has(AttributeKey::wrap) ? bc::Overflow::no_signed_wrap : bc::Overflow::none);
  const auto put = [&](Opcode opcode, std::initializer_list<std::uint64_t> scalars = {},
                       std::uint32_t flags = 0) {
    define(op, same(opcode, a, {a.value, b.value}, scalars, flags));
  };
  const auto rounded = [&](Opcode opcode) {
    put(opcode, {number(bc::Rounding::nearest)}, flush(op, element));
  };
  const std::uint32_t nan = op.has(AttributeKey::propagate_nan) ? 1 : 0;
  switch (op.code) {
    case ir::Opcode::add:
      return integer ? put(Opcode::addi, {overflow}) : rounded(Opcode::addf);
    case ir::Opcode::sub:
      return integer ? put(Opcode::subi, {overflow}) : rounded(Opcode::subf);
    case ir::Opcode::mul:
      return integer ? put(Opcode::muli, {overflow}) : rounded(Opcode::mulf);
    case ir::Opcode::mulhi:
      define(op, multiply_high(op, a, b));
      return;
    case ir::Opcode::div:
      if (integer) return put(Opcode::divi, {signedness(op), number(bc::Rounding::zero)});
      return put(Opcode::divf, {number(rounding(op, element, bc::Rounding::nearest))}, flush(op, element));
    case ir::Opcode::rem:
      return integer ? put(Opcode::remi, {signedness(op)}) : put(Opcode::remf);
    case ir::Opcode::min:
      return integer ? put(Opcode::mini, {signedness(op)}) : put(Opcode::minf, {}, nan);
    case ir::Opcode::max:
      return integer ? put(Opcode::maxi, {signedness(op)}) : put(Opcode::maxf, {}, nan);
    case ir::Opcode::and_:
      return put(Opcode::andi);
    case ir::Opcode::or_:
      return put(Opcode::ori);
    case ir::Opcode::xor_:
      return put(Opcode::xori);
    case ir::Opcode::shl:
      return put(Opcode::shli, {overflow});
    case ir::Opcode::shr:
      return put(Opcode::shri, {signedness(op)});
    case ir::Opcode::pow:
      return put(Opcode::pow);
    case ir::Opcode::atan2:
      return put(Opcode::atan2);
    default:
      return fail(op, "not an elementwise operation of two operands");
  }
}

// Tile IR has the unsigned form. Signed: subtract b where a is negative and a where b is negative (H. S.
// Warren, Hacker's Delight, section 8-3).
bc::ValueId Lowering::multiply_high(const ir::Op& op, const Tile& a, const Tile& b) {
  bc::ValueId high = same(Opcode::mulhii, a, {a.value, b.value});
  if (op.has(AttributeKey::is_unsigned)) return high;
  const auto width = static_cast<std::uint64_t>(numeric::bit_width(a.type.element));
  const bc::ValueId count = constant(a.type, width - 1);
  const auto correct = [&](const Tile& sign_of, const Tile& other) {
    const bc::ValueId sign =
        same(Opcode::shri, a, {sign_of.value, count}, {number(bc::Signedness::is_signed)});
    const bc::ValueId part = same(Opcode::andi, a, {sign, other.value});
    high = same(Opcode::subi, a, {high, part}, {0});
  };
  correct(a, b);
  correct(b, a);
  return high;
}

void Lowering::fma(const ir::Op& op) {
  const std::vector<Tile> x = elementwise_operands(op);
  define(op, same(Opcode::fma, x[0], {x[0].value, x[1].value, x[2].value}, {number(bc::Rounding::nearest)},
                  flush(op, x[0].type.element)));
}

void Lowering::compare(const ir::Op& op) {
  const std::vector<Tile> x = elementwise_operands(op);
  const auto predicate = static_cast<std::uint64_t>(op.attribute(AttributeKey::predicate).value_or(0));
  const bc::TypeId type = tile_type(Element::i1, x[0].type.shape());
  if (numeric::is_integer(x[0].type.element)) {
    define(op, builder_.add(Opcode::cmpi, type, {x[0].value, x[1].value}, {predicate, signedness(op)}));
    return;
  }
  // NaN compares as unequal to everything: only `ne` holds when there is no order.
  const bool unordered = predicate == number(bc::Predicate::ne);
  define(op, builder_.add(Opcode::cmpf, type, {x[0].value, x[1].value},
                          {predicate, number(unordered ? bc::Ordering::unordered : bc::Ordering::ordered)}));
}

void Lowering::select(const ir::Op& op) {
  const ir::Type& type = result_type(op);
  Tile operands[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const Tile x = tile(op.operands[i], i == 0 ? Element::i1 : type.element);
    operands[i] = x.type.rank == 0 && type.rank > 0 ? broadcast(x, type.shape()) : x;
  }
  define(op, builder_.add(Opcode::select, tile_type(type),
                          {operands[0].value, operands[1].value, operands[2].value}));
}

void Lowering::cast(const ir::Op& op) {
  const ir::Type& to = result_type(op);
  const Tile x = tile(op.operands[0], to.element);
  const Element from = x.type.element;
  const bc::TypeId type = tile_type(to);
  const auto put = [&](Opcode opcode, std::initializer_list<std::uint64_t> scalars = {}) {
    define(op, builder_.add(opcode, type, {x.value}, scalars));
  };
  if (from == to.element) return define(op, x.value);
  if (op.code == ir::Opcode::bitcast) return put(Opcode::bitcast);
  const std::uint64_t sign = signedness(op);
  if (numeric::is_integer(from) && numeric::is_integer(to.element)) {
    const bool wider = numeric::bit_width(to.element) > numeric::bit_width(from);
    return wider ? put(Opcode::exti, {sign}) : put(Opcode::trunci, {0});
  }
  if (numeric::is_integer(from)) return put(Opcode::itof, {sign, number(bc::Rounding::nearest)});
  if (numeric::is_integer(to.element)) return put(Opcode::ftoi, {sign, number(bc::Rounding::int_to_zero)});
  put(Opcode::ftof, {number(bc::Rounding::nearest)});
}

// One step of a reduction or scan.
bc::ValueId Lowering::combine(ir::Combine how, const ir::Op& op, const Tile& a, const Tile& b) {
  const bool integer = numeric::is_integer(a.type.element);
  const auto put = [&](Opcode opcode, std::initializer_list<std::uint64_t> scalars = {},
                       std::uint32_t flags = 0) {
    return same(opcode, a, {a.value, b.value}, scalars, flags);
  };
  const std::uint32_t nan = op.has(AttributeKey::propagate_nan) ? 1 : 0;
  switch (how) {
    case ir::Combine::add:
      return integer ? put(Opcode::addi, {0}) : put(Opcode::addf, {number(bc::Rounding::nearest)});
    case ir::Combine::mul:
      return integer ? put(Opcode::muli, {0}) : put(Opcode::mulf, {number(bc::Rounding::nearest)});
    case ir::Combine::min:
      return integer ? put(Opcode::mini, {signedness(op)}) : put(Opcode::minf, {}, nan);
    case ir::Combine::max:
      return integer ? put(Opcode::maxi, {signedness(op)}) : put(Opcode::maxf, {}, nan);
    case ir::Combine::and_:
      return put(Opcode::andi);
    case ir::Combine::or_:
      return put(Opcode::ori);
    case ir::Combine::xor_:
      return put(Opcode::xori);
  }
  return a.value;
}

}  // namespace tilefuzz::targets::tileiras
