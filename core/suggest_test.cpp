#include "core/suggest.h"

#include <gtest/gtest.h>

namespace tilefuzz {
namespace {

TEST(EditDistance, CountsEditsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("load", "load"), 0u);
  EXPECT_EQ(edit_distance("laod", "load"), 1u);
  EXPECT_EQ(edit_distance("lod", "load"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance(std::string(100, 'a'), "a"), 100u);
}

TEST(Suggestion, TakesTheNearestWithinAThird) {
  Suggestion suggestion("laod");
  for (const auto* word : {"store", "log", "load", "read"}) suggestion.offer(word);
  EXPECT_EQ(suggestion.best(), "load");
  EXPECT_EQ(suggestion.help("%"), "did you mean '%load'?");
}

TEST(Suggestion, IsSilentWhenNothingIsNear) {
  Suggestion suggestion("frobnicate");
  suggestion.offer("load");
  EXPECT_EQ(suggestion.help(), "");
  Suggestion single("x");
  single.offer("y");
  EXPECT_EQ(single.help(), "") << "any letter is one edit away";
}

}  // namespace
}  // namespace tilefuzz
