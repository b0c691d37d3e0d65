#include "numeric/sparse_metadata.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tilefuzz::numeric {
namespace {

using Check = Result<void, std::string>;

std::string number(std::int64_t value) { return std::to_string(value); }

Check check_widths(const MetadataLayout& layout) {
  const int metadata = layout.metadata_bits, value = layout.value_bits;
  if (metadata != 8 && metadata != 16 && metadata != 32)
    return fail("metadata elements have 8, 16 or 32 bits, not " + number(metadata));
  switch (layout.pattern) {
    case Sparsity::none:
      return fail(std::string("a dense operand has no metadata"));
    case Sparsity::s1of2:
      if (value != 32) return fail("1:2 operands have 32-bit elements, not " + number(value) + "-bit ones");
      if (metadata != 16) return fail("1:2 operands need 16-bit metadata, not " + number(metadata) + "-bit");
      break;
    case Sparsity::s2of4:
      if (value != 8 && value != 16)
        return fail("2:4 operands have 8- or 16-bit elements, not " + number(value) + "-bit ones");
      break;
    case Sparsity::s4of8p:
      if (value != 4) return fail("4:8p operands have 4-bit elements, not " + number(value) + "-bit ones");
      break;
  }
  if (layout.placement != MetadataPlacement::sm8x && layout.placement != MetadataPlacement::sm90) return {};
  if (layout.pattern != Sparsity::s2of4)
    return fail(std::string(name(layout.pattern)) + " metadata has no interleaved placement");
  if (layout.placement == MetadataPlacement::sm90) {
    if (metadata != 8) return fail("sm90 metadata is 8-bit, not " + number(metadata) + "-bit");
    return {};
  }
  if (metadata != (value == 16 ? 16 : 32))
    return fail("sm8x metadata of " + number(value) + "-bit elements is " + (value == 16 ? "16" : "32") +
                "-bit, not " + number(metadata) + "-bit");
  return {};
}

// Rows that sm8x interleaves, and the step that makes adjacent rows of memory out of rows 8 apart.
struct Interleave {
  std::int64_t rows;
  std::int64_t step;
};

Interleave sm8x_interleave(const MetadataLayout& layout) {
  return layout.metadata_bits == 16 ? Interleave{32, 4} : Interleave{16, 2};
}

std::int64_t sm8x_index(const MetadataLayout& layout, std::int64_t rows, std::int64_t row,
                        std::int64_t element) {
  const Interleave by = sm8x_interleave(layout);
  std::int64_t r = row / by.rows * by.rows + row % 8 * by.step + row % by.rows / 8;
  // Blocks of two rows and two elements are stored transposed.
  std::int64_t j = element;
  if (r % 2 != j % 2) {
    const std::int64_t step = r % 2 == 0 ? 1 : -1;
    r += step;
    j -= step;
  }
  return j / 2 * 2 * rows + 2 * r + j % 2;
}

std::int64_t sm90_block(const MetadataLayout& layout) { return std::min(layout.block_k, 128); }

std::int64_t sm90_index(const MetadataLayout& layout, std::int64_t rows, std::int64_t i, std::int64_t k) {
  const std::int64_t block = sm90_block(layout);
  const std::int64_t row_tiles = rows / 64;
  if (layout.value_bits == 8) {
    const std::int64_t across = block / 8;
    return k / across * (64 * across * row_tiles) + i / 64 * (64 * across) + i % 64 * across + k % across;
  }
  // Mixed radix, innermost digit first.
  const std::int64_t atoms = block / 32;
  const std::pair<std::int64_t, std::int64_t> digits[] = {
      {k % 2, 2},     {i / 8 % 2, 2},  {k / 4 % atoms, atoms}, {i % 8, 8},
      {k / 2 % 2, 2}, {i / 16 % 4, 4}, {i / 64, row_tiles}};
  std::int64_t scale = 1, index = 0;
  for (const auto& [digit, radix] : digits) {
    index += digit * scale;
    scale *= radix;
  }
  return index + k / (4 * atoms) * scale;
}

Check check_sm90(const MetadataLayout& layout, std::int64_t rows, std::int64_t columns) {
  const std::int64_t atom = 512 / layout.value_bits;
  const std::int64_t block = sm90_block(layout);
  if (block <= 0 || block % atom != 0)
    return fail("sm90 metadata needs a block_k that is a multiple of " + number(atom));
  if (rows % 64 != 0) return fail("sm90 metadata needs rows in multiples of 64, not " + number(rows));
  if (columns % block != 0) return fail("sm90 metadata needs columns in multiples of " + number(block));
  return {};
}

// The bit at which the nibble of a group starts.
std::size_t nibble_bit(const MetadataLayout& layout, const SparseMatrix& shape, std::int64_t row,
                       std::int64_t group) {
  const std::int64_t width = shape.columns / layout.columns_per_element();
  const std::int64_t element = metadata_index(layout, shape.rows, width, row, group / layout.nibbles());
  return static_cast<std::size_t>(element * layout.metadata_bits + 4 * (group % layout.nibbles()));
}

}  // namespace

