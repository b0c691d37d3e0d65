#include <gmock/gmock.h>

#include <cmath>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;
using Rows = std::vector<std::vector<double>>;

struct Case {
  const char* type;
  const char* statement;
  Rows inputs;
  std::vector<double> expected;  // empty: the trap is checked
  const char* trap = "none";
};

void check(const Case& c) {
  const Evaluation got = evaluate(c.type, c.type, c.statement, c.inputs);
  EXPECT_EQ(trap_of(got.run), c.trap) << c.statement;
  if (!c.expected.empty()) {
    EXPECT_EQ(got.r, c.expected) << c.statement << " on " << c.type;
  }
}

TEST(Elementwise, Integers) {
  const Case cases[] = {
      {"4xi32", "%r = add %x, %y", {{1, 2, -3, 4}, {5, 6, 7, -8}}, {6, 8, 4, -4}},
      {"4xi32", "%r = sub %x, 1", {{1, 2, -3, 4}}, {0, 1, -4, 3}},
      {"4xi32", "%r = mul %x, %y", {{1, 2, -3, 4}, {5, 6, 7, -8}}, {5, 12, -21, -32}},
      {"2xi32", "%r = mulhi %x, %y", {{65536, -65536}, {65536, 65536}}, {1, -1}},
      {"2xi8", "%r = mulhi %x, %y unsigned", {{-1, 16}, {-1, 16}}, {-2, 1}},
      {"4xi32", "%r = div %x, %y", {{7, -7, 7, -7}, {2, 2, -2, -2}}, {3, -3, -3, 3}},
      {"4xi32", "%r = rem %x, %y", {{7, -7, 7, -7}, {2, 2, -2, -2}}, {1, -1, 1, -1}},
      {"2xi8", "%r = div %x, %y unsigned", {{-2, 100}, {2, 3}}, {127, 33}},
      {"4xi16", "%r = min %x, %y", {{1, -2, 3, 4}, {0, 5, 3, 9}}, {0, -2, 3, 4}},
      {"4xi16", "%r = max %x, %y", {{1, -2, 3, 4}, {0, 5, 3, 9}}, {1, 5, 3, 9}},
      {"2xi16", "%r = max %x, %y unsigned", {{1, -2}, {2, 5}}, {2, -2}},
      {"2xi32", "%r = and %x, %y", {{12, -1}, {10, 5}}, {8, 5}},
      {"2xi32", "%r = or %x, %y", {{12, 0}, {10, 5}}, {14, 5}},
      {"2xi32", "%r = xor %x, %y", {{12, -1}, {10, 5}}, {6, -6}},
      {"2xi32", "%r = not %x", {{0, 5}}, {-1, -6}},
      {"2xi32", "%r = neg %x", {{3, -5}}, {-3, 5}},
      {"2xi64", "%r = abs %x", {{3, -5}}, {3, 5}},
      {"2xi32", "%r = shl %x, %y", {{3, 1}, {2, 10}}, {12, 1024}},
      {"2xi32", "%r = shr %x, %y", {{-8, 9}, {1, 1}}, {-4, 4}},
      {"2xi8", "%r = shr %x, 1 unsigned", {{-2, 9}}, {127, 4}},
      {"2xi8", "%r = add %x, %y wrap", {{127, 1}, {1, 1}}, {-128, 2}},
  };
  for (const Case& c : cases) check(c);
}

