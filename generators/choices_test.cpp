#include "generators/choices.h"

#include <gtest/gtest.h>

#include <array>

namespace tilefuzz::generators {
namespace {

struct Drawn {
  std::int64_t rows;
  bool loop;
  std::int64_t count;
  std::size_t index;
  std::int64_t corner;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

Drawn draw(Choices& choices) {
  constexpr std::array<std::uint32_t, 3> kWeights{1, 2, 3};
  return {choices.pick("rows", {{32}, {64, 2}, {128, 3}}), choices.chance("loop", 50),
          choices.choose("count", 3, 9), choices.weighted("index", kWeights),
          choices.corner("corner", 1, 1000)};
}

TEST(Choices, AnExhaustedSourceGivesTheSimplest) {
  Choices choices{Source()};
  EXPECT_EQ(draw(choices), (Drawn{32, false, 3, 0, 1}));
  EXPECT_TRUE(choices.chance("certain", 100));
}

TEST(Choices, AReplayedLogDrawsTheSame) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Choices first(Source::random(seed));
    const Drawn drawn = draw(first);
    Choices second(Source::log(first.log()));
    EXPECT_EQ(draw(second), drawn);
    EXPECT_EQ(second.log(), first.log());
  }
}

TEST(Choices, EveryOptionIsDrawnAndBoundsHold) {
  std::array<int, 3> seen{};
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Choices choices(Source::random(seed));
    const Drawn drawn = draw(choices);
    ++seen[drawn.rows == 32 ? 0 : drawn.rows == 64 ? 1 : 2];
    EXPECT_GE(drawn.count, 3);
    EXPECT_LE(drawn.count, 9);
    EXPECT_GE(drawn.corner, 1);
    EXPECT_LE(drawn.corner, 1000);
  }
  EXPECT_GT(seen[0], 30);
  EXPECT_GT(seen[1], seen[0]);
  EXPECT_GT(seen[2], seen[1]);
}

TEST(Choices, BytesAreOneADraw) {
  const std::array<std::uint8_t, 3> data{5, 255, 1};
  Choices choices(Source::bytes(data));
  EXPECT_EQ(choices.pick("rows", {{32}, {64, 2}, {128, 3}}), 128);  // 5 of 6 weights
  EXPECT_EQ(choices.choose("wide", 0, 65535), 255 << 8 | 1);
  EXPECT_EQ(choices.choose("after", 7, 9), 7);
}

TEST(Choices, AZeroWeightIsNeverDrawn) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Choices choices(Source::random(seed));
    EXPECT_EQ(choices.pick("x", {{1, 0}, {2, 1}, {3, 0}}), 2);
  }
}

TEST(Choices, AReplayedValueIsClampedToWhatIsAsked) {
  Choices first(Source::random(1));
  first.choose("count", 100, 200);
  first.pick("rows", {{128}});
  Choices second(Source::log(first.log()));
  EXPECT_EQ(second.choose("count", 0, 50), 50);
  EXPECT_EQ(second.pick("rows", {{16}, {96}, {512}}), 96);  // nearest
}

TEST(Choices, AnUnknownLabelIsSimplestAndTheRestStays) {
  Choices first(Source::random(1));
  first.choose("a", 5, 5);
  first.choose("b", 6, 6);
  Choices second(Source::log(first.log()));
  EXPECT_EQ(second.choose("new", 0, 9), 0);
  EXPECT_EQ(second.choose("b", 0, 9), 6);  // `a` was left out by an edit
}

}  // namespace
}  // namespace tilefuzz::generators
