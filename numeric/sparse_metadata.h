#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "numeric/sparse_codec.h"

namespace tilefuzz::numeric {

// Where the metadata of a sparse operand stands in memory. Logically it is a matrix of `rows` rows and
// columns / columns_per_element() elements of metadata_bits bits; the nibble of group g of a row is in
// element g / nibbles, at bit 4 * (g % nibbles), nibbles = metadata_bits / 4. The placement maps logical
// elements to memory; elements are little-endian.
//
// Source of the formulas: the layouts that TileLang 0.1.13 and 0.1.15 lower `T.gemm_sp` to, each proven on an
// H200 (sm_90) by exact products and by probing the map nibble by nibble. They do not depend on the target
// architecture, but on what the program annotates for the metadata in global memory.
enum class MetadataPlacement : std::uint8_t {
  plain,       // row-major
  transposed,  // column-major
  sm8x,        // rows interleaved over the whole matrix, not per tile
  sm90         // tiles of 64 rows and block_k columns
};

struct MetadataLayout {
  Sparsity pattern = Sparsity::s2of4;
  int value_bits = 16;     // of one element of the operand: 4, 8, 16 or 32
  int metadata_bits = 16;  // of one element of the metadata: 8, 16 or 32
  MetadataPlacement placement = MetadataPlacement::plain;
  int block_k = 0;  // sm90 only: tile extent along K in logical columns; those above 128 count as 128

  int nibbles() const { return metadata_bits / 4; }
  // Logical columns of the operand that one metadata element describes.
  int columns_per_element() const { return nibbles() * group_size(pattern); }
};

// Whether the layout can hold a rows x columns operand: legal widths for the pattern, whole elements in a
// row, and a placement that is a bijection (sm8x: rows a multiple of 32 for 16-bit, 16 for 32-bit metadata,
// an even number of elements in a row; sm90: rows a multiple of 64, whole tiles along K, 8-bit metadata). The
// error names the condition.
Result<void, std::string> check(const MetadataLayout& layout, std::int64_t rows, std::int64_t columns);

// Linear index in memory, in elements, of logical metadata element (row, element); `width` is the number of
// elements in a row. Precondition: check().
std::int64_t metadata_index(const MetadataLayout& layout, std::int64_t rows, std::int64_t width,
                            std::int64_t row, std::int64_t element);

// The metadata bytes of a matrix. Fails as both check() functions do, and if the patterns differ.
Result<std::vector<std::uint8_t>, std::string> encode_metadata(const SparseMatrix& matrix,
                                                               const MetadataLayout& layout);

// The masks in logical order, read back from the bytes; fails also on a nibble that no valid group has.
Result<std::vector<GroupMask>, std::string> decode_metadata(const std::vector<std::uint8_t>& bytes,
                                                            const MetadataLayout& layout, std::int64_t rows,
                                                            std::int64_t columns);

}  // namespace tilefuzz::numeric
