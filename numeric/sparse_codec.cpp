#include "numeric/sparse_codec.h"

#include <cstddef>

#include "numeric/format.h"

namespace tilefuzz::numeric {
namespace {

std::string shape_error(Sparsity pattern, std::int64_t rows, std::int64_t columns) {
  if (rows < 0 || columns < 0) return "a matrix has no negative extent";
  if (columns % group_size(pattern) != 0)
    return std::to_string(columns) + " columns are not a multiple of the " + std::string(name(pattern)) +
           " group of " + std::to_string(group_size(pattern));
  return {};
}

// Which valid set to store for a group whose nonzero positions are given; 0 if none covers them.
GroupMask choose_mask(std::span<const GroupMask> valid, GroupMask nonzero, Random* filler) {
  std::vector<GroupMask> covering;
  for (GroupMask mask : valid)
    if ((nonzero & ~mask) == 0) covering.push_back(mask);
  if (covering.empty()) return 0;
  // Ascending order of the sets is ascending order of the free positions that they add.
  return covering[filler == nullptr ? 0 : filler->below(covering.size())];
}

}  // namespace

Result<void, std::string> check(const SparseMatrix& matrix) {
  const std::string error = shape_error(matrix.pattern, matrix.rows, matrix.columns);
  if (!error.empty()) return fail(error);
  if (matrix.masks.size() != static_cast<std::size_t>(matrix.rows * matrix.groups()) ||
      matrix.values.size() != static_cast<std::size_t>(matrix.rows * matrix.stored_columns()))
    return fail(std::string("a sparse matrix has one mask a group and the kept count of values"));
  for (std::size_t i = 0; i < matrix.masks.size(); ++i)
    if (!is_valid_mask(matrix.pattern, matrix.masks[i]))
      return fail("group " + std::to_string(i) + " does not have the pattern " +
                  std::string(name(matrix.pattern)));
  return {};
}

std::vector<std::uint64_t> expand(const SparseMatrix& matrix) {
  std::vector<std::uint64_t> dense(static_cast<std::size_t>(matrix.rows * matrix.columns), 0);
  const auto group = static_cast<std::size_t>(group_size(matrix.pattern));
  std::size_t next = 0;
  // Rows are whole groups, so groups and their values follow one another without a seam.
  for (std::size_t g = 0; g < matrix.masks.size(); ++g)
    for (std::size_t p = 0; p < group; ++p)
      if ((matrix.masks[g] >> p & 1) != 0) dense[g * group + p] = matrix.values[next++];
  return dense;
}

Result<SparseMatrix, std::string> compress(Sparsity pattern, Element e, std::int64_t rows,
                                           std::int64_t columns, std::span<const std::uint64_t> dense,
                                           Random* filler) {
  const std::string error = shape_error(pattern, rows, columns);
  if (!error.empty()) return fail(error);
  if (dense.size() != static_cast<std::size_t>(rows * columns))
    return fail("the dense matrix has " + std::to_string(dense.size()) + " elements, not " +
                std::to_string(rows * columns));
  SparseMatrix matrix{pattern, rows, columns, {}, {}};
  const std::vector<GroupMask> valid = valid_masks(pattern);
  const auto group = static_cast<std::size_t>(group_size(pattern));
  for (std::size_t start = 0; start < dense.size(); start += group) {
    unsigned nonzero = 0;
    for (std::size_t p = 0; p < group; ++p) nonzero |= is_zero(e, dense[start + p]) ? 0u : 1u << p;
    const GroupMask mask = choose_mask(valid, static_cast<GroupMask>(nonzero), filler);
    if (mask == 0) {
      const auto row = start / static_cast<std::size_t>(columns),
                 column = start % static_cast<std::size_t>(columns);
      return fail("the group at row " + std::to_string(row) + ", column " + std::to_string(column) +
                  " is not " + std::string(name(pattern)) + " sparse");
    }
    matrix.masks.push_back(mask);
    for (int p : positions(mask)) matrix.values.push_back(dense[start + static_cast<std::size_t>(p)]);
  }
  return matrix;
}

}  // namespace tilefuzz::numeric
