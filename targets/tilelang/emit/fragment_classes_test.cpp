#include "targets/tilelang/emit/fragment_classes.h"

#include <gtest/gtest.h>

namespace tilefuzz::targets::tilelang {
namespace {

TEST(FragmentClasses, AClassHoldsOneAccumulator) {
  FragmentClasses classes;
  classes.anchor(1);
  classes.anchor(2);
  EXPECT_TRUE(classes.join(3, 1));
  EXPECT_TRUE(classes.join(3, 4));
  EXPECT_TRUE(classes.together(4, 1));
  EXPECT_FALSE(classes.join(4, 2));
  EXPECT_FALSE(classes.together(4, 2));
}

TEST(FragmentClasses, FreeOnesJoinFreely) {
  FragmentClasses classes;
  EXPECT_TRUE(classes.join(1, 2));
  EXPECT_TRUE(classes.join(3, 4));
  EXPECT_TRUE(classes.join(2, 3));
  EXPECT_TRUE(classes.together(1, 4));
  classes.anchor(4);
  classes.anchor(5);
  EXPECT_FALSE(classes.join(1, 5));
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
