#include "targets/tileiras/profile/architectures.h"

#include <string>

namespace tilefuzz::targets::tileiras {

namespace {

struct Row {
  int number;
  int since;       // minor version
  int fp8_since;   // minor version; 0: never
  int shared_kib;  // per block, CUDA C++ Programming Guide, table of compute capabilities
};

// Release notes of Tile IR 13.1 to 13.5 and `tileiras --help`; fp8 on sm_89 came with 13.5.
constexpr Row kRows[] = {
    {80, 2, 0, 163},  {86, 2, 0, 99},   {87, 2, 0, 163},  {88, 2, 0, 99},   {89, 2, 5, 99},  {90, 3, 3, 227},
    {100, 1, 1, 227}, {103, 1, 1, 227}, {107, 4, 4, 227}, {110, 1, 1, 227}, {120, 1, 1, 99}, {121, 1, 1, 99},
};

// First architecture with block-scaled formats (f8e8m0, f4e2m1).
constexpr int kBlockScaled = 100;

// Smallest width, in bits, to which an instruction that may be chosen aligns its terms. Tensor cores from
// sm_80 on keep at least 24 bits for f16, bf16 and tf32 operands with an f32 accumulator; fp8 on sm_90 keeps
// 13 (measured bit for bit), and no newer architecture is trusted with more before it is measured. An f16
// accumulator holds 11 bits whatever happens inside.
constexpr int kF16Accumulator = 11;
constexpr int kFp8 = 13;
constexpr int kTensorCore = 24;
constexpr int kDouble = 53;
constexpr int kInteger = 31;

MmaRow row(Element operand, Element accumulator, int bits) {
  MmaRow result;
  result.a = operand;
  result.b = operand;
  result.accumulator = accumulator;
  result.accumulate_bits = bits;
  return result;
}

std::vector<MmaRow> mma_rows(bool fp8) {
  std::vector<MmaRow> rows = {
      row(Element::f16, Element::f16, kF16Accumulator), row(Element::f16, Element::f32, kTensorCore),
      row(Element::bf16, Element::f32, kTensorCore),    row(Element::tf32, Element::f32, kTensorCore),
      row(Element::f32, Element::f32, kTensorCore),     row(Element::f64, Element::f64, kDouble),
      row(Element::i8, Element::i32, kInteger),
  };
  if (!fp8) return rows;
  for (const Element operand : {Element::f8e4m3, Element::f8e5m2}) {
    rows.push_back(row(operand, Element::f16, kF16Accumulator));
    rows.push_back(row(operand, Element::f32, kFp8));
  }
  return rows;
}

}  // namespace

std::vector<ArchProfile> architectures(int minor) {
  std::vector<ArchProfile> result;
  for (const Row& entry : kRows) {
    if (minor < entry.since) continue;
    const bool fp8 = entry.fp8_since != 0 && minor >= entry.fp8_since;
    ArchProfile arch;
    arch.name = "sm_" + std::to_string(entry.number);
    arch.elements = {Element::i1,  Element::i8,   Element::i16, Element::i32, Element::i64,
                     Element::f16, Element::bf16, Element::f32, Element::f64, Element::tf32};
    if (fp8) {
      arch.elements.push_back(Element::f8e4m3);
      arch.elements.push_back(Element::f8e5m2);
    }
    if (entry.number >= kBlockScaled && minor >= 2) arch.elements.push_back(Element::f8e8m0);
    if (entry.number >= kBlockScaled && minor >= 3) arch.elements.push_back(Element::f4e2m1);
    arch.mma = mma_rows(fp8);
    arch.shared_bytes = std::int64_t{entry.shared_kib} << 10;
    result.push_back(std::move(arch));
  }
  return result;
}

}  // namespace tilefuzz::targets::tileiras
