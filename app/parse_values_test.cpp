#include "app/parse_values.h"

#include <gtest/gtest.h>

namespace tilefuzz::app {
namespace {

TEST(ParseValues, Durations) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("10m"), 600);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  for (const char* bad : {"", "m", "-1", "10x", "nan", "inf", "10 m"})
    EXPECT_FALSE(parse_duration(bad)) << bad;
}

TEST(ParseValues, Sizes) {
  EXPECT_EQ(parse_size("64K"), 64u << 10);
  EXPECT_EQ(parse_size("8G"), std::uint64_t{8} << 30);
  for (const char* bad : {"", "K", "-1", "1T", "60MB"}) EXPECT_FALSE(parse_size(bad)) << bad;
}

TEST(ParseValues, SplitDropsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(split("", ',').empty());
}

}  // namespace
}  // namespace tilefuzz::app
