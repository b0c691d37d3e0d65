#include "numeric/integer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "numeric/format.h"

namespace tilefuzz::numeric {
namespace {

constexpr auto kSigned = Signedness::with_sign;
constexpr auto kUnsigned = Signedness::without_sign;

void expect_result(const IntegerResult& actual, int exact, int low, int high) {
  EXPECT_EQ(actual.bits, static_cast<std::uint64_t>(exact) & 0xff);
  EXPECT_EQ(actual.overflow, exact < low || exact > high);
}

TEST(Integer, EveryPairOfI8) {
  const Element e = Element::i8;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const int x = static_cast<std::int8_t>(a), y = static_cast<std::int8_t>(b);
      const int ua = static_cast<int>(a), ub = static_cast<int>(b);
      expect_result(add(e, kSigned, a, b), x + y, -128, 127);
      expect_result(sub(e, kSigned, a, b), x - y, -128, 127);
      expect_result(mul(e, kSigned, a, b), x * y, -128, 127);
      expect_result(add(e, kUnsigned, a, b), ua + ub, 0, 255);
      expect_result(sub(e, kUnsigned, a, b), ua - ub, 0, 255);
      expect_result(mul(e, kUnsigned, a, b), ua * ub, 0, 255);
      EXPECT_EQ(multiply_high(e, kSigned, a, b), static_cast<unsigned>(x * y) >> 8 & 0xff);
      EXPECT_EQ(multiply_high(e, kUnsigned, a, b), a * b >> 8);
      EXPECT_EQ(compare(e, kSigned, a, b), (x > y) - (x < y));
      EXPECT_EQ(compare(e, kUnsigned, a, b), (a > b) - (a < b));
      const bool undefined = y == 0 || (x == -128 && y == -1);
      EXPECT_EQ(divide(e, kSigned, a, b).has_value(), !undefined);
      if (!undefined) {
        EXPECT_EQ(divide(e, kSigned, a, b), static_cast<unsigned>(x / y) & 0xff);
        EXPECT_EQ(remainder(e, kSigned, a, b), static_cast<unsigned>(x % y) & 0xff);
      }
      if (b != 0) {
        EXPECT_EQ(divide(e, kUnsigned, a, b), a / b);
        EXPECT_EQ(remainder(e, kUnsigned, a, b), a % b);
      }
    }
    for (unsigned count = 0; count < 8; ++count) {
      const int x = static_cast<std::int8_t>(a);
      expect_result(*shift_left(e, kSigned, a, count), x * (1 << count), -128, 127);
      expect_result(*shift_left(e, kUnsigned, a, count), static_cast<int>(a << count), 0, 255);
      EXPECT_EQ(shift_right(e, kSigned, a, count), static_cast<unsigned>(x >> count) & 0xff);
      EXPECT_EQ(shift_right(e, kUnsigned, a, count), a >> count);
    }
    EXPECT_FALSE(shift_left(e, kSigned, a, 8));
    EXPECT_FALSE(shift_right(e, kUnsigned, a, 255));
    expect_result(negate(e, kSigned, a), -static_cast<std::int8_t>(a), -128, 127);
    expect_result(absolute(e, kSigned, a), std::abs(static_cast<std::int8_t>(a)), -128, 127);
  }
}

TEST(Integer, I64Edges) {
  const Element e = Element::i64;
  const std::uint64_t low = std::uint64_t{1} << 63, all = ~std::uint64_t{0};
  EXPECT_TRUE(add(e, kSigned, low - 1, 1).overflow);
  EXPECT_FALSE(add(e, kUnsigned, low - 1, 1).overflow);
  EXPECT_TRUE(add(e, kUnsigned, all, 1).overflow);
  EXPECT_TRUE(mul(e, kSigned, low, all).overflow);
  EXPECT_EQ(mul(e, kSigned, low, all).bits, low);
  EXPECT_FALSE(divide(e, kSigned, low, all));
  EXPECT_EQ(divide(e, kUnsigned, low, all), 0u);
  EXPECT_EQ(multiply_high(e, kUnsigned, all, all), all - 1);
  EXPECT_EQ(multiply_high(e, kSigned, all, all), 0u);
  EXPECT_EQ(multiply_high(e, kSigned, low, low), std::uint64_t{1} << 62);
  EXPECT_EQ(multiply_high(e, kSigned, low, 2), all);
  EXPECT_EQ(multiply_high(Element::i32, kSigned, 0x80000000, 0x80000000), 0x40000000u);
  EXPECT_TRUE(absolute(e, kSigned, low).overflow);
  EXPECT_EQ(shift_right(e, kSigned, low, 63), all);
}

