#include "generators/choice_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilefuzz::generators {
namespace {

ChoiceLog example() {
  ChoiceLog log;
  log.add({"rows", 32, 256, 64, ""});
  log.add({"element", 0, 13, 5, "f16"});
  log.add({"rows", 32, 256, 128, ""});
  log.add({"offset", -4, 4, -3, ""});
  return log;
}

TEST(ChoiceLog, PrintsALineAChoiceAndCountsLabels) {
  EXPECT_EQ(example().print(),
            "rows 32..256 64\n"
            "element 0..13 5 f16\n"
            "rows#2 32..256 128\n"
            "offset -4..4 -3\n");
}

TEST(ChoiceLog, ParsesWhatItPrints) {
  const auto parsed = ChoiceLog::parse(example().print());
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(*parsed, example());
}

TEST(ChoiceLog, FeaturesHoldValues) {
  EXPECT_THAT(example().features(),
              testing::ElementsAre("rows=64", "element=f16", "rows#2=128", "offset=-3"));
}

TEST(ChoiceLog, NamesTheLineThatItCannotRead) {
  const auto parsed = ChoiceLog::parse("rows 1..2 1\nrows one..2 1\n");
  ASSERT_FALSE(parsed);
  EXPECT_THAT(parsed.error(), testing::StartsWith("line 2:"));
  EXPECT_FALSE(ChoiceLog::parse("rows 1..2"));
  EXPECT_FALSE(ChoiceLog::parse("rows 1..2 1 word more"));
  EXPECT_TRUE(ChoiceLog::parse("\n  \n"));
}

TEST(ChoiceLog, ErasesInItsBounds) {
  ChoiceLog log = example();
  log.erase(1, 2);
  EXPECT_EQ(log.size(), 2U);
  log.erase(1, 99);
  EXPECT_EQ(log.size(), 1U);
  log.erase(9, 1);
  EXPECT_EQ(log[0].label, "rows");
}

TEST(ChoiceLog, CopiesOfAParsedLogOutliveIt) {
  ChoiceLog copy;
  {
    const auto parsed = ChoiceLog::parse("a_label_of_some_length 0..1 1 word");
    ASSERT_TRUE(parsed);
    copy = *parsed;
  }
  EXPECT_EQ(copy.print(), "a_label_of_some_length 0..1 1 word\n");
}

}  // namespace
}  // namespace tilefuzz::generators
