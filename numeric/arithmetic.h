#pragma once

#include <cstdint>

#include "numeric/element.h"

namespace tilefuzz::numeric {

// IEEE 754-2019 arithmetic on raw bits, rounded once, to nearest even, subnormals kept. Every NaN result is
// canonical_nan(e). Precondition: is_float(e) and has_arithmetic(e): f16, bf16, f32, f64.
//
// f16, bf16 and f32 are computed in double and rounded again, which gives the singly rounded result of
// + - * / sqrt because 53 >= 2p + 2 (S. Figueroa, "When is double rounding innocuous?", ACM SIGNUM Newsletter
// 30(3), 1995). For a subnormal quotient the theorem does not speak, but a quotient that is not itself a
// midpoint differs from every midpoint by more than 2^-50 of its value, so it holds there too.
std::uint64_t add(Element e, std::uint64_t a, std::uint64_t b);
std::uint64_t sub(Element e, std::uint64_t a, std::uint64_t b);
std::uint64_t mul(Element e, std::uint64_t a, std::uint64_t b);
std::uint64_t div(Element e, std::uint64_t a, std::uint64_t b);
std::uint64_t sqrt(Element e, std::uint64_t a);

// a * b + c, rounded once. In double the sum may be inexact and a second rounding is then not innocuous, so
// the sign of its error goes into the final rounding.
std::uint64_t fma(Element e, std::uint64_t a, std::uint64_t b, std::uint64_t c);

// Sign operations: the sign bit and nothing else, NaN included. Any float format but f8e8m0.
std::uint64_t negate(Element e, std::uint64_t a);
std::uint64_t absolute(Element e, std::uint64_t a);

// A binary64 sum and the sign of (exact sum - sum), both finite (D. Knuth's TwoSum).
struct DirectedSum {
  double sum;
  int residue;
};
DirectedSum add_with_residue(double a, double b);

}  // namespace tilefuzz::numeric
