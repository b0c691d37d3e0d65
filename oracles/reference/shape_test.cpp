#include <gmock/gmock.h>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

TEST(Source, ConstantsIotaAndIndices) {
  EXPECT_THAT(evaluate("1xi32", "3xi32", "%r = constant [1, 2, -3] : tile<3xi32>", {{0}}).r,
              ElementsAre(1, 2, -3));
  EXPECT_THAT(evaluate("1xi32", "2x3xi32", "%r = iota 0 : tile<2x3xi32>", {{0}}).r,
              ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(evaluate("1xi32", "2x3xi32", "%r = iota 1 : tile<2x3xi32>", {{0}}).r,
              ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_THAT(evaluate("2x5xi32", "1xi32", "%e = extent %tx, 1\n  %r = reshape %e : tile<1xi32>",
                       {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}})
                  .r,
              ElementsAre(5));
}

TEST(Shape, ReshapePermuteBroadcast) {
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  EXPECT_THAT(evaluate("2x3xi32", "3x2xi32", "%r = reshape %x : tile<3x2xi32>", {six}).r,
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(evaluate("2x3xi32", "3x2xi32", "%r = permute %x [1, 0]", {six}).r,
              ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(evaluate("1x2x3xi32", "3x1x2xi32", "%r = permute %x [2, 0, 1]", {six}).r,
              ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(evaluate("1x3xi32", "2x3xi32", "%r = broadcast %x : tile<2x3xi32>", {{1, 2, 3}}).r,
              ElementsAre(1, 2, 3, 1, 2, 3));
  EXPECT_THAT(evaluate("2x1xi32", "2x3xi32", "%r = broadcast %x : tile<2x3xi32>", {{1, 2}}).r,
              ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(Shape, ExtractInsertConcat) {
  const std::vector<double> eight = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_THAT(evaluate("2x4xi32", "2x2xi32", "%r = extract %x[0, 1] : tile<2x2xi32>", {eight}).r,
              ElementsAre(3, 4, 7, 8));
  EXPECT_THAT(
      evaluate("2x4xi32", "2x4xi32", "%p = constant 0 : tile<1x2xi32>\n  %r = insert %p, %x[1, 0]", {eight})
          .r,
      ElementsAre(1, 2, 3, 4, 0, 0, 7, 8));
  EXPECT_THAT(evaluate("1x2xi32", "1x4xi32", "%r = concat %x, %y axis 1", {{1, 2}, {3, 4}}).r,
              ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(evaluate("1x2xi32", "2x2xi32", "%r = concat %x, %y axis 0", {{1, 2}, {3, 4}}).r,
              ElementsAre(1, 2, 3, 4));
}

TEST(Shape, SliceNumbersAreChecked) {
  const auto extract = [](int slice) {
    return trap_of(evaluate("4xi32", "2xi32",
                            "%p = program_id 0\n  %q = add %p, " + std::to_string(slice) +
                                "\n  %r = extract %x[%q] : tile<2xi32>",
                            {{1, 2, 3, 4}})
                       .run);
  };
  EXPECT_EQ(extract(1), "none");
  EXPECT_EQ(extract(2), "slice.range");
  EXPECT_EQ(extract(-1), "slice.range");
  const auto insert = [](int slice) {
    return trap_of(evaluate("4xi32", "4xi32",
                            "%p = program_id 0\n  %q = add %p, " + std::to_string(slice) +
                                "\n  %o = constant 9 : tile<2xi32>\n  %r = insert %o, %x[%q]",
                            {{1, 2, 3, 4}})
                       .run);
  };
  EXPECT_EQ(insert(1), "none");
  EXPECT_EQ(insert(2), "slice.range");
}

TEST(Combine, Reduce) {
  const std::vector<double> six = {1, 2, 3, 4, 5, 7};
  EXPECT_THAT(evaluate("2x3xi32", "2xi32", "%r = reduce add %x axis 1", {six}).r, ElementsAre(6, 16));
  EXPECT_THAT(evaluate("2x3xf32", "3xf32", "%r = reduce add %x axis 0", {six}).r, ElementsAre(5, 7, 10));
  EXPECT_THAT(evaluate("2x3xf16", "2xf16", "%r = reduce mul %x axis 1", {six}).r, ElementsAre(6, 140));
  EXPECT_THAT(evaluate("2x3xf32", "2xf32", "%r = reduce max %x axis 1", {six}).r, ElementsAre(3, 7));
  EXPECT_THAT(evaluate("2x3xi32", "3xi32", "%r = reduce min %x axis 0", {six}).r, ElementsAre(1, 2, 3));
  EXPECT_THAT(evaluate("2x3xi32", "2xi32", "%r = reduce and %x axis 1", {six}).r, ElementsAre(0, 4));
  EXPECT_THAT(evaluate("2x3xi32", "2xi32", "%r = reduce or %x axis 1", {six}).r, ElementsAre(3, 7));
  EXPECT_THAT(evaluate("2x3xi32", "2xi32", "%r = reduce xor %x axis 1", {six}).r, ElementsAre(0, 6));
  EXPECT_THAT(evaluate("2xi8", "1xi8", "%s = reduce max %x axis 0 unsigned\n  %r = reshape %s : tile<1xi8>",
                       {{-1, 5}})
                  .r,
              ElementsAre(-1));
}

TEST(Combine, ScanBothWays) {
  EXPECT_THAT(evaluate("4xi32", "4xi32", "%r = scan add %x axis 0", {{1, 2, 3, 4}}).r,
              ElementsAre(1, 3, 6, 10));
  EXPECT_THAT(evaluate("4xi32", "4xi32", "%r = scan add %x axis 0 reverse", {{1, 2, 3, 4}}).r,
              ElementsAre(10, 9, 7, 4));
  EXPECT_THAT(evaluate("2x2xf32", "2x2xf32", "%r = scan max %x axis 0", {{1, 5, 3, 4}}).r,
              ElementsAre(1, 5, 3, 5));
}

TEST(Combine, OverflowTrapsUnlessItWraps) {
  EXPECT_EQ(trap_of(evaluate("3xi8", "3xi8", "%r = scan add %x axis 0", {{100, 27, 0}}).run), "none");
  EXPECT_EQ(trap_of(evaluate("3xi8", "3xi8", "%r = scan add %x axis 0", {{100, 28, 0}}).run),
            "integer.overflow");
  EXPECT_EQ(trap_of(evaluate("3xi8", "3xi8", "%r = scan add %x axis 0 wrap", {{100, 28, 0}}).run), "none");
}

}  // namespace
}  // namespace tilefuzz::reference::test
