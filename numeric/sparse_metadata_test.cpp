#include "numeric/sparse_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hash.h"

namespace tilefuzz::numeric {
namespace {

using testing::HasSubstr;
using enum MetadataPlacement;
using enum Sparsity;

struct Sample {
  MetadataLayout layout;
  std::int64_t rows;
  std::int64_t columns;
  std::uint64_t digest;  // hash64 of the bytes of sample_matrix()
};

// Digests of bytes that agreed with the independent compressor whose output ran exactly on an H200.
const std::vector<Sample> kSamples = {
    {{s2of4, 16, 8, plain, 0}, 48, 96, 6667373605064835784u},
    {{s2of4, 8, 32, plain, 0}, 48, 96, 6667373605064835784u},
    {{s2of4, 8, 16, transposed, 0}, 48, 96, 4947007847546351726u},
    {{s1of2, 32, 16, plain, 0}, 48, 96, 14374592983037044203u},
    {{s2of4, 16, 16, sm8x, 0}, 96, 160, 3490001243707018425u},
    {{s2of4, 8, 32, sm8x, 0}, 48, 192, 8917816418471559011u},
    {{s2of4, 16, 8, sm90, 32}, 192, 256, 870001453082157513u},
    {{s2of4, 16, 8, sm90, 64}, 192, 256, 7255256915513287735u},
    {{s2of4, 16, 8, sm90, 128}, 128, 256, 3183376996867998699u},
    {{s2of4, 16, 8, sm90, 256}, 128, 256, 3183376996867998699u},
    {{s2of4, 8, 8, sm90, 64}, 192, 256, 8296351139796127435u},
    {{s2of4, 8, 8, sm90, 128}, 192, 256, 5511961368166981955u},
};

SparseMatrix sample_matrix(const Sample& sample) {
  SparseMatrix matrix{sample.layout.pattern, sample.rows, sample.columns, {}, {}};
  const std::vector<GroupMask> valid = valid_masks(matrix.pattern);
  Random random(2024);
  for (std::int64_t i = 0; i < matrix.rows * matrix.groups(); ++i)
    matrix.masks.push_back(valid[random.below(valid.size())]);
  matrix.values.assign(static_cast<std::size_t>(matrix.rows * matrix.stored_columns()), 1);
  return matrix;
}

TEST(SparseMetadata, BytesEqualTheProvenOnes) {
  for (const Sample& sample : kSamples) {
    const auto bytes = encode_metadata(sample_matrix(sample), sample.layout);
    ASSERT_TRUE(bytes) << bytes.error();
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    EXPECT_EQ(hash64(text), sample.digest) << "sample " << &sample - kSamples.data();
  }
}

TEST(SparseMetadata, DecodingGivesTheMasksBack) {
  for (const Sample& sample : kSamples) {
    const SparseMatrix matrix = sample_matrix(sample);
    const auto bytes = encode_metadata(matrix, sample.layout);
    ASSERT_TRUE(bytes) << bytes.error();
    EXPECT_EQ(decode_metadata(*bytes, sample.layout, sample.rows, sample.columns), matrix.masks);
  }
}

TEST(SparseMetadata, EveryPlacementIsABijection) {
  for (const Sample& sample : kSamples) {
    const std::int64_t width = sample.columns / sample.layout.columns_per_element();
    std::vector<int> hits(static_cast<std::size_t>(sample.rows * width), 0);
    for (std::int64_t row = 0; row < sample.rows; ++row)
      for (std::int64_t element = 0; element < width; ++element)
        ++hits.at(static_cast<std::size_t>(metadata_index(sample.layout, sample.rows, width, row, element)));
    EXPECT_THAT(hits, testing::Each(1)) << "sample " << &sample - kSamples.data();
  }
}

TEST(SparseMetadata, PlainIsRowMajorAndLittleEndian) {
  // Kept (0,1) is nibble 4, kept (2,3) is nibble 14.
  const SparseMatrix matrix{s2of4, 1, 16, std::vector<std::uint64_t>(8, 1), {0b0011, 0b1100, 0b0011, 0b0011}};
  EXPECT_EQ(encode_metadata(matrix, {s2of4, 16, 16, plain, 0}), (std::vector<std::uint8_t>{0xe4, 0x44}));
}

TEST(SparseMetadata, Sm8xByHand) {
  const MetadataLayout layout{s2of4, 16, 16, sm8x, 0};
  EXPECT_EQ(metadata_index(layout, 32, 2, 0, 0), 0);
  EXPECT_EQ(metadata_index(layout, 32, 2, 0, 1), 2);
  EXPECT_EQ(metadata_index(layout, 32, 2, 8, 0), 1);
  EXPECT_EQ(metadata_index(layout, 32, 2, 8, 1), 3);
  EXPECT_EQ(metadata_index(layout, 32, 2, 1, 0), 8);
  // The whole matrix is interleaved: the second pair of elements starts after all rows of the first.
  EXPECT_EQ(metadata_index(layout, 64, 4, 0, 2), 128);
  EXPECT_EQ(metadata_index(layout, 64, 4, 32, 0), 64);
}

TEST(SparseMetadata, RefusesLayoutsThatAreNoBijection) {
  const auto error = [](MetadataLayout layout, std::int64_t rows, std::int64_t columns) {
    const auto valid = check(layout, rows, columns);
    return valid ? std::string() : valid.error();
  };
  EXPECT_THAT(error({s2of4, 16, 16, sm8x, 0}, 48, 64), HasSubstr("rows in multiples of 32"));
  EXPECT_THAT(error({s2of4, 8, 32, sm8x, 0}, 24, 64), HasSubstr("rows in multiples of 16"));
  EXPECT_THAT(error({s2of4, 16, 16, sm8x, 0}, 32, 48), HasSubstr("even number"));
  EXPECT_THAT(error({s2of4, 8, 8, sm90, 64}, 96, 64), HasSubstr("rows in multiples of 64"));
  EXPECT_THAT(error({s2of4, 8, 8, sm90, 64}, 64, 96), HasSubstr("columns in multiples of 64"));
  EXPECT_THAT(error({s2of4, 8, 8, sm90, 32}, 64, 64), HasSubstr("block_k"));
  EXPECT_THAT(error({s2of4, 8, 8, sm90, 0}, 64, 64), HasSubstr("block_k"));
  EXPECT_THAT(error({s2of4, 16, 32, plain, 0}, 4, 48), HasSubstr("not a multiple of the 32"));
  EXPECT_EQ(error({s2of4, 16, 16, sm8x, 0}, 32, 32), "");
}

TEST(SparseMetadata, RefusesIllegalWidths) {
  EXPECT_FALSE(check({none, 16, 16, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s1of2, 32, 8, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s1of2, 16, 16, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s1of2, 32, 16, sm8x, 0}, 32, 64));
  EXPECT_FALSE(check({s2of4, 32, 16, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s2of4, 16, 64, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s2of4, 16, 0, plain, 0}, 16, 64));
  EXPECT_FALSE(check({s2of4, 16, 32, sm8x, 0}, 32, 64));
  EXPECT_FALSE(check({s2of4, 8, 16, sm8x, 0}, 32, 64));
  EXPECT_FALSE(check({s2of4, 16, 16, sm90, 64}, 64, 64));
  EXPECT_FALSE(check({s4of8p, 8, 16, plain, 0}, 16, 64));
  EXPECT_TRUE(check({s4of8p, 4, 16, plain, 0}, 16, 64));
}

TEST(SparseMetadata, DecodingRefusesWhatNoGroupHas) {
  const MetadataLayout layout{s2of4, 16, 16, plain, 0};
  EXPECT_THAT(decode_metadata({0x44, 0x40}, layout, 1, 16).error(), HasSubstr("group 2 of row 0"));
  EXPECT_THAT(decode_metadata({0x44}, layout, 1, 16).error(), HasSubstr("1 bytes, not 2"));
}

TEST(SparseMetadata, EncodingNeedsTheSamePattern) {
  const SparseMatrix matrix{s1of2, 1, 8, {1, 1, 1, 1}, {1, 1, 1, 1}};
  EXPECT_THAT(encode_metadata(matrix, {s2of4, 16, 8, plain, 0}).error(),
              HasSubstr("1:2 operand, 2:4 metadata"));
}

}  // namespace
}  // namespace tilefuzz::numeric
