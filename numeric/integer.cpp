#include "numeric/integer.h"

#include <cmath>
#include <utility>

#include "numeric/format.h"

namespace tilefuzz::numeric {
namespace {

bool is_signed(Signedness s) { return s == Signedness::with_sign; }

std::uint64_t truncate(Element e, std::uint64_t value) { return value & bit_mask(e); }

std::int64_t lowest(Element e) {
  return e == Element::i1 ? 0 : std::int64_t{-1} * (std::int64_t{1} << (bit_width(e) - 2)) * 2;
}

std::int64_t highest(Element e) { return static_cast<std::int64_t>(e == Element::i1 ? 1 : bit_mask(e) >> 1); }

template <class T>
IntegerResult finish(Element e, Signedness s, bool wide_overflow, T value) {
  const bool fits = is_signed(s) ? fits_signed(e, static_cast<std::int64_t>(value))
                                 : fits_unsigned(e, static_cast<std::uint64_t>(value));
  return {truncate(e, static_cast<std::uint64_t>(value)), wide_overflow || !fits};
}

// operation(x, y, &result): the compiler's overflow-checked arithmetic on 64 bits.
template <class Operation>
IntegerResult checked(Element e, Signedness s, std::uint64_t a, std::uint64_t b, Operation operation) {
  if (is_signed(s)) {
    std::int64_t result = 0;
    const bool overflow = operation(decode_signed(e, a), decode_signed(e, b), &result);
    return finish(e, s, overflow, result);
  }
  std::uint64_t result = 0;
  const bool overflow = operation(decode_unsigned(e, a), decode_unsigned(e, b), &result);
  return finish(e, s, overflow, result);
}

// Upper 64 bits of a 128-bit product, by 32-bit halves.
std::uint64_t multiply_high_64(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t low_mask = 0xffffffff;
  const std::uint64_t a_low = a & low_mask, a_high = a >> 32, b_low = b & low_mask, b_high = b >> 32;
  const std::uint64_t cross = a_high * b_low + (a_low * b_low >> 32);
  const std::uint64_t middle = a_low * b_high + (cross & low_mask);
  return a_high * b_high + (cross >> 32) + (middle >> 32);
}

}  // namespace

std::int64_t decode_signed(Element e, std::uint64_t bits) {
  if (e == Element::i1) return static_cast<std::int64_t>(bits & 1);
  const int unused = 64 - bit_width(e);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

std::uint64_t decode_unsigned(Element e, std::uint64_t bits) { return truncate(e, bits); }

std::uint64_t wrap(Element e, std::int64_t value) { return truncate(e, static_cast<std::uint64_t>(value)); }

bool fits_signed(Element e, std::int64_t value) { return value >= lowest(e) && value <= highest(e); }

bool fits_unsigned(Element e, std::uint64_t value) { return value <= bit_mask(e); }

IntegerResult add(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  return checked(e, s, a, b, [](auto x, auto y, auto* r) { return __builtin_add_overflow(x, y, r); });
}

IntegerResult sub(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  return checked(e, s, a, b, [](auto x, auto y, auto* r) { return __builtin_sub_overflow(x, y, r); });
}

IntegerResult mul(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  return checked(e, s, a, b, [](auto x, auto y, auto* r) { return __builtin_mul_overflow(x, y, r); });
}

IntegerResult negate(Element e, Signedness s, std::uint64_t a) { return sub(e, s, 0, a); }

IntegerResult absolute(Element e, Signedness s, std::uint64_t a) {
  if (!is_signed(s) || decode_signed(e, a) >= 0) return {truncate(e, a), false};
  return negate(e, s, a);
}

std::uint64_t multiply_high(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  const int width = bit_width(e);
  if (is_signed(s)) {
    const std::int64_t x = decode_signed(e, a);
    const std::int64_t y = decode_signed(e, b);
    if (width <= 32) return wrap(e, (x * y) >> width);
    const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
    // A negative factor read without sign is 2^64 too large.
    return multiply_high_64(ux, uy) - (x < 0 ? uy : 0) - (y < 0 ? ux : 0);
  }
  const std::uint64_t x = decode_unsigned(e, a), y = decode_unsigned(e, b);
  return width <= 32 ? truncate(e, x * y >> width) : multiply_high_64(x, y);
}

std::optional<std::uint64_t> divide(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  if (truncate(e, b) == 0) return std::nullopt;
  if (!is_signed(s)) return decode_unsigned(e, a) / decode_unsigned(e, b);
  const std::int64_t x = decode_signed(e, a), y = decode_signed(e, b);
  if (y == -1 && x == lowest(e)) return std::nullopt;
  return wrap(e, x / y);
}

std::optional<std::uint64_t> remainder(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  const auto quotient = divide(e, s, a, b);
  if (!quotient) return std::nullopt;
  return truncate(e, a - *quotient * b);
}

std::optional<IntegerResult> shift_left(Element e, Signedness s, std::uint64_t a, std::uint64_t count) {
  const std::uint64_t places = truncate(e, count);
  if (places >= static_cast<std::uint64_t>(bit_width(e))) return std::nullopt;
  const std::uint64_t bits = truncate(e, a << places);
  const bool kept = is_signed(s) ? decode_signed(e, bits) >> places == decode_signed(e, a)
                                 : bits >> places == decode_unsigned(e, a);
  return IntegerResult{bits, !kept};
}

std::optional<std::uint64_t> shift_right(Element e, Signedness s, std::uint64_t a, std::uint64_t count) {
  const std::uint64_t places = truncate(e, count);
  if (places >= static_cast<std::uint64_t>(bit_width(e))) return std::nullopt;
  return is_signed(s) ? wrap(e, decode_signed(e, a) >> places) : decode_unsigned(e, a) >> places;
}

int compare(Element e, Signedness s, std::uint64_t a, std::uint64_t b) {
  if (is_signed(s)) {
    const std::int64_t x = decode_signed(e, a), y = decode_signed(e, b);
    return x < y ? -1 : (x > y ? 1 : 0);
  }
  const std::uint64_t x = decode_unsigned(e, a), y = decode_unsigned(e, b);
  return x < y ? -1 : (x > y ? 1 : 0);
}

std::uint64_t resize(Element from, Signedness s, Element to, std::uint64_t bits) {
  return is_signed(s) ? wrap(to, decode_signed(from, bits)) : truncate(to, decode_unsigned(from, bits));
}

std::uint64_t integer_to_float(Element from, Signedness s, Element to, std::uint64_t bits) {
  return is_signed(s) ? encode_signed(to, decode_signed(from, bits))
                      : encode_unsigned(to, decode_unsigned(from, bits));
}

std::optional<std::uint64_t> float_to_integer(Element from, Element to, Signedness s, std::uint64_t bits) {
  const double whole = std::trunc(decode(from, bits));
  // Powers of two, so exact in double; the negated form refuses NaN.
  if (is_signed(s)) {
    const double low = static_cast<double>(lowest(to));
    const double end = to == Element::i1 ? 2.0 : std::ldexp(1.0, bit_width(to) - 1);
    if (!(whole >= low && whole < end)) return std::nullopt;
    return wrap(to, static_cast<std::int64_t>(whole));
  }
  if (!(whole >= 0 && whole < std::ldexp(1.0, bit_width(to)))) return std::nullopt;
  return static_cast<std::uint64_t>(whole);
}

}  // namespace tilefuzz::numeric