TEST(Elementwise, IntegerTraps) {
  const Case cases[] = {
      {"2xi8", "%r = add %x, %y", {{127, 1}, {1, 1}}, {}, "integer.overflow"},
      {"2xi8", "%r = add %x, %y", {{126, 1}, {1, 1}}, {127, 2}},
      {"2xi32", "%r = mul %x, %y", {{65536, 1}, {32768, 1}}, {}, "integer.overflow"},
      {"2xi32", "%r = sub %x, %y", {{-2147483648.0, 1}, {1, 1}}, {}, "integer.overflow"},
      {"2xi8", "%r = neg %x", {{-128, 1}}, {}, "integer.overflow"},
      {"2xi8", "%r = neg %x wrap", {{-128, 1}}, {-128, -1}},
      {"2xi8", "%r = abs %x", {{-128, 1}}, {}, "integer.overflow"},
      {"2xi8", "%r = shl %x, %y", {{64, 1}, {1, 1}}, {}, "integer.overflow"},
      {"2xi8", "%r = shl %x, %y wrap", {{64, 1}, {1, 1}}, {-128, 2}},
      {"2xi32", "%r = div %x, %y", {{1, 1}, {1, 0}}, {}, "integer.division"},
      {"2xi32", "%r = div %x, %y", {{-2147483648.0, 1}, {-1, 1}}, {}, "integer.division"},
      {"2xi32", "%r = rem %x, %y", {{4, 1}, {1, 0}}, {}, "integer.division"},
      {"2xi32", "%r = shl %x, %y", {{1, 1}, {32, 0}}, {}, "integer.shift"},
      {"2xi32", "%r = shr %x, %y", {{1, 1}, {31, -1}}, {}, "integer.shift"},
      {"2xi32", "%r = shr %x, %y", {{1, 4}, {31, 1}}, {0, 2}},
  };
  for (const Case& c : cases) check(c);
}

TEST(Elementwise, Floats) {
  for (const char* type : {"4xf16", "4xbf16", "4xf32", "4xf64"}) {
    const Case cases[] = {
        {type, "%r = add %x, %y", {{1, 2, -3, 0.5}, {5, 6, 7, -8}}, {6, 8, 4, -7.5}},
        {type, "%r = sub %x, %y", {{1, 2, -3, 0.5}, {5, 6, 7, -8}}, {-4, -4, -10, 8.5}},
        {type, "%r = mul %x, %y", {{1, 2, -3, 0.5}, {5, 6, 7, -8}}, {5, 12, -21, -4}},
        {type, "%r = div %x, %y", {{1, 9, -3, 0.5}, {4, 6, 2, -8}}, {0.25, 1.5, -1.5, -0.0625}},
        {type, "%r = min %x, %y", {{1, 2, NAN, 4}, {0, 5, 3, NAN}}, {0, 2, 3, 4}},
        {type, "%r = max %x, %y", {{1, 2, NAN, 4}, {0, 5, 3, NAN}}, {1, 5, 3, 4}},
        {type, "%r = neg %x", {{1, -2, 0, 4}}, {-1, 2, -0.0, -4}},
        {type, "%r = abs %x", {{1, -2, 0, -4}}, {1, 2, 0, 4}},
        {type, "%r = sqrt %x", {{1, 4, 9, 0.25}}, {1, 2, 3, 0.5}},
        {type, "%r = rsqrt %x", {{1, 4, 16, 0.25}}, {1, 0.5, 0.25, 2}},
        {type, "%r = exp %x", {{0, 0, 0, -INFINITY}}, {1, 1, 1, 0}},
        {type, "%r = exp2 %x", {{0, 1, -1, 3}}, {1, 2, 0.5, 8}},
        {type, "%r = log %x", {{1, 1, 1, INFINITY}}, {0, 0, 0, INFINITY}},
        {type, "%r = log2 %x", {{1, 2, 0.5, 8}}, {0, 1, -1, 3}},
        {type, "%r = floor %x", {{1.5, -1.5, 2, 0}}, {1, -2, 2, 0}},
        {type, "%r = ceil %x", {{1.5, -1.5, 2, 0}}, {2, -1, 2, 0}},
        {type, "%r = sin %x", {{0, 0, 0, 0}}, {0, 0, 0, 0}},
        {type, "%r = cos %x", {{0, 0, 0, 0}}, {1, 1, 1, 1}},
        {type, "%r = tan %x", {{0, 0, 0, 0}}, {0, 0, 0, 0}},
        {type, "%r = sinh %x", {{0, 0, 0, 0}}, {0, 0, 0, 0}},
        {type, "%r = cosh %x", {{0, 0, 0, 0}}, {1, 1, 1, 1}},
        {type, "%r = tanh %x", {{0, 0, INFINITY, -INFINITY}}, {0, 0, 1, -1}},
        {type, "%r = pow %x, %y", {{2, 3, 4, 1}, {3, 2, 0.5, 9}}, {8, 9, 2, 1}},
        {type, "%r = atan2 %x, %y", {{0, 0, 0, 0}, {1, 2, 3, 4}}, {0, 0, 0, 0}},
        {type, "%r = fma %x, %y, %z", {{1, 2, -3, 0.5}, {5, 6, 7, -8}, {1, 1, 1, 1}}, {6, 13, -20, -3}},
    };
    for (const Case& c : cases) check(c);
  }
}

