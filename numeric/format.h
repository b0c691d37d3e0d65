#pragma once

#include <cstdint>
#include <optional>

#include "numeric/element.h"

namespace tilefuzz::numeric {

// Values are raw bits in the low bit_width(e) bits of a uint64_t; bits above are ignored on the way in and
// zero on the way out. All functions here are pure and never fail; those that take an Element e assume
// is_float(e) unless they say otherwise.

// All ones in the low bit_width(e) bits; any element.
constexpr std::uint64_t bit_mask(Element e) { return ~std::uint64_t{0} >> (64 - bit_width(e)); }

// The value of the bits; exact for every format. NaN of any payload gives a quiet NaN. The unused low 13 bits
// of a tf32 container are ignored here and in the predicates below, as tensor cores do (measured on sm_90:
// a NaN whose payload lies only there acts as infinity).
double decode(Element e, std::uint64_t bits);

// The nearest number, ties to even, rounded once from the double (IEEE 754-2019 section 4.3.1), subnormals
// kept.
//   f16 bf16 f32 f64 tf32: too large gives infinity.
//   f8e4m3 f8e5m2 f4e2m1:  saturate; infinity too becomes the largest finite number of its sign, although
//                          f8e5m2 has a pattern for infinity.
//   f8e8m0:                nearest power of two, 1.5 * 2^n goes up; zero and what is too small give 2^-127,
//                          too large 2^127, negative numbers NaN.
// NaN gives canonical_nan(e).
std::uint64_t encode(Element e, double value);

// Integers into a float, rounded once (a detour through double would round twice).
std::uint64_t encode_signed(Element e, std::int64_t value);
std::uint64_t encode_unsigned(Element e, std::uint64_t value);

// Float to float: one rounding, NaN to canonical NaN.
std::uint64_t convert(Element from, Element to, std::uint64_t bits);

// Whether encode() would keep the value: decode(encode(v)) == v. False for NaN.
bool is_exact(Element e, double value);

bool is_nan(Element e, std::uint64_t bits);
bool is_infinity(Element e, std::uint64_t bits);
// A zero of either sign (f8e8m0 has none); integers too.
bool is_zero(Element e, std::uint64_t bits);

// Zero for f8e8m0, which has no sign.
std::uint64_t sign_bit(Element e);
std::uint64_t largest_finite(Element e);
// Smallest positive number, subnormal where the format has those.
std::uint64_t smallest_positive(Element e);
std::uint64_t smallest_normal(Element e);
// Empty where the format has no infinity.
std::optional<std::uint64_t> infinity(Element e);
// Positive quiet NaN: 0x7e00 for f16 and so on, 0x7f for both fp8 formats, 0xff for f8e8m0. f4e2m1 has no
// NaN; the OCP Microscaling specification leaves its conversion open, here it gives the largest number, 6.
std::uint64_t canonical_nan(Element e);

}  // namespace tilefuzz::numeric
