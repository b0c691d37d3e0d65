#include "targets/tilelang/profile/mma_rows.h"

namespace tilefuzz::targets::tilelang {
namespace {

using enum ir::Element;

constexpr int kFp8Since = 89;
// Accumulation widths: those of the tensor core instructions (measured bit for bit on sm_90). fp8 keeps 13
// bits there, and no newer architecture is trusted with more; an f16 accumulator holds 11.
constexpr int kHalfBits = 11;
constexpr int kFp8Bits = 13;
constexpr int kSingleBits = 24;
constexpr int kIntegerBits = 31;
constexpr int kDoubleBits = 53;

// A warp owns at least 16 rows and 8 columns.
constexpr std::int32_t kRows = 16;
constexpr std::int32_t kColumns = 8;

}  // namespace

std::vector<MmaRow> mma_rows(int arch) {
  using numeric::Sparsity;
  std::vector<MmaRow> rows;
  const auto dense = [&](Element operand, Element accumulator, std::int32_t k, int bits) {
    rows.push_back({operand, operand, accumulator, Sparsity::none, kRows, kColumns, k, bits});
  };
  const auto sparse = [&](Element operand, Element accumulator, Sparsity sparsity, std::int32_t k, int bits) {
    rows.push_back({operand, operand, accumulator, sparsity, kRows, kColumns, k, bits});
  };
  dense(f16, f32, 16, kSingleBits);
  dense(f16, f16, 16, kHalfBits);
  dense(bf16, f32, 16, kSingleBits);
  dense(tf32, f32, 8, kSingleBits);
  dense(f32, f32, 8, kSingleBits);
  dense(f64, f64, 4, kDoubleBits);
  dense(i8, i32, 32, kIntegerBits);
  sparse(f16, f32, Sparsity::s2of4, 32, kSingleBits);
  sparse(f16, f16, Sparsity::s2of4, 32, kHalfBits);
  sparse(bf16, f32, Sparsity::s2of4, 32, kSingleBits);
  sparse(tf32, f32, Sparsity::s1of2, 16, kSingleBits);
  sparse(f32, f32, Sparsity::s1of2, 16, kSingleBits);
  sparse(i8, i32, Sparsity::s2of4, 64, kIntegerBits);
  if (arch >= kFp8Since) {
    for (const Element operand : {f8e4m3, f8e5m2}) {
      dense(operand, f32, 32, kFp8Bits);
      sparse(operand, f32, Sparsity::s2of4, 64, kFp8Bits);
    }
  }
  return rows;
}

}  // namespace tilefuzz::targets::tilelang
