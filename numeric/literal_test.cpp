#include "numeric/literal.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "numeric/format.h"
#include "numeric/random.h"

namespace tilefuzz::numeric {
namespace {

void expect_round_trip(Element e, std::uint64_t bits) {
  const std::string text = format_literal(e, bits);
  const auto parsed = parse_literal(e, text);
  ASSERT_TRUE(parsed) << parsed.error();
  ASSERT_EQ(*parsed, bits) << name(e) << ' ' << text;
  if (!is_integer(e) && std::isfinite(decode(e, bits)) && !text.starts_with("0x")) {
    ASSERT_NE(text.find('.'), std::string::npos) << text;
  }
}

TEST(Literal, EveryPatternOfTheSmallFormatsReadsBack) {
  for (Element e : {Element::f16, Element::bf16, Element::f8e4m3, Element::f8e5m2, Element::f8e8m0,
                    Element::f4e2m1, Element::i1, Element::i8, Element::i16})
    for (std::uint64_t bits = 0; bits <= bit_mask(e); ++bits)
      ASSERT_NO_FATAL_FAILURE(expect_round_trip(e, bits));
}

TEST(Literal, RandomPatternsOfTheLargeFormatsReadBack) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random.next();
    for (Element e : {Element::f32, Element::f64, Element::tf32, Element::i32, Element::i64})
      ASSERT_NO_FATAL_FAILURE(expect_round_trip(e, bits & bit_mask(e)));
    ASSERT_NO_FATAL_FAILURE(expect_round_trip(Element::tf32, bits & 0xffffe000));
  }
}

TEST(Literal, Spelling) {
  const auto text = [](Element e, double value) { return format_literal(e, encode(e, value)); };
  EXPECT_EQ(text(Element::f32, 1.0), "1.0");
  EXPECT_EQ(text(Element::f32, 0.1), "0.1");
  EXPECT_EQ(text(Element::f16, 0.1), "0.1");
  EXPECT_EQ(text(Element::f16, 65504.0), "65504.0");
  EXPECT_EQ(text(Element::f16, -0.0), "-0.0");
  EXPECT_EQ(text(Element::f64, 1e300), "1.0e300");
  EXPECT_EQ(text(Element::f64, 1.5e-7), "1.5e-7");
  EXPECT_EQ(text(Element::f64, 0.00025), "0.00025");
  EXPECT_EQ(text(Element::f16, std::ldexp(1.0, -24)), "6.0e-8");
  EXPECT_EQ(text(Element::bf16, 3.14159), "3.14");
  EXPECT_EQ(text(Element::f8e8m0, 128.0), "128.0");
  EXPECT_EQ(text(Element::f32, -HUGE_VAL), "-inf");
  EXPECT_EQ(format_literal(Element::f8e5m2, 0x7c), "inf");
  EXPECT_EQ(format_literal(Element::f16, 0x7e00), "nan");
  EXPECT_EQ(format_literal(Element::f16, 0xfe00), "0xfe00");
  EXPECT_EQ(format_literal(Element::tf32, 0x3f800001), "0x3f800001");
  EXPECT_EQ(format_literal(Element::f4e2m1, 0xf), "-6.0");
  EXPECT_EQ(format_literal(Element::i8, 0x80), "-128");
  EXPECT_EQ(format_literal(Element::i1, 1), "true");
}

TEST(Literal, NoShorterDecimalReadsBack) {
  Random random(5);
  const auto significant_digits = [](const std::string& text) {
    std::string digits;
    for (char c : text.substr(0, text.find('e')))
      if (c != '.') digits += c;
    digits.erase(0, digits.find_first_not_of('0'));
    return digits.substr(0, digits.find_last_not_of('0') + 1).size();
  };
  for (int i = 0; i < 300; ++i) {
    // Below one, where nothing is a whole number; powers of two, whose neighbours lie unevenly, half the
    // time.
    const std::uint64_t bits = (1 + random.below(0x3bff)) & (random.chance(1, 2) ? 0x7c00 : 0x7fff);
    if (bits == 0) continue;
    const std::size_t digits = significant_digits(format_literal(Element::f16, bits));
    const double value = decode(Element::f16, bits);
    // All decimals of one digit less between the neighbours of the value.
    const double step = std::pow(10.0, std::floor(std::log10(value)) - static_cast<double>(digits) + 2);
    for (double n = std::floor(value / step) - 12; digits > 1 && n <= value / step + 12; ++n) {
      if (n <= 0) continue;
      EXPECT_NE(encode(Element::f16, n * step), bits)
          << format_literal(Element::f16, bits) << ' ' << n * step;
    }
  }
}