Check check(const MetadataLayout& layout, std::int64_t rows, std::int64_t columns) {
  if (auto widths = check_widths(layout); !widths) return widths;
  if (rows < 0 || columns < 0) return fail(std::string("a matrix has no negative extent"));
  if (columns % layout.columns_per_element() != 0)
    return fail(number(columns) + " columns are not a multiple of the " +
                number(layout.columns_per_element()) + " that one metadata element describes");
  if (layout.placement == MetadataPlacement::sm90) return check_sm90(layout, rows, columns);
  if (layout.placement != MetadataPlacement::sm8x) return {};
  const std::int64_t multiple = sm8x_interleave(layout).rows;
  if (rows % multiple != 0)
    return fail("sm8x metadata needs rows in multiples of " + number(multiple) + ", not " + number(rows));
  if (columns / layout.columns_per_element() % 2 != 0)
    return fail(std::string("sm8x metadata needs an even number of elements in a row"));
  return {};
}

std::int64_t metadata_index(const MetadataLayout& layout, std::int64_t rows, std::int64_t width,
                            std::int64_t row, std::int64_t element) {
  switch (layout.placement) {
    case MetadataPlacement::transposed:
      return element * rows + row;
    case MetadataPlacement::sm8x:
      return sm8x_index(layout, rows, row, element);
    case MetadataPlacement::sm90:
      return sm90_index(layout, rows, row, element);
    case MetadataPlacement::plain:
      break;
  }
  return row * width + element;
}

Result<std::vector<std::uint8_t>, std::string> encode_metadata(const SparseMatrix& matrix,
                                                               const MetadataLayout& layout) {
  if (matrix.pattern != layout.pattern)
    return fail(std::string(name(matrix.pattern)) + " operand, " + std::string(name(layout.pattern)) +
                " metadata");
  if (auto valid = check(matrix); !valid) return fail(valid.error());
  if (auto valid = check(layout, matrix.rows, matrix.columns); !valid) return fail(valid.error());
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(matrix.rows * matrix.groups() / 2), 0);
  std::size_t next = 0;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t group = 0; group < matrix.groups(); ++group) {
      const std::size_t bit = nibble_bit(layout, matrix, row, group);
      const unsigned nibble = metadata_nibble(matrix.pattern, matrix.masks[next++]);
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | nibble << bit % 8);
    }
  }
  return bytes;
}

Result<std::vector<GroupMask>, std::string> decode_metadata(const std::vector<std::uint8_t>& bytes,
                                                            const MetadataLayout& layout, std::int64_t rows,
                                                            std::int64_t columns) {
  if (auto valid = check(layout, rows, columns); !valid) return fail(valid.error());
  const SparseMatrix shape{layout.pattern, rows, columns, {}, {}};
  if (bytes.size() != static_cast<std::size_t>(rows * shape.groups() / 2))
    return fail("the metadata has " + std::to_string(bytes.size()) + " bytes, not " +
                number(rows * shape.groups() / 2));
  std::vector<GroupMask> masks;
  masks.reserve(bytes.size() * 2);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t group = 0; group < shape.groups(); ++group) {
      const std::size_t bit = nibble_bit(layout, shape, row, group);
      const auto mask = mask_from_nibble(layout.pattern, bytes[bit / 8] >> bit % 8 & 0xf);
      if (!mask) return fail("no valid metadata for group " + number(group) + " of row " + number(row));
      masks.push_back(*mask);
    }
  }
  return masks;
}

}  // namespace tilefuzz::numeric
