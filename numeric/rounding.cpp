#include "numeric/rounding.h"

#include <algorithm>
#include <bit>

#include "numeric/format.h"
#include "numeric/layout.h"

namespace tilefuzz::numeric {
namespace {

// significand / 2^shift to the nearest integer, ties to even. Shifts to the left must not lose bits.
std::uint64_t shift_to_nearest_even(std::uint64_t significand, int shift) {
  if (shift <= 0) return significand << -shift;
  if (shift > 64) return 0;
  const std::uint64_t kept = shift == 64 ? 0 : significand >> shift;
  const std::uint64_t rest = shift == 64 ? significand : significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const bool up = rest > half || (rest == half && (kept & 1) != 0);
  return kept + (up ? 1 : 0);
}

Rounded round_to_scale(const Exact& value, std::uint64_t significand, int exponent, int top) {
  if (value.negative && significand != 0) return {canonical_nan(Element::f8e8m0), false};
  if (significand == 0) return {0, false};
  const int up = shift_to_nearest_even(significand, top - exponent) == 2 ? 1 : 0;
  const int code = top + up + 127;
  if (code < 0) return {0, false};
  if (code > 0xfe) return {0xfe, false};
  return {static_cast<std::uint64_t>(code), true};
}

}  // namespace

Exact exact_from_double(double value, int residue) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t hidden = biased == 0 ? 0 : std::uint64_t{1} << 52;
  return {(bits >> 63) != 0, fraction | hidden, std::max(biased, 1) - 1075, residue};
}

Rounded round_to(Element e, const Exact& value) {
  const FloatLayout layout = float_layout(e);
  std::uint64_t significand = value.significand;
  int exponent = value.exponent;
  if (value.residue != 0) {
    // Two more bits hold the side of the residue; no rounding boundary lies in between.
    significand = significand * 4 + static_cast<std::uint64_t>(static_cast<std::int64_t>(value.residue));
    exponent -= 2;
  }
  const int top = exponent + 63 - std::countl_zero(significand);
  if (layout.specials == Specials::scale) return round_to_scale(value, significand, exponent, top);

  const std::uint64_t sign = value.negative ? sign_bit(e) : 0;
  if (significand == 0) return {sign, true};
  const std::uint64_t largest = largest_finite(e);
  const std::uint64_t beyond = layout.saturates ? largest : infinity(e).value_or(largest);
  if (top > layout.maximum_exponent) return {sign | beyond, false};

  const int unit = std::max<int>(top, layout.minimum_exponent) - layout.fraction_bits;
  const std::uint64_t rounded = shift_to_nearest_even(significand, unit - exponent);
  // A carry out of the fraction lands in the exponent field, which is what it means.
  const int steps = std::max(top - layout.minimum_exponent, 0);
  const std::uint64_t magnitude = (rounded + (static_cast<std::uint64_t>(steps) << layout.fraction_bits))
                                  << layout.padding_bits;
  if (magnitude > largest) return {sign | beyond, false};
  return {sign | magnitude, true};
}

}  // namespace tilefuzz::numeric
