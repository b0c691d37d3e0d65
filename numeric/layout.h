#pragma once

#include <cstdint>

#include "numeric/element.h"

namespace tilefuzz::numeric {

// Which patterns of a floating-point format are not finite numbers.
enum class Specials : std::uint8_t {
  ieee,      // all-ones exponent: infinity (fraction 0) or NaN
  nan_only,  // only all-ones exponent and fraction is NaN; no infinity (f8e4m3)
  none,      // every pattern is a finite number (f4e2m1)
  scale      // unsigned powers of two, no zero; 0xff is NaN (f8e8m0)
};

// Parameters of a binary floating-point format. A normal number is (-1)^s * 1.fraction * 2^e with
// minimum_exponent <= e <= maximum_exponent; subnormals are multiples of 2^(minimum_exponent -
// fraction_bits). Sources: IEEE 754-2019 table 3.5; OCP 8-bit floating point specification 1.0 table 1; OCP
// Microscaling formats 1.0 tables 5 and 7; tf32 is f32 with a 10-bit fraction in the upper bits of the
// container.
struct FloatLayout {
  std::int16_t exponent_bits;
  std::int16_t fraction_bits;
  std::int16_t minimum_exponent;
  std::int16_t maximum_exponent;
  std::int16_t padding_bits;  // unused low bits of the container
  Specials specials;
  bool saturates;  // encode() maps what is too large, infinity included, to the largest finite number

  constexpr int precision() const { return fraction_bits + 1; }
};

// Precondition: is_float(e).
constexpr FloatLayout float_layout(Element e) {
  switch (e) {
    case Element::f16:
      return {5, 10, -14, 15, 0, Specials::ieee, false};
    case Element::bf16:
      return {8, 7, -126, 127, 0, Specials::ieee, false};
    case Element::f32:
      return {8, 23, -126, 127, 0, Specials::ieee, false};
    case Element::tf32:
      return {8, 10, -126, 127, 13, Specials::ieee, false};
    case Element::f8e4m3:
      return {4, 3, -6, 8, 0, Specials::nan_only, true};
    case Element::f8e5m2:
      return {5, 2, -14, 15, 0, Specials::ieee, true};
    case Element::f4e2m1:
      return {2, 1, 0, 2, 0, Specials::none, true};
    case Element::f8e8m0:
      return {8, 0, -127, 127, 0, Specials::scale, true};
    default:
      return {11, 52, -1022, 1023, 0, Specials::ieee, false};
  }
}

}  // namespace tilefuzz::numeric
