#include "numeric/arithmetic.h"

#include <cmath>

#include "numeric/format.h"
#include "numeric/rounding.h"

namespace tilefuzz::numeric {

std::uint64_t add(Element e, std::uint64_t a, std::uint64_t b) {
  return encode(e, decode(e, a) + decode(e, b));
}

std::uint64_t sub(Element e, std::uint64_t a, std::uint64_t b) {
  return encode(e, decode(e, a) - decode(e, b));
}

std::uint64_t mul(Element e, std::uint64_t a, std::uint64_t b) {
  return encode(e, decode(e, a) * decode(e, b));
}

std::uint64_t div(Element e, std::uint64_t a, std::uint64_t b) {
  const double x = decode(e, a);
  const double y = decode(e, b);
  if (y == 0) {
    if (std::isnan(x) || x == 0) return canonical_nan(e);
    const bool negative = std::signbit(x) != std::signbit(y);
    return encode(e, negative ? -HUGE_VAL : HUGE_VAL);
  }
  return encode(e, x / y);
}

std::uint64_t sqrt(Element e, std::uint64_t a) { return encode(e, std::sqrt(decode(e, a))); }

DirectedSum add_with_residue(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  const double a_error = a - a_part;
  const double b_error = b - b_part;
  const double error = a_error + b_error;
  return {sum, (error > 0 ? 1 : 0) - (error < 0 ? 1 : 0)};
}

std::uint64_t fma(Element e, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const double x = decode(e, a);
  const double y = decode(e, b);
  const double z = decode(e, c);
  if (e == Element::f64) return encode(e, std::fma(x, y, z));
  // Products of at most 24 bits each are exact in double.
  const double product = x * y;
  if (!std::isfinite(product) || !std::isfinite(z)) return encode(e, product + z);
  const DirectedSum exact = add_with_residue(product, z);
  const int residue = std::signbit(exact.sum) ? -exact.residue : exact.residue;
  return round_to(e, exact_from_double(exact.sum, residue)).bits;
}

std::uint64_t negate(Element e, std::uint64_t a) { return (a & bit_mask(e)) ^ sign_bit(e); }

std::uint64_t absolute(Element e, std::uint64_t a) { return a & bit_mask(e) & ~sign_bit(e); }

}  // namespace tilefuzz::numeric
