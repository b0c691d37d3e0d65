#include "numeric/format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "numeric/random.h"

namespace tilefuzz::numeric {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Element> kSmallFloats = {Element::f16, Element::bf16, Element::f8e4m3, Element::f8e5m2,
                                           Element::f4e2m1};

std::uint64_t count(Element e) { return std::uint64_t{1} << bit_width(e); }

TEST(Format, KnownValues) {
  EXPECT_EQ(decode(Element::f16, 0x3c00), 1.0);
  EXPECT_EQ(decode(Element::f16, 0x7bff), 65504.0);
  EXPECT_EQ(decode(Element::f16, 0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(decode(Element::bf16, 0xc049), -3.140625);
  EXPECT_EQ(decode(Element::bf16, 0x0001), std::ldexp(1.0, -133));
  EXPECT_EQ(decode(Element::f32, 0x3f800001), 1.0 + std::ldexp(1.0, -23));
  EXPECT_EQ(decode(Element::f8e4m3, 0x7e), 448.0);
  EXPECT_EQ(decode(Element::f8e4m3, 0x01), std::ldexp(1.0, -9));
  EXPECT_EQ(decode(Element::f8e5m2, 0x7b), 57344.0);
  EXPECT_EQ(decode(Element::f8e5m2, 0xfc), -kInf);
  EXPECT_EQ(decode(Element::f4e2m1, 0x7), 6.0);
  EXPECT_EQ(decode(Element::f4e2m1, 0x9), -0.5);
  EXPECT_EQ(decode(Element::f8e8m0, 0), std::ldexp(1.0, -127));
  EXPECT_EQ(decode(Element::f8e8m0, 0xfe), std::ldexp(1.0, 127));
}

TEST(Format, EveryPatternOfTheSmallFormatsRoundTrips) {
  std::vector<Element> formats = kSmallFloats;
  formats.push_back(Element::f8e8m0);
  for (Element e : formats) {
    for (std::uint64_t bits = 0; bits < count(e); ++bits) {
      if (is_nan(e, bits)) {
        EXPECT_TRUE(std::isnan(decode(e, bits)));
        EXPECT_EQ(convert(e, e, bits), canonical_nan(e));
      } else if (e == Element::f8e5m2 && is_infinity(e, bits)) {
        EXPECT_EQ(convert(e, e, bits), bits - 1) << "saturates to the neighbour of infinity";
      } else {
        ASSERT_EQ(encode(e, decode(e, bits)), bits) << name(e) << ' ' << bits;
      }
    }
  }
}

// Between every two neighbours, three doubles settle rounding: the midpoint and its two neighbours.
TEST(Format, EveryTieOfTheSmallFormatsGoesToEvenAndNothingElseDoes) {
  for (Element e : kSmallFloats) {
    for (std::uint64_t low = 0; low < largest_finite(e); ++low) {
      const std::uint64_t high = low + 1;
      const double middle = (decode(e, low) + decode(e, high)) / 2;
      const std::uint64_t even = low % 2 == 0 ? low : high;
      ASSERT_EQ(encode(e, middle), even) << name(e) << ' ' << low;
      ASSERT_EQ(encode(e, std::nextafter(middle, 0)), low) << name(e) << ' ' << low;
      ASSERT_EQ(encode(e, std::nextafter(middle, kInf)), high) << name(e) << ' ' << low;
      ASSERT_EQ(encode(e, -middle), even | sign_bit(e)) << name(e) << ' ' << low;
    }
  }
}

TEST(Format, F32AgreesWithTheProcessorAndRoundsOnce) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t raw = random.next();
    // Exponents around the range of f32, subnormals and overflow included.
    const std::uint64_t exponent = 1023 - 160 + random.below(300);
    const auto value = std::bit_cast<double>((raw & ~(std::uint64_t{0x7ff} << 52)) | exponent << 52);
    const auto expected = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    ASSERT_EQ(encode(Element::f32, value), expected) << value;
    ASSERT_EQ(decode(Element::f32, expected), static_cast<double>(std::bit_cast<float>(expected)));
  }
}

TEST(Format, NoDoubleRoundingThroughF32) {
  // 1 + 2^-11 + 2^-30: through f32 it would become the f16 tie 1 + 2^-11 and go down.
  const double value = 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -30);
  EXPECT_EQ(encode(Element::f16, value), 0x3c01u);
  EXPECT_EQ(encode(Element::f16, static_cast<double>(static_cast<float>(value))), 0x3c00u);
}

TEST(Format, OverflowAndSaturation) {
  EXPECT_EQ(encode(Element::f16, 65519.9), 0x7bffu);
  EXPECT_EQ(encode(Element::f16, 65520.0), 0x7c00u);
  EXPECT_EQ(encode(Element::bf16, -1e39), 0xff80u);
  EXPECT_EQ(encode(Element::f32, 1e300), 0x7f800000u);
  EXPECT_EQ(encode(Element::f8e4m3, 460.0), 0x7eu);
  EXPECT_EQ(encode(Element::f8e4m3, 1e30), 0x7eu);
  EXPECT_EQ(encode(Element::f8e4m3, -kInf), 0xfeu);
  EXPECT_EQ(encode(Element::f8e5m2, 61440.0), 0x7bu);
  EXPECT_EQ(encode(Element::f8e5m2, kInf), 0x7bu);
  EXPECT_EQ(encode(Element::f4e2m1, 100.0), 0x7u);
  EXPECT_EQ(encode(Element::f4e2m1, -kInf), 0xfu);
  EXPECT_EQ(encode(Element::f64, kInf), std::bit_cast<std::uint64_t>(kInf));
}