TEST(Integer, I1IsZeroOrOne) {
  EXPECT_EQ(decode_signed(Element::i1, 1), 1);
  EXPECT_EQ(resize(Element::i1, kSigned, Element::i32, 1), 1u);
  EXPECT_FALSE(fits_signed(Element::i1, -1));
  EXPECT_EQ(compare(Element::i1, kSigned, 1, 0), 1);
}

TEST(Integer, RangesAndWrapping) {
  EXPECT_EQ(wrap(Element::i16, -1), 0xffffu);
  EXPECT_EQ(wrap(Element::i16, 65536 + 5), 5u);
  EXPECT_TRUE(fits_signed(Element::i32, -2147483648));
  EXPECT_FALSE(fits_signed(Element::i32, 2147483648));
  EXPECT_TRUE(fits_unsigned(Element::i32, 4294967295));
  EXPECT_TRUE(fits_signed(Element::i64, std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(decode_signed(Element::i32, 0x180000000), -2147483648);
}

TEST(Integer, Resize) {
  EXPECT_EQ(resize(Element::i8, kSigned, Element::i32, 0x80), 0xffffff80u);
  EXPECT_EQ(resize(Element::i8, kUnsigned, Element::i32, 0x80), 0x80u);
  EXPECT_EQ(resize(Element::i32, kSigned, Element::i8, 0x1234), 0x34u);
}

TEST(Integer, ToFloat) {
  EXPECT_EQ(integer_to_float(Element::i8, kSigned, Element::f16, 0xff), 0xbc00u);
  EXPECT_EQ(decode(Element::f32, integer_to_float(Element::i8, kUnsigned, Element::f32, 0xff)), 255.0);
}

TEST(Integer, FromFloatTruncatesAndChecksTheRange) {
  const auto cast = [](double value, Element to, Signedness s) {
    return float_to_integer(Element::f64, to, s, encode(Element::f64, value));
  };
  EXPECT_EQ(cast(-2.9, Element::i8, kSigned), 0xfeu);
  EXPECT_EQ(cast(127.9, Element::i8, kSigned), 0x7fu);
  EXPECT_EQ(cast(128.0, Element::i8, kSigned), std::nullopt);
  EXPECT_EQ(cast(-128.9, Element::i8, kSigned), 0x80u);
  EXPECT_EQ(cast(-129.0, Element::i8, kSigned), std::nullopt);
  EXPECT_EQ(cast(255.5, Element::i8, kUnsigned), 0xffu);
  EXPECT_EQ(cast(-0.5, Element::i8, kUnsigned), 0u);
  EXPECT_EQ(cast(-1.0, Element::i8, kUnsigned), std::nullopt);
  EXPECT_EQ(cast(std::ldexp(1.0, 63), Element::i64, kSigned), std::nullopt);
  EXPECT_EQ(cast(-std::ldexp(1.0, 63), Element::i64, kSigned), std::uint64_t{1} << 63);
  EXPECT_EQ(cast(std::ldexp(1.0, 63), Element::i64, kUnsigned), std::uint64_t{1} << 63);
  EXPECT_EQ(cast(std::nan(""), Element::i32, kSigned), std::nullopt);
  EXPECT_EQ(cast(HUGE_VAL, Element::i64, kUnsigned), std::nullopt);
  EXPECT_EQ(cast(1.0, Element::i1, kSigned), 1u);
}

}  // namespace
}  // namespace tilefuzz::numeric
