#include <gmock/gmock.h>

#include <cmath>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

TEST(Cast, BetweenIntegers) {
  EXPECT_THAT(evaluate("2xi8", "2xi32", "%r = cast %x : tile<2xi32>", {{-1, 5}}).r, ElementsAre(-1, 5));
  EXPECT_THAT(evaluate("2xi8", "2xi32", "%r = cast %x unsigned : tile<2xi32>", {{-1, 5}}).r,
              ElementsAre(255, 5));
  EXPECT_THAT(evaluate("2xi1", "2xi32", "%r = cast %x : tile<2xi32>", {{1, 0}}).r, ElementsAre(1, 0));
  EXPECT_THAT(evaluate("2xi32", "2xi8", "%r = cast %x : tile<2xi8>", {{-128, 127}}).r,
              ElementsAre(-128, 127));
  EXPECT_EQ(trap_of(evaluate("2xi32", "2xi8", "%r = cast %x : tile<2xi8>", {{-128, 128}}).run), "cast.range");
}

TEST(Cast, BetweenIntegersAndFloats) {
  EXPECT_THAT(evaluate("2xi32", "2xf32", "%r = cast %x : tile<2xf32>", {{-7, 16777217}}).r,
              ElementsAre(-7, 16777216));
  EXPECT_THAT(evaluate("3xf32", "3xi32", "%r = cast %x : tile<3xi32>", {{-1.75, 1.75, 3}}).r,
              ElementsAre(-1, 1, 3));
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi8", "%r = cast %x : tile<1xi8>", {{128}}).run), "cast.range");
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", "%r = cast %x : tile<1xi32>", {{NAN}}).run), "cast.range");
  EXPECT_EQ(trap_of(evaluate("1xi32", "1xf16", "%r = cast %x : tile<1xf16>", {{70000}}).run), "cast.range");
  EXPECT_THAT(evaluate("1xi32", "1xf16", "%r = cast %x : tile<1xf16>", {{65504}}).r, ElementsAre(65504));
}

TEST(Cast, BetweenFloats) {
  EXPECT_THAT(evaluate("3xf32", "3xf16", "%r = cast %x : tile<3xf16>", {{1.0 + 1.0 / 2048, 2049, -0.5}}).r,
              ElementsAre(1, 2048, -0.5));
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xf16", "%r = cast %x : tile<1xf16>", {{1e6}}).run), "cast.range");
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xf16", "%r = cast %x : tile<1xf16>", {{INFINITY}}).run), "none");
  // tf32 keeps ten bits of the fraction: ties to even.
  const double half = 1.0 / 2048;
  EXPECT_THAT(
      evaluate("3xf32", "3xtf32", "%r = cast %x : tile<3xtf32>", {{1 + half, 1 + 3 * half, 1 + half / 2}}).r,
      ElementsAre(1, 1 + 4 * half, 1));
  EXPECT_THAT(evaluate("3xf32", "3xf8e4m3", "%r = cast %x : tile<3xf8e4m3>", {{1000, -1000, 17}}).r,
              ElementsAre(448, -448, 16));
  EXPECT_THAT(evaluate("2xf32", "2xf8e5m2", "%r = cast %x : tile<2xf8e5m2>", {{INFINITY, 9}}).r,
              ElementsAre(57344, 8));
}

TEST(Bitcast, KeepsBits) {
  EXPECT_THAT(evaluate("2xf32", "2xi32", "%r = bitcast %x : tile<2xi32>", {{1, -2}}).r,
              ElementsAre(0x3f800000, static_cast<std::int32_t>(0xc0000000)));
  EXPECT_THAT(evaluate("1xi16", "1xf16", "%r = bitcast %x : tile<1xf16>", {{0x3c00}}).r, ElementsAre(1));
}

TEST(Bitcast, UnspecifiedBitsTrap) {
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", "%r = bitcast %x : tile<1xi32>", {{NAN}}).run),
            "unspecified-bits");
  const char* zero = "%m = max %x, %y\n  %r = bitcast %m : tile<1xi32>";
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", zero, {{0.0}, {-0.0}}).run), "unspecified-bits");
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", zero, {{-0.0}, {-0.0}}).run), "none");
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", zero, {{0.0}, {-1}}).run), "none");
}

TEST(UnspecifiedZero, FollowsTheSignThroughArithmetic) {
  // +0 or -0, plus +0, is +0: known again.
  const char* settled = "%m = min %x, %y\n  %s = add %m, %x\n  %r = bitcast %s : tile<1xi32>";
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", settled, {{0.0}, {-0.0}}).run), "none");
  const char* absolute = "%m = min %x, %y\n  %s = abs %m\n  %r = bitcast %s : tile<1xi32>";
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", absolute, {{0.0}, {-0.0}}).run), "none");
  const char* open = "%m = min %x, %y\n  %s = neg %m\n  %r = bitcast %s : tile<1xi32>";
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xi32", open, {{0.0}, {-0.0}}).run), "unspecified-bits");
  // 1 / (+0 or -0) is an infinity of unspecified sign: no result at all.
  const char* divided = "%m = min %x, %y\n  %o = constant 1.0 : tile<1xf32>\n  %r = div %o, %m";
  EXPECT_EQ(trap_of(evaluate("1xf32", "1xf32", divided, {{0.0}, {-0.0}}).run), "unspecified-bits");
  // In memory the sign stays unspecified, and comparing results may know.
  const Evaluation stored = evaluate("1xf32", "1xf32", "%r = min %x, %y", {{0.0}, {-0.0}});
  EXPECT_TRUE(stored.run.memory->contents(2).marks[0] & kZeroSign);
}

}  // namespace
}  // namespace tilefuzz::reference::test
