#pragma once

#include <cstdint>
#include <string>

#include "ir/program.h"
#include "numeric/sparsity.h"

namespace tilefuzz::targets::tilelang {

// Index of the word `interleaved` of the hint `layout`.
inline constexpr std::int32_t kInterleaved = 1;

// How TileLang takes a structured-sparse left operand: the stored elements, and beside them a matrix of
// metadata words of 8, 16 or 32 bits, four bits for each group. Formulas: `get_e_factor` of TileLang's
// cuda/intrinsics/sparse_layout.py (logical columns of one metadata word).
struct SparseOperand {
  ir::Element element{};
  numeric::Sparsity sparsity{};
  int metadata_bits = 16;

  std::int32_t logical_per_stored() const { return group_size(sparsity) / kept_count(sparsity); }
  std::int32_t logical_per_metadata() const { return metadata_bits / 4 * group_size(sparsity); }
  std::int32_t stored_columns(std::int32_t logical) const { return logical / logical_per_stored(); }
  std::int32_t metadata_columns(std::int32_t logical) const { return logical / logical_per_metadata(); }
  std::string metadata_dtype() const { return "int" + std::to_string(metadata_bits); }

  // The layout that CUTLASS gives to the metadata `buffer`, a Python expression. Words of 8 bits have the
  // layout of sm_90, which depends on the columns of a tile; wider ones that of sm_80. Either works on all
  // architectures.
  std::string layout_call(const std::string& buffer, const std::string& dtype,
                          std::int32_t tile_columns) const;
};

// Width of the metadata when the program does not say it: what TileLang's own compressor makes.
int native_metadata_bits(ir::Element element);

SparseOperand sparse_operand(const ir::Param& param, const ir::Type& type);

}  // namespace tilefuzz::targets::tilelang