TEST(Literal, DecimalsAreRoundedOnce) {
  // 1 + 2^-11 is the tie between f16 1.0 and its successor: the decimals differ from it after the 40th digit,
  // where a double sees the tie itself.
  const std::string tie = "1.00048828125";
  EXPECT_EQ(parse_literal(Element::f16, tie), 0x3c00u);
  EXPECT_EQ(parse_literal(Element::f16, tie + std::string(40, '0') + "1"), 0x3c01u);
  EXPECT_EQ(parse_literal(Element::f16, "-" + tie + std::string(40, '0') + "1"), 0xbc01u);
  // The next tie, 1 + 3 * 2^-11, goes up to even; from below it must not.
  EXPECT_EQ(parse_literal(Element::f16, "1.00146484375"), 0x3c02u);
  EXPECT_EQ(parse_literal(Element::f16, "1.00146484374" + std::string(40, '9')), 0x3c01u);
  EXPECT_EQ(parse_literal(Element::f8e4m3, "1.0625"), 0x38u);
  EXPECT_EQ(parse_literal(Element::f8e4m3, "1.0625" + std::string(40, '0') + "1"), 0x39u);
}

TEST(Literal, F32AgreesWithTheLibrary) {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = std::to_string(1 + random.below(9)) + "." + std::to_string(random.next()) + "e" +
                             std::to_string(random.between(-44, 38));
    float expected = 0;
    const auto status = std::from_chars(text.data(), text.data() + text.size(), expected);
    const auto parsed = parse_literal(Element::f32, text);
    ASSERT_EQ(parsed.has_value(), status.ec == std::errc{} && std::isfinite(expected)) << text;
    if (parsed) {
      ASSERT_EQ(*parsed, std::bit_cast<std::uint32_t>(expected)) << text;
    }
  }
}

TEST(Literal, ExtremeExponents) {
  EXPECT_EQ(parse_literal(Element::f64, "1e-999999999999"), 0u);
  EXPECT_EQ(parse_literal(Element::f64, "-1e-400"), sign_bit(Element::f64));
  EXPECT_EQ(parse_literal(Element::f64, "4.94e-324"), 1u);
  EXPECT_FALSE(parse_literal(Element::f64, "1e309"));
  EXPECT_FALSE(parse_literal(Element::f64, "1e999999999999"));
  EXPECT_EQ(parse_literal(Element::f64, "0e999999999999"), 0u);
  EXPECT_EQ(parse_literal(Element::f64, "0." + std::string(400, '0') + "1e401"), encode(Element::f64, 1.0));
  EXPECT_FALSE(parse_literal(Element::f32, "3.5e38"));
  EXPECT_EQ(parse_literal(Element::f32, "1e-60"), 0u);
}

TEST(Literal, RefusesWhatDoesNotFit) {
  EXPECT_EQ(parse_literal(Element::f16, "65519.99"), 0x7bffu);
  EXPECT_EQ(parse_literal(Element::f16, "65520").error(), "literal '65520' does not fit f16");
  EXPECT_FALSE(parse_literal(Element::f8e4m3, "480"));
  EXPECT_FALSE(parse_literal(Element::f8e4m3, "inf"));
  EXPECT_FALSE(parse_literal(Element::f4e2m1, "nan"));
  EXPECT_FALSE(parse_literal(Element::f8e8m0, "0.0"));
  EXPECT_FALSE(parse_literal(Element::f8e8m0, "-1.0"));
  EXPECT_FALSE(parse_literal(Element::f16, "0x10000"));
  EXPECT_FALSE(parse_literal(Element::i8, "256"));
  EXPECT_FALSE(parse_literal(Element::i8, "-129"));
  EXPECT_FALSE(parse_literal(Element::i64, "18446744073709551616"));
  EXPECT_FALSE(parse_literal(Element::i1, "2"));
  EXPECT_FALSE(parse_literal(Element::i1, "-1"));
}

TEST(Literal, AcceptsBothSpellingsOfAnInteger) {
  EXPECT_EQ(parse_literal(Element::i8, "255"), 0xffu);
  EXPECT_EQ(parse_literal(Element::i8, "-1"), 0xffu);
  EXPECT_EQ(parse_literal(Element::i8, "-128"), 0x80u);
  EXPECT_EQ(parse_literal(Element::i8, "0xff"), 0xffu);
  EXPECT_EQ(parse_literal(Element::i1, "true"), 1u);
  EXPECT_EQ(parse_literal(Element::i1, "0"), 0u);
  EXPECT_EQ(parse_literal(Element::i64, "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parse_literal(Element::i64, "-9223372036854775808"), std::uint64_t{1} << 63);
}

TEST(Literal, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-", ".", ".5", "1e", "1e+", "1.0f", " 1", "1 ", "+1", "0x", "0xg", "infinity",
                           "--1", "-nan", "1.2.3", "true"}) {
    EXPECT_FALSE(parse_literal(Element::f32, text)) << text;
  }
  for (const char* text : {"", "-", "1.0", "1e3", "true", "0x", "- 1", "+1", "nan"})
    EXPECT_FALSE(parse_literal(Element::i32, text)) << text;
}

}  // namespace
}  // namespace tilefuzz::numeric
