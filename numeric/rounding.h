#pragma once

#include <cstdint>

#include "numeric/element.h"

namespace tilefuzz::numeric {

// A finite real number that is known well enough to be rounded once: (-1)^negative * x * 2^exponent, where
// x = significand if residue is 0, and otherwise lies strictly between significand and significand +
// residue/2. A residue (-1, 0 or +1) says on which side of a double the true result of an operation or a
// decimal text lies; it is meaningful only for formats narrower than f64, with a significand of 2^52 or more,
// or of a subnormal double.
struct Exact {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
  int residue = 0;
};

struct Rounded {
  std::uint64_t bits = 0;
  bool in_range = true;  // false: beyond the largest finite number (or f8e8m0: negative, zero, too small)
};

// The exact value of a finite double, plus a residue. The significand has the double's own unit.
Exact exact_from_double(double value, int residue = 0);

// Nearest number of the format, ties to even, rounded once; out of range: infinity, or the largest finite
// number where the format saturates. Precondition: is_float(e).
Rounded round_to(Element e, const Exact& value);

}  // namespace tilefuzz::numeric
