#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "numeric/element.h"
#include "numeric/random.h"
#include "numeric/sparsity.h"

namespace tilefuzz::numeric {

// A matrix of raw element bits in which each row is cut into groups along the columns. `columns` counts
// logical elements. Of group g of row i, masks[i * groups() + g] names the stored positions, and
// values[i * stored_columns() + g * kept_count(pattern) ...] holds their values in ascending position: the
// row-major order in which compilers take the compressed operand.
struct SparseMatrix {
  Sparsity pattern = Sparsity::none;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::uint64_t> values;
  std::vector<GroupMask> masks;

  std::int64_t groups() const { return columns / group_size(pattern); }
  std::int64_t stored_columns() const { return groups() * kept_count(pattern); }
};

// Columns a multiple of the group, sizes of the vectors, every mask valid.
Result<void, std::string> check(const SparseMatrix& matrix);

// Row-major dense form; elements that are not stored are zero bits. Precondition: check(matrix).
std::vector<std::uint64_t> expand(const SparseMatrix& matrix);

// The sparse form of a dense row-major matrix; the error names the first group with too many elements that
// are not zero (of either sign). A group with fewer of them than the pattern keeps also stores zeros: the
// lowest free positions, or free positions drawn from `filler`.
Result<SparseMatrix, std::string> compress(Sparsity pattern, Element e, std::int64_t rows,
                                           std::int64_t columns, std::span<const std::uint64_t> dense,
                                           Random* filler = nullptr);

}  // namespace tilefuzz::numeric
