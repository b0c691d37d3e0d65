#include "numeric/sparsity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace tilefuzz::numeric {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Sparsity kPatterns[] = {Sparsity::s1of2, Sparsity::s2of4, Sparsity::s4of8p};

TEST(Sparsity, NamesRoundTrip) {
  for (Sparsity s : {Sparsity::none, Sparsity::s1of2, Sparsity::s2of4, Sparsity::s4of8p})
    EXPECT_EQ(sparsity_from_name(name(s)), s);
  EXPECT_EQ(name(Sparsity::s4of8p), "4:8p");
  EXPECT_EQ(sparsity_from_name("4:8"), std::nullopt);
}

TEST(Sparsity, ValidMasks) {
  EXPECT_THAT(valid_masks(Sparsity::none), ElementsAre(1));
  EXPECT_THAT(valid_masks(Sparsity::s1of2), ElementsAre(1, 2));
  EXPECT_THAT(valid_masks(Sparsity::s2of4), ElementsAre(3, 5, 6, 9, 10, 12));
  EXPECT_THAT(valid_masks(Sparsity::s4of8p), ElementsAre(0x0f, 0x33, 0x3c, 0xc3, 0xcc, 0xf0));
  EXPECT_FALSE(is_valid_mask(Sparsity::s2of4, 0x11));
  EXPECT_FALSE(is_valid_mask(Sparsity::s4of8p, 0x1e));
}

TEST(Sparsity, PositionsOfAMaskMakeTheMask) {
  for (Sparsity s : kPatterns)
    for (GroupMask mask : valid_masks(s)) EXPECT_EQ(mask_from_positions(s, positions(mask)), mask);
}

TEST(Sparsity, RefusesBadPositions) {
  const auto error = [](Sparsity s, std::vector<int> stored) {
    const auto mask = mask_from_positions(s, stored);
    return mask ? std::string() : mask.error();
  };
  EXPECT_THAT(error(Sparsity::s2of4, {1}), HasSubstr("stores 2 elements"));
  EXPECT_THAT(error(Sparsity::s2of4, {2, 1}), HasSubstr("ascend"));
  EXPECT_THAT(error(Sparsity::s2of4, {1, 1}), HasSubstr("distinct"));
  EXPECT_THAT(error(Sparsity::s2of4, {1, 4}), HasSubstr("outside"));
  EXPECT_THAT(error(Sparsity::s2of4, {-1, 2}), HasSubstr("outside"));
  EXPECT_THAT(error(Sparsity::s4of8p, {1, 2, 4, 5}), HasSubstr("whole pairs"));
}

TEST(Sparsity, Nibbles) {
  EXPECT_EQ(metadata_nibble(Sparsity::s1of2, 1), 4);
  EXPECT_EQ(metadata_nibble(Sparsity::s1of2, 2), 14);
  EXPECT_EQ(metadata_nibble(Sparsity::s2of4, 0b0011), 0b0100);
  EXPECT_EQ(metadata_nibble(Sparsity::s2of4, 0b1010), 0b1101);
  EXPECT_EQ(metadata_nibble(Sparsity::s4of8p, 0b11001100), 0b1101);
  for (Sparsity s : kPatterns) {
    std::set<int> seen;
    for (GroupMask mask : valid_masks(s)) {
      const std::uint8_t nibble = metadata_nibble(s, mask);
      EXPECT_EQ(mask_from_nibble(s, nibble), mask);
      seen.insert(nibble);
    }
    EXPECT_EQ(seen.size(), valid_masks(s).size());
    for (int nibble = 0; nibble < 16; ++nibble)
      EXPECT_EQ(mask_from_nibble(s, static_cast<std::uint8_t>(nibble)).has_value(), seen.contains(nibble));
  }
}

}  // namespace
}  // namespace tilefuzz::numeric
