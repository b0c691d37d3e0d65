#include "numeric/arithmetic.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "numeric/format.h"
#include "numeric/random.h"

namespace tilefuzz::numeric {
namespace {

// Exponents near each other, so that sums and products interact.
float random_float(Random& random, std::uint64_t exponent_base, std::uint64_t exponent_span) {
  const std::uint64_t exponent = exponent_base + random.below(exponent_span);
  const std::uint64_t raw = random.next();
  // One draw in four has few bits, which makes ties likely.
  const std::uint64_t fraction = random.chance(1, 4) ? raw & 0x700001 : raw & 0x7fffff;
  return std::bit_cast<float>(
      static_cast<std::uint32_t>((raw >> 32 & 0x80000000) | exponent << 23 | fraction));
}

std::uint64_t bits_of(float value) {
  return std::isnan(value) ? canonical_nan(Element::f32) : std::bit_cast<std::uint32_t>(value);
}

TEST(Arithmetic, F32AgreesWithTheProcessor) {
  Random random(2);
  for (int i = 0; i < 300000; ++i) {
    // Bases 0 and 225 reach subnormals and overflow.
    const std::uint64_t base = std::array{0, 100, 225}[random.below(3)];
    const float x = random_float(random, base, 30);
    const float y = random_float(random, random.chance(1, 2) ? base : 110, 30);
    const float z = random_float(random, base, 30);
    const std::uint64_t a = bits_of(x), b = bits_of(y), c = bits_of(z);
    ASSERT_EQ(add(Element::f32, a, b), bits_of(x + y)) << x << ' ' << y;
    ASSERT_EQ(sub(Element::f32, a, b), bits_of(x - y)) << x << ' ' << y;
    ASSERT_EQ(mul(Element::f32, a, b), bits_of(x * y)) << x << ' ' << y;
    ASSERT_EQ(div(Element::f32, a, b), bits_of(y == 0 ? x / std::copysign(0.0f, y) : x / y)) << x << ' ' << y;
    ASSERT_EQ(sqrt(Element::f32, a), bits_of(std::sqrt(x))) << x;
    ASSERT_EQ(fma(Element::f32, a, b, c), bits_of(std::fma(x, y, z))) << x << ' ' << y << ' ' << z;
  }
}

TEST(Arithmetic, F64IsNative) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = static_cast<double>(random.next()) - 1e19, y = static_cast<double>(random.next()) * 1e-7;
    const std::uint64_t a = encode(Element::f64, x), b = encode(Element::f64, y);
    EXPECT_EQ(decode(Element::f64, add(Element::f64, a, b)), x + y);
    EXPECT_EQ(decode(Element::f64, div(Element::f64, a, b)), x / y);
    EXPECT_EQ(decode(Element::f64, fma(Element::f64, a, b, a)), std::fma(x, y, x));
  }
}

TEST(Arithmetic, FmaOfBf16SeesAnAddendFarBelowTheTie) {
  // (1 + 2^-7) * 1.5 lies midway between two bf16 numbers.
  const std::uint64_t a = 0x3f81, b = 0x3fc0;
  const std::uint64_t tiny = encode(Element::bf16, std::ldexp(1.0, -100));
  const std::uint64_t even = fma(Element::bf16, a, b, 0);
  EXPECT_EQ(even, 0x3fc2u);
  EXPECT_EQ(fma(Element::bf16, a, b, tiny), 0x3fc2u);
  EXPECT_EQ(fma(Element::bf16, a, b, negate(Element::bf16, tiny)), 0x3fc1u);
  const std::uint64_t minus_a = negate(Element::bf16, a);
  EXPECT_EQ(fma(Element::bf16, minus_a, b, tiny), 0xbfc1u);
  EXPECT_EQ(fma(Element::bf16, minus_a, b, negate(Element::bf16, tiny)), 0xbfc2u);
}

TEST(Arithmetic, FmaOfF16IsNotTwoRoundings) {
  // (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20: the rounded product loses the last term.
  const std::uint64_t a = 0x3c01, rounded_square = 0x3c02;
  const std::uint64_t minus = negate(Element::f16, rounded_square);
  EXPECT_EQ(mul(Element::f16, a, a), rounded_square);
  EXPECT_EQ(decode(Element::f16, fma(Element::f16, a, a, minus)), std::ldexp(1.0, -20));
}

TEST(Arithmetic, SpecialValues) {
  const std::uint64_t inf = 0x7c00, one = 0x3c00, nan = 0x7e00;
  EXPECT_EQ(sub(Element::f16, inf, inf), nan);
  EXPECT_EQ(mul(Element::f16, inf, 0), nan);
  EXPECT_EQ(div(Element::f16, 0, 0), nan);
  EXPECT_EQ(div(Element::f16, one, 0x8000), 0xfc00u);
  EXPECT_EQ(div(Element::f16, nan, 0), nan);
  EXPECT_EQ(div(Element::f16, one, inf), 0u);
  EXPECT_EQ(sqrt(Element::f16, 0xbc00), nan);
  EXPECT_EQ(sqrt(Element::f16, 0x8000), 0x8000u);
  EXPECT_EQ(fma(Element::f16, inf, one, 0xfc00), nan);
  EXPECT_EQ(fma(Element::f16, one, one, inf), inf);
  EXPECT_EQ(fma(Element::f16, 0x8000, one, 0x8000), 0x8000u);
  EXPECT_EQ(fma(Element::f16, one, one, 0xbc00), 0u);
  EXPECT_EQ(add(Element::f16, 0x7bff, 0x7bff), inf);
}

TEST(Arithmetic, SignOperationsTouchTheSignOnly) {
  EXPECT_EQ(negate(Element::f16, 0x7e01), 0xfe01u);
  EXPECT_EQ(absolute(Element::bf16, 0xff81), 0x7f81u);
  EXPECT_EQ(negate(Element::f4e2m1, 0x3), 0xbu);
}

TEST(Arithmetic, SumResidueIsTheSignOfTheError) {
  EXPECT_EQ(add_with_residue(1.0, std::ldexp(1.0, -60)).residue, 1);
  EXPECT_EQ(add_with_residue(1.0, -std::ldexp(1.0, -60)).residue, -1);
  EXPECT_EQ(add_with_residue(std::ldexp(-1.0, -60), 1.0).residue, -1);
  EXPECT_EQ(add_with_residue(3.0, 4.0).residue, 0);
}

}  // namespace
}  // namespace tilefuzz::numeric
