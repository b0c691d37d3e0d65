#include "numeric/random.h"

#include <gtest/gtest.h>

namespace tilefuzz::numeric {
namespace {

// Outputs of the authors' reference implementations, as used by many ports.
TEST(Random, ReferenceOutputs) {
  SplitMix64 filler(1234567);
  for (std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                 4593380528125082431u, 16408922859458223821u})
    EXPECT_EQ(filler.next(), expected);
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  for (std::uint64_t expected : {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240},
                                 std::uint64_t{1215971899390074240}})
    EXPECT_EQ(random.next(), expected);
}

TEST(Random, EqualSeedsGiveEqualSequences) {
  Random a(7), b(7), c(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t drawn = a.next();
    EXPECT_EQ(drawn, b.next());
    differs = differs || drawn != c.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Random, BelowIsInRangeAndUniform) {
  Random random(9);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(random.below(1), 0u);
  EXPECT_EQ(random.below(0), 0u);
  // More than half of all words would be folded onto the low part without rejection.
  const std::uint64_t n = (std::uint64_t{1} << 63) + 1;
  int low = 0;
  for (int i = 0; i < 10000; ++i) low += random.below(n) < n / 2 ? 1 : 0;
  EXPECT_NEAR(low, 5000, 300);
}

TEST(Random, BetweenReachesBothEnds) {
  Random random(10);
  bool low = false, high = false;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t drawn = random.between(-2, 2);
    ASSERT_GE(drawn, -2);
    ASSERT_LE(drawn, 2);
    low = low || drawn == -2;
    high = high || drawn == 2;
  }
  EXPECT_TRUE(low && high);
  EXPECT_EQ(random.between(5, 5), 5);
  EXPECT_EQ(random.between(5, 1), 5);
  bool negative = false, positive = false;
  for (int i = 0; i < 100; ++i) (random.between(INT64_MIN, INT64_MAX) < 0 ? negative : positive) = true;
  EXPECT_TRUE(negative && positive);
}

TEST(Random, ChanceEnds) {
  Random random(11);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(random.chance(0, 10));
    EXPECT_TRUE(random.chance(10, 10));
  }
}

}  // namespace
}  // namespace tilefuzz::numeric
