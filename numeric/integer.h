#pragma once

#include <cstdint>
#include <optional>

#include "numeric/element.h"

namespace tilefuzz::numeric {

// Integer values as raw bits in the low bit_width(e) bits; the operation says how to read them. All functions
// assume is_integer(e), read no bits above the width and return none there.
enum class Signedness : std::uint8_t { with_sign, without_sign };

// Two's complement value. An i1 is a truth value, 0 or 1, whatever the signedness.
std::int64_t decode_signed(Element e, std::uint64_t bits);
std::uint64_t decode_unsigned(Element e, std::uint64_t bits);

// Modulo 2^bit_width(e).
std::uint64_t wrap(Element e, std::int64_t value);

// Whether the value is in the range of the type (i1: 0 and 1).
bool fits_signed(Element e, std::int64_t value);
bool fits_unsigned(Element e, std::uint64_t value);

// The wrapped result, and whether it differs from the result over the integers.
struct IntegerResult {
  std::uint64_t bits = 0;
  bool overflow = false;
};
IntegerResult add(Element e, Signedness s, std::uint64_t a, std::uint64_t b);
IntegerResult sub(Element e, Signedness s, std::uint64_t a, std::uint64_t b);
IntegerResult mul(Element e, Signedness s, std::uint64_t a, std::uint64_t b);
IntegerResult negate(Element e, Signedness s, std::uint64_t a);
IntegerResult absolute(Element e, Signedness s, std::uint64_t a);

// Upper half of the double-width product.
std::uint64_t multiply_high(Element e, Signedness s, std::uint64_t a, std::uint64_t b);

// Truncated towards zero; the remainder has the sign of the dividend. Empty: divisor 0, or the quotient of
// the smallest number and -1, which does not fit.
std::optional<std::uint64_t> divide(Element e, Signedness s, std::uint64_t a, std::uint64_t b);
std::optional<std::uint64_t> remainder(Element e, Signedness s, std::uint64_t a, std::uint64_t b);

// Empty: the count, read without sign, is not below the width. Overflow of a left shift: bits are lost, or
// the sign changes where there is one.
std::optional<IntegerResult> shift_left(Element e, Signedness s, std::uint64_t a, std::uint64_t count);
std::optional<std::uint64_t> shift_right(Element e, Signedness s, std::uint64_t a, std::uint64_t count);

// -1, 0, +1.
int compare(Element e, Signedness s, std::uint64_t a, std::uint64_t b);

// Integer to integer: extended by the source's signedness, or truncated.
std::uint64_t resize(Element from, Signedness s, Element to, std::uint64_t bits);
// Integer to float, rounded once.
std::uint64_t integer_to_float(Element from, Signedness s, Element to, std::uint64_t bits);
// Float to integer, truncated towards zero. Empty: NaN, infinity, or out of the range of the type.
std::optional<std::uint64_t> float_to_integer(Element from, Element to, Signedness s, std::uint64_t bits);

}  // namespace tilefuzz::numeric
