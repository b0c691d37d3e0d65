#include <cmath>

#include "numeric/integer.h"
#include "oracles/reference/elementwise.h"

namespace tilefuzz::reference {
namespace {

using ir::Element;
using numeric::Signedness;

// Empty: out of range of a type without saturation.
std::optional<std::uint64_t> cast_one(Element from, Element to, Signedness sign, std::uint64_t bits) {
  if (numeric::is_integer(from) && numeric::is_integer(to)) {
    const bool fits = sign == Signedness::with_sign
                          ? numeric::fits_signed(to, numeric::decode_signed(from, bits))
                          : numeric::fits_unsigned(to, numeric::decode_unsigned(from, bits));
    if (!fits) return std::nullopt;
    return numeric::resize(from, sign, to, bits);
  }
  if (numeric::is_integer(to)) return numeric::float_to_integer(from, to, sign, bits);
  std::uint64_t out = 0;
  bool infinite = false;
  if (numeric::is_integer(from)) {
    out = numeric::integer_to_float(from, sign, to, bits);
  } else {
    // f4e2m1 has no NaN, and the conversion is left open by its specification.
    if (to == Element::f4e2m1 && numeric::is_nan(from, bits)) return std::nullopt;
    if (to == Element::f8e8m0 && !numeric::is_nan(from, bits) && numeric::decode(from, bits) <= 0) {
      return std::nullopt;
    }
    infinite = numeric::is_infinity(from, bits);
    out = numeric::convert(from, to, bits);
  }
  if (numeric::is_infinity(to, out) && !infinite) return std::nullopt;
  return out;
}

// f32 to tf32, ties to even, on the bits; the most frequent cast. NaN becomes canonical.
std::uint64_t to_tf32(std::uint64_t bits) {
  if ((bits & 0x7f800000) == 0x7f800000) {
    return (bits & 0x7fffff) != 0 ? numeric::canonical_nan(Element::tf32) : bits;
  }
  return (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
}

std::string spelled(Element from, Signedness sign, std::uint64_t bits) {
  if (numeric::is_float(from)) return std::to_string(numeric::decode(from, bits));
  return sign == Signedness::with_sign ? std::to_string(numeric::decode_signed(from, bits))
                                       : std::to_string(numeric::decode_unsigned(from, bits));
}

}  // namespace

TilePtr run_cast(Machine& machine, const ir::Op& op) {
  const Element from = operand_element(machine, op);
  const Element to = machine.result_type(op).element;
  const auto sign = op.has(ir::AttributeKey::is_unsigned) ? Signedness::without_sign : Signedness::with_sign;
  const auto view =
      operand_views<1>(machine, op, from, static_cast<std::size_t>(machine.result_type(op).element_count()));
  if (!view) return nullptr;
  const View& x = (*view)[0];
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(machine.result_type(op).element_count()));
  for (std::size_t i = 0; i < out->size(); ++i) {
    const std::uint8_t mark = x.mark(i);
    if (mark & kPoison) {
      out->add_mark(i, kPoison);
      continue;
    }
    if (from == Element::f32 && to == Element::tf32) {
      out->bits[i] = to_tf32(x.at(i));
      if ((out->bits[i] & 0x7fffffff) == 0x7f800000 && out->bits[i] != x.at(i)) {
        machine.fail(TrapKind::cast_range, spelled(from, sign, x.at(i)) + " is out of range of tf32",
                     static_cast<std::int64_t>(i));
        return nullptr;
      }
    } else {
      const auto bits = cast_one(from, to, sign, x.at(i));
      if (!bits) {
        machine.fail(TrapKind::cast_range,
                     spelled(from, sign, x.at(i)) + " is out of range of " + std::string(numeric::name(to)),
                     static_cast<std::int64_t>(i));
        return nullptr;
      }
      out->bits[i] = *bits;
    }
    // Small numbers that became zero keep their sign, so only marked zeros are uncertain.
    if ((mark & kZeroSign) && numeric::is_float(to)) out->add_mark(i, kZeroSign);
  }
  return out;
}

TilePtr run_bitcast(Machine& machine, const ir::Op& op) {
  const Element from = operand_element(machine, op);
  const ir::Type type = machine.result_type(op);
  const TilePtr x = machine.shared_tile(op.operands[0]);
  if (!x) return nullptr;
  if (x->size() != static_cast<std::size_t>(type.element_count()) ||
      numeric::bit_width(from) != numeric::bit_width(type.element)) {
    machine.fail(TrapKind::malformed, "bitcast changes the width or the shape");
    return nullptr;
  }
  if (!machine.spend(type.element_count())) return nullptr;
  for (std::size_t i = 0; i < x->size(); ++i) {
    const bool poison = (x->mark(i) & kPoison) != 0;
    const bool nan = numeric::is_float(from) && numeric::is_nan(from, x->bits[i]);
    if (!poison && (nan || (x->mark(i) & kZeroSign))) {
      machine.fail(TrapKind::unspecified_bits,
                   nan ? "a NaN reaches bitcast" : "a zero of unspecified sign reaches bitcast",
                   static_cast<std::int64_t>(i));
      return nullptr;
    }
  }
  return x;
}

}  // namespace tilefuzz::reference
