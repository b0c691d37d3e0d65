#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

constexpr RuleCase kCases[] = {
    {"shape.element", "%c = reshape %x : tile<1024xf16>", "%c = reshape %x : tile<1024xf32>"},
    {"shape.element", "%c = concat %x, %z axis 0", "%c = concat %x, %x axis 0"},
    {"reshape.count", "%c = reshape %x : tile<512xf32>", "%c = reshape %x : tile<16x64xf32>"},
    {"permute.permutation", "%c = permute %x [0, 0]", "%c = permute %x [1, 0]"},
    {"permute.permutation", "%c = permute %x [0]", "%c = permute %x [0, 1]"},
    {"broadcast.extents", "%c = broadcast %x : tile<64x32xf32>",
     "%d = extract %x[0, 0] : tile<1x32xf32> %c = broadcast %d : tile<64x32xf32>"},
    {"broadcast.extents", "%c = constant 1 : tile<4xi32> %d = broadcast %c : tile<4x4xi32>",
     "%c = constant 1 : i32 %d = broadcast %c : tile<4x4xi32>"},
    {"slice.rank", "%c = extract %x[0] : tile<32x16xf32>", "%c = extract %x[0, 0] : tile<32x16xf32>"},
    {"slice.rank", "%c = extract %x[0, 0] : tile<16xf32>", "%c = extract %x[0, 0] : tile<16x1xf32>"},
    {"slice.divides", "%c = extract %x[0, 0] : tile<32x12xf32>", "%c = extract %x[0, 0] : tile<32x8xf32>"},
    {"slice.range", "%c = extract %x[0, 2] : tile<32x16xf32>", "%c = extract %x[0, 1] : tile<32x16xf32>"},
    {"slice.range", "%c = extract %x[0, -1] : tile<32x16xf32>", "%c = extract %x[0, %n] : tile<32x16xf32>"},
    {"slice.range", "%d = extract %x[0, 0] : tile<8x8xf32> %c = insert %d, %x[4, 0]",
     "%d = extract %x[0, 0] : tile<8x8xf32> %c = insert %d, %x[3, 0]"},
    {"concat.extents", "%d = extract %x[0, 0] : tile<16x16xf32> %c = concat %x, %d axis 1",
     "%d = extract %x[0, 0] : tile<32x16xf32> %c = concat %x, %d axis 1"},
    {"mma.rank", "%c = reshape %y : tile<1024xf16> %d = mma %c, %y, %x",
     "%c = reshape %y : tile<32x32xf16> %d = mma %c, %y, %x"},
    {"mma.rank",
     "%c = reshape %y : tile<2x16x32xf16> %d = reshape %y : tile<1x32x32xf16> %g = reshape %x : "
     "tile<2x16x32xf32> "
     "%o = mma %c, %d, %g",
     "%c = reshape %y : tile<1x32x32xf16> %g = reshape %x : tile<1x32x32xf32> %o = mma %c, %c, %g"},
    {"mma.inner-extents",
     "%c = reshape %y : tile<64x16xf16> %d = load %a[0, 0] : tile<64x32xf32> %o = mma %c, %y, %d",
     "%c = load %h[0, 0] : tile<64x32xf16> %d = load %a[0, 0] : tile<64x32xf32> %o = mma %c, %y, %d"},
    {"mma.outer-extents", "%d = load %a[0, 0] : tile<32x64xf32> %o = mma %y, %y, %d",
     "%d = load %a[0, 0] : tile<32x32xf32> %o = mma %y, %y, %d"},
    {"mma.elements", "%c = mma %y, %y, %z", "%c = mma %y, %y, %y"},
    {"mma.elements", "%c = cast %y : tile<32x32xbf16> %d = mma %c, %c, %c",
     "%c = cast %y : tile<32x32xbf16> %d = mma %c, %c, %x"},
    {"mma.sparse-side", "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> %d = mma %y, %c, %x",
     "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> %d = mma %c, %y, %x"},
    {"mma.precision", "%c = mma %x, %x, %x", "%c = mma %x, %x, %x precision tf32"},
    {"mma.scale",
     "%c = constant 1.0 : tile<32x2xf8e8m0> %d = constant 1.0 : tile<1x32xf8e8m0> %o = mma_scaled %q, %c, "
     "%q, %d, %x",
     "%c = constant 1.0 : tile<32x1xf8e8m0> %d = constant 1.0 : tile<1x32xf8e8m0> %o = mma_scaled %q, %c, "
     "%q, %d, %x"},
    {"mma.elements",
     "%c = constant 1.0 : tile<32x1xf8e8m0> %d = constant 1.0 : tile<1x32xf8e8m0> %o = mma_scaled %q, %c, "
     "%q, %d, %z",
     "%o = mma %q, %q, %x fast_accumulate"},
    {"sparse.group", "%c = load %s[0, 0] : sparse<2:4, 32x2xf16>",
     "%c = load %s[0, 0] : sparse<2:4, 32x4xf16>"},
    {"sparse.group", "%c = load %s at [1, 2] : sparse<2:4, 32x4xf16>",
     "%c = load %s at [1, 4] : sparse<2:4, 32x4xf16>"},
    {"sparse.use", "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> %d = reshape %c : tile<1024xf16>",
     "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> %d = for %k = 0 to 2 carry (%l = %c) { yield %l }"},
    {"sparse.use", "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> %d = if %go { yield %c } else { yield %c }",
     "%d = if %go { yield %x } else { yield %x }"},
};

TEST(ShapeRules, EachIsBrokenAlone) {
  for (const RuleCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const RuleCase> shape_cases() { return kCases; }

}  // namespace tilefuzz::ir
