#include "core/hash.h"

#include <gtest/gtest.h>

namespace tilefuzz {
namespace {

TEST(Hash, IsStableAndDistinguishes) {
  EXPECT_EQ(content_hash(""), "99aa06d3014798d86001c324468d497f");  // XXH3-128 of the empty input
  EXPECT_NE(content_hash("a"), content_hash("b"));
  EXPECT_NE(hash64("a", 1), hash64("a", 2));
}

}  // namespace
}  // namespace tilefuzz
