#include "numeric/sparse_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilefuzz::numeric {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SparseMatrix random_matrix(Sparsity pattern, std::int64_t rows, std::int64_t columns, Random& random) {
  SparseMatrix matrix{pattern, rows, columns, {}, {}};
  const std::vector<GroupMask> valid = valid_masks(pattern);
  for (std::int64_t i = 0; i < rows * matrix.groups(); ++i)
    matrix.masks.push_back(valid[random.below(valid.size())]);
  for (std::int64_t i = 0; i < rows * matrix.stored_columns(); ++i)
    matrix.values.push_back(1 + random.below(100));
  return matrix;
}

TEST(SparseCodec, ExpandThenCompressIsTheIdentityOnFullGroups) {
  Random random(1);
  for (Sparsity pattern : {Sparsity::none, Sparsity::s1of2, Sparsity::s2of4, Sparsity::s4of8p}) {
    const SparseMatrix matrix = random_matrix(pattern, 5, 24, random);
    ASSERT_TRUE(check(matrix));
    const auto again = compress(pattern, Element::i8, 5, 24, expand(matrix));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(again->masks, matrix.masks);
    EXPECT_EQ(again->values, matrix.values);
  }
}

TEST(SparseCodec, ExpandPutsValuesAtTheirPositions) {
  const SparseMatrix matrix{Sparsity::s2of4, 1, 8, {1, 2, 3, 4}, {0b1001, 0b0110}};
  EXPECT_THAT(expand(matrix), ElementsAre(1, 0, 0, 2, 0, 3, 4, 0));
}

TEST(SparseCodec, DegenerateGroupsTakeTheLowestFreePositions) {
  const std::vector<std::uint64_t> dense = {0, 0, 0, 7, 0, 0, 0, 0};
  const auto matrix = compress(Sparsity::s2of4, Element::i8, 1, 8, dense);
  ASSERT_TRUE(matrix) << matrix.error();
  EXPECT_THAT(matrix->masks, ElementsAre(0b1001, 0b0011));
  EXPECT_THAT(matrix->values, ElementsAre(0, 7, 0, 0));
}

TEST(SparseCodec, AFillerChangesMasksButNotTheMatrix) {
  const std::vector<std::uint64_t> dense(64, 0);
  Random filler(2);
  const auto matrix = compress(Sparsity::s2of4, Element::f16, 4, 16, dense, &filler);
  ASSERT_TRUE(matrix) << matrix.error();
  EXPECT_THAT(matrix->masks, testing::Contains(testing::Ne(0b0011)));
  EXPECT_EQ(expand(*matrix), dense);
}

TEST(SparseCodec, MinusZeroCountsAsZero) {
  const std::vector<std::uint64_t> dense = {0x8000, 1, 2, 0x8000};
  const auto matrix = compress(Sparsity::s2of4, Element::f16, 1, 4, dense);
  ASSERT_TRUE(matrix) << matrix.error();
  EXPECT_THAT(matrix->masks, ElementsAre(0b0110));
}

TEST(SparseCodec, PairsAreKeptWhole) {
  const std::vector<std::uint64_t> dense = {0, 0, 1, 0, 0, 0, 0, 2};
  const auto matrix = compress(Sparsity::s4of8p, Element::f4e2m1, 1, 8, dense);
  ASSERT_TRUE(matrix) << matrix.error();
  EXPECT_THAT(matrix->masks, ElementsAre(0b11001100));
  EXPECT_THAT(matrix->values, ElementsAre(1, 0, 0, 2));
  const std::vector<std::uint64_t> three_pairs = {1, 0, 1, 0, 1, 0, 0, 0};
  EXPECT_FALSE(compress(Sparsity::s4of8p, Element::f4e2m1, 1, 8, three_pairs));
}

TEST(SparseCodec, Refusals) {
  const std::vector<std::uint64_t> dense = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0};
  EXPECT_EQ(compress(Sparsity::s2of4, Element::i8, 2, 8, dense).error(),
            "the group at row 1, column 0 is not 2:4 sparse");
  EXPECT_THAT(compress(Sparsity::s2of4, Element::i8, 1, 6, dense).error(), HasSubstr("not a multiple"));
  EXPECT_THAT(compress(Sparsity::s2of4, Element::i8, 1, 8, dense).error(), HasSubstr("16 elements, not 8"));
  EXPECT_FALSE(compress(Sparsity::s2of4, Element::i8, -2, -8, dense));
}

TEST(SparseCodec, CheckFindsInconsistentMatrices) {
  Random random(3);
  const SparseMatrix good = random_matrix(Sparsity::s2of4, 2, 8, random);
  SparseMatrix bad = good;
  bad.masks[1] = 0b0111;
  EXPECT_THAT(check(bad).error(), HasSubstr("group 1"));
  bad = good;
  bad.values.pop_back();
  EXPECT_FALSE(check(bad));
  bad = good;
  bad.columns = 7;
  EXPECT_FALSE(check(bad));
}

}  // namespace
}  // namespace tilefuzz::numeric