TEST(Format, NanBecomesCanonical) {
  EXPECT_EQ(encode(Element::f16, -kNan), 0x7e00u);
  EXPECT_EQ(encode(Element::bf16, kNan), 0x7fc0u);
  EXPECT_EQ(encode(Element::f32, kNan), 0x7fc00000u);
  EXPECT_EQ(encode(Element::f64, -kNan), 0x7ff8000000000000u);
  EXPECT_EQ(encode(Element::tf32, kNan), 0x7fc00000u);
  EXPECT_EQ(encode(Element::f8e4m3, kNan), 0x7fu);
  EXPECT_EQ(encode(Element::f8e5m2, kNan), 0x7fu);
  EXPECT_EQ(encode(Element::f8e8m0, kNan), 0xffu);
  EXPECT_EQ(encode(Element::f4e2m1, kNan), 0x7u);
}

TEST(Format, SignedZerosAndUnderflow) {
  for (Element e : kSmallFloats) {
    EXPECT_EQ(encode(e, -0.0), sign_bit(e));
    EXPECT_EQ(encode(e, -1e-300), sign_bit(e));
    EXPECT_TRUE(std::signbit(decode(e, sign_bit(e))));
    EXPECT_TRUE(is_zero(e, sign_bit(e)));
    EXPECT_FALSE(is_zero(e, 1));
  }
  EXPECT_EQ(encode(Element::f16, std::ldexp(1.0, -25)), 0u);
  EXPECT_EQ(encode(Element::f16, std::ldexp(1.5, -25)), 1u);
  EXPECT_EQ(encode(Element::f32, std::numeric_limits<double>::denorm_min()), 0u);
}

TEST(Format, Tf32KeepsTenFractionBitsOfTheF32Container) {
  EXPECT_EQ(encode(Element::tf32, 1.0 + std::ldexp(1.0, -10)), 0x3f802000u);
  EXPECT_EQ(encode(Element::tf32, 1.0 + std::ldexp(1.0, -11)), 0x3f800000u);
  EXPECT_EQ(encode(Element::tf32, 1.0 + std::ldexp(3.0, -11)), 0x3f804000u);
  EXPECT_EQ(decode(Element::tf32, 0x3f801fff), 1.0);
  EXPECT_TRUE(is_infinity(Element::tf32, 0x7f800001));
  EXPECT_TRUE(is_zero(Element::tf32, 0x80001fff));
  EXPECT_EQ(decode(Element::tf32, smallest_positive(Element::tf32)), std::ldexp(1.0, -136));
}

TEST(Format, Scale) {
  EXPECT_EQ(encode(Element::f8e8m0, 1.0), 127u);
  EXPECT_EQ(encode(Element::f8e8m0, 1.4999), 127u);
  EXPECT_EQ(encode(Element::f8e8m0, 1.5), 128u);
  EXPECT_EQ(encode(Element::f8e8m0, 2.9999), 128u);
  EXPECT_EQ(encode(Element::f8e8m0, 0.0), 0u);
  EXPECT_EQ(encode(Element::f8e8m0, 1e-300), 0u);
  EXPECT_EQ(encode(Element::f8e8m0, 1e300), 0xfeu);
  EXPECT_EQ(encode(Element::f8e8m0, kInf), 0xfeu);
  EXPECT_EQ(encode(Element::f8e8m0, -1.0), 0xffu);
  EXPECT_EQ(encode(Element::f8e8m0, -kInf), 0xffu);
}

TEST(Format, IntegersRoundOnce) {
  EXPECT_EQ(encode_signed(Element::f32, -16777217), std::bit_cast<std::uint32_t>(-16777216.0f));
  // 2^63 + 2^39 + 1 is above an f32 tie; by way of double it would be the tie and go down.
  const std::uint64_t value = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 39) + 1;
  EXPECT_EQ(encode_unsigned(Element::f32, value), 0x5f000001u);
  EXPECT_EQ(encode(Element::f32, static_cast<double>(value)), 0x5f000000u);
  EXPECT_EQ(decode(Element::f64, encode_signed(Element::f64, INT64_MIN)), -std::ldexp(1.0, 63));
  EXPECT_EQ(encode_unsigned(Element::f64, ~std::uint64_t{0}), encode(Element::f64, std::ldexp(1.0, 64)));
  EXPECT_EQ(encode_signed(Element::f16, 0), 0u);
  EXPECT_EQ(encode_signed(Element::f16, 70000), 0x7c00u);
}

TEST(Format, Exactness) {
  EXPECT_TRUE(is_exact(Element::f16, 2048.0));
  EXPECT_FALSE(is_exact(Element::f16, 2049.0));
  EXPECT_FALSE(is_exact(Element::f16, kNan));
  EXPECT_TRUE(is_exact(Element::f16, kInf));
  EXPECT_FALSE(is_exact(Element::f8e4m3, kInf));
  EXPECT_FALSE(is_exact(Element::f8e8m0, 0.0));
}

TEST(Format, BitsAboveTheWidthAreIgnored) {
  EXPECT_EQ(decode(Element::f16, 0xffff3c00), 1.0);
  EXPECT_EQ(decode(Element::f4e2m1, 0xf2), 1.0);
  EXPECT_FALSE(is_nan(Element::f8e4m3, 0xff00));
}

TEST(Format, Limits) {
  EXPECT_EQ(smallest_normal(Element::f16), 0x0400u);
  EXPECT_EQ(smallest_normal(Element::f8e4m3), 0x08u);
  EXPECT_EQ(largest_finite(Element::tf32), 0x7f7fe000u);
  EXPECT_EQ(largest_finite(Element::f64), 0x7fefffffffffffffu);
  EXPECT_EQ(infinity(Element::f8e4m3), std::nullopt);
  EXPECT_EQ(infinity(Element::f8e5m2), 0x7cu);
}

}  // namespace
}  // namespace tilefuzz::numeric