TEST(Elementwise, RoundsOnceToNearestEven) {
  // 2048 is where f16 stops holding odd numbers; 2049 is a tie and goes to the even significand.
  check({"2xf16", "%r = add %x, %y", {{2048, 2050}, {1, 1}}, {2048, 2052}});
  check({"1xf32", "%r = add %x, %y", {{16777216}, {1}}, {16777216}});
  // Unfused: (1 + 2^-12)^2 loses 2^-24, fused it does not.
  const double x = 1 + std::ldexp(1, -12);
  check({"1xf32", "%r = fma %x, %y, %z", {{x}, {x}, {-1}}, {std::ldexp(1, -11) + std::ldexp(1, -24)}});
}

TEST(Elementwise, NanRules) {
  const Evaluation loses = evaluate("2xf32", "2xf32", "%r = max %x, %y", {{NAN, NAN}, {1, NAN}});
  EXPECT_EQ(loses.r[0], 1);
  EXPECT_TRUE(std::isnan(loses.r[1]));
  const Evaluation wins = evaluate("2xf32", "2xf32", "%r = max %x, %y propagate_nan", {{NAN, 2}, {1, 1}});
  EXPECT_TRUE(std::isnan(wins.r[0]));
  EXPECT_EQ(wins.r[1], 2);
}

TEST(Compare, IntegersAndFloats) {
  const auto truth = [](const char* type, const char* statement, const Rows& inputs) {
    return evaluate(type, "4xi1", statement, inputs).r;
  };
  const Rows numbers = {{1, 2, 3, -1}, {2, 2, 2, 2}};
  for (const char* type : {"4xi32", "4xf32", "4xf16"}) {
    EXPECT_THAT(truth(type, "%r = cmp lt %x, %y", numbers), ElementsAre(1, 0, 0, 1));
    EXPECT_THAT(truth(type, "%r = cmp le %x, %y", numbers), ElementsAre(1, 1, 0, 1));
    EXPECT_THAT(truth(type, "%r = cmp gt %x, %y", numbers), ElementsAre(0, 0, 1, 0));
    EXPECT_THAT(truth(type, "%r = cmp ge %x, %y", numbers), ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(truth(type, "%r = cmp eq %x, %y", numbers), ElementsAre(0, 1, 0, 0));
    EXPECT_THAT(truth(type, "%r = cmp ne %x, %y", numbers), ElementsAre(1, 0, 1, 1));
  }
  EXPECT_THAT(truth("4xi32", "%r = cmp lt %x, %y unsigned", numbers), ElementsAre(1, 0, 0, 0));
  const Rows unordered = {{NAN, 1, NAN, 0.0}, {1, NAN, NAN, -0.0}};
  EXPECT_THAT(truth("4xf32", "%r = cmp eq %x, %y", unordered), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(truth("4xf32", "%r = cmp ne %x, %y", unordered), ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(truth("4xf64", "%r = cmp ge %x, %y", unordered), ElementsAre(0, 0, 0, 1));
}

TEST(Select, TakesTheSideOfEachElement) {
  EXPECT_THAT(
      evaluate("3xi32", "3xi32", "%c = cmp lt %x, %y\n  %r = select %c, %x, 7", {{1, 5, 2}, {2, 2, 2}}).r,
      ElementsAre(1, 7, 7));
}

TEST(Elementwise, ScalarsRepeat) {
  EXPECT_THAT(
      evaluate("3xi32", "3xi32", "%p = program_id 0\n  %q = add %p, 5\n  %r = mul %x, %q", {{1, 2, 3}}).r,
      ElementsAre(5, 10, 15));
}

}  // namespace
}  // namespace tilefuzz::reference::test
