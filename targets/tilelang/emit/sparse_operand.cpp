#include "targets/tilelang/emit/sparse_operand.h"

#include <algorithm>

namespace tilefuzz::targets::tilelang {

int native_metadata_bits(ir::Element element) { return numeric::bit_width(element) == 8 ? 32 : 16; }

SparseOperand sparse_operand(const ir::Param& param, const ir::Type& type) {
  SparseOperand out{type.element, type.sparsity, native_metadata_bits(type.element)};
  for (const ir::Hint& hint : param.hints) {
    if (hint.key == ir::HintKey::metadata) out.metadata_bits = 8 << hint.value;  // words: i8, i16, i32
  }
  return out;
}

std::string SparseOperand::layout_call(const std::string& buffer, const std::string& dtype,
                                       std::int32_t tile_columns) const {
  std::string text = "make_cutlass_metadata_layout(" + buffer + ", mma_dtype=\"" + dtype + "\"";
  if (metadata_bits == 8) {
    return text + ", arch=\"9.0\", block_k=" + std::to_string(std::min(tile_columns, 128)) + ")";
  }
  return text + ", arch=\"8.0\")";
}

}  // namespace tilefuzz::targets::tilelang
