#include "numeric/format.h"

#include <bit>
#include <cmath>
#include <limits>

#include "numeric/layout.h"
#include "numeric/rounding.h"

namespace tilefuzz::numeric {
namespace {

std::uint64_t fraction_mask(const FloatLayout& layout) {
  return ((std::uint64_t{1} << layout.fraction_bits) - 1) << layout.padding_bits;
}

std::uint64_t exponent_mask(const FloatLayout& layout) {
  return ((std::uint64_t{1} << layout.exponent_bits) - 1) << (layout.fraction_bits + layout.padding_bits);
}

std::uint64_t padding_mask(Element e) { return (std::uint64_t{1} << float_layout(e).padding_bits) - 1; }

// Exponent and fraction fields in place.
std::uint64_t magnitude(Element e, std::uint64_t bits) {
  return bits & bit_mask(e) & ~sign_bit(e) & ~padding_mask(e);
}

}  // namespace

std::uint64_t sign_bit(Element e) {
  return float_layout(e).specials == Specials::scale ? 0 : std::uint64_t{1} << (bit_width(e) - 1);
}

std::uint64_t largest_finite(Element e) {
  const FloatLayout layout = float_layout(e);
  switch (layout.specials) {
    case Specials::nan_only:
      return (exponent_mask(layout) | fraction_mask(layout)) - 1;
    case Specials::none:
      return exponent_mask(layout) | fraction_mask(layout);
    case Specials::scale:
      return 0xfe;
    case Specials::ieee:
      break;
  }
  return exponent_mask(layout) - (std::uint64_t{1} << layout.padding_bits);
}

std::uint64_t smallest_positive(Element e) {
  const FloatLayout layout = float_layout(e);
  return layout.specials == Specials::scale ? 0 : std::uint64_t{1} << layout.padding_bits;
}

std::uint64_t smallest_normal(Element e) {
  const FloatLayout layout = float_layout(e);
  if (layout.specials == Specials::scale) return 0;
  return std::uint64_t{1} << (layout.fraction_bits + layout.padding_bits);
}

std::optional<std::uint64_t> infinity(Element e) {
  const FloatLayout layout = float_layout(e);
  if (layout.specials != Specials::ieee) return std::nullopt;
  return exponent_mask(layout);
}

std::uint64_t canonical_nan(Element e) {
  if (e == Element::f4e2m1) return largest_finite(e);
  if (e == Element::f8e8m0) return 0xff;
  if (e == Element::f8e4m3 || e == Element::f8e5m2) return 0x7f;
  const FloatLayout layout = float_layout(e);
  return exponent_mask(layout) | std::uint64_t{1} << (layout.fraction_bits + layout.padding_bits - 1);
}

bool is_nan(Element e, std::uint64_t bits) {
  const FloatLayout layout = float_layout(e);
  switch (layout.specials) {
    case Specials::none:
      return false;
    case Specials::ieee:
      return magnitude(e, bits) > exponent_mask(layout);
    default:
      return magnitude(e, bits) > largest_finite(e);
  }
}

bool is_infinity(Element e, std::uint64_t bits) {
  const auto pattern = infinity(e);
  return pattern && magnitude(e, bits) == *pattern;
}

bool is_zero(Element e, std::uint64_t bits) {
  if (is_integer(e)) return (bits & bit_mask(e)) == 0;
  if (e == Element::f8e8m0) return false;
  return magnitude(e, bits) == 0;
}

double decode(Element e, std::uint64_t bits) {
  const FloatLayout layout = float_layout(e);
  if (is_nan(e, bits)) return std::numeric_limits<double>::quiet_NaN();
  if (e == Element::f64) return std::bit_cast<double>(bits);
  const std::uint64_t value = magnitude(e, bits) >> layout.padding_bits;
  if (layout.specials == Specials::scale) return std::ldexp(1.0, static_cast<int>(value) - 127);

  const bool negative = (bits & sign_bit(e)) != 0;
  double result = 0;
  if (value << layout.padding_bits == infinity(e)) {
    result = std::numeric_limits<double>::infinity();
  } else {
    const auto field = static_cast<int>(value >> layout.fraction_bits);
    const std::uint64_t hidden = std::uint64_t{1} << layout.fraction_bits;
    const std::uint64_t fraction = value & (hidden - 1);
    const std::uint64_t significand = field == 0 ? fraction : fraction | hidden;
    const int exponent = layout.minimum_exponent + (field == 0 ? 0 : field - 1) - layout.fraction_bits;
    result = std::ldexp(static_cast<double>(significand), exponent);
  }
  return negative ? -result : result;
}

std::uint64_t encode(Element e, double value) {
  if (std::isnan(value)) return canonical_nan(e);
  if (e == Element::f64) return std::bit_cast<std::uint64_t>(value);
  if (std::isinf(value)) {
    if (e == Element::f8e8m0 && value < 0) return canonical_nan(e);
    const std::uint64_t beyond =
        float_layout(e).saturates ? largest_finite(e) : infinity(e).value_or(largest_finite(e));
    return beyond | (std::signbit(value) ? sign_bit(e) : 0);
  }
  return round_to(e, exact_from_double(value)).bits;
}

std::uint64_t encode_signed(Element e, std::int64_t value) {
  const auto raw = static_cast<std::uint64_t>(value);
  return round_to(e, {.negative = value < 0, .significand = value < 0 ? 0 - raw : raw}).bits;
}

std::uint64_t encode_unsigned(Element e, std::uint64_t value) {
  return round_to(e, {.significand = value}).bits;
}

std::uint64_t convert(Element from, Element to, std::uint64_t bits) { return encode(to, decode(from, bits)); }

bool is_exact(Element e, double value) { return decode(e, encode(e, value)) == value; }

}  // namespace tilefuzz::numeric
