#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

constexpr RuleCase kCases[] = {
    {"access.rank", "%c = load %a[0] : tile<32x32xf32>", "%c = load %a[0, 0] : tile<32x32xf32>"},
    {"access.rank", "%c = load %a[0, 0] : tile<32xf32>", "%c = load %a[0, 0] squeeze : tile<32xf32>"},
    {"access.rank", "%c = load %a[0, 0] squeeze : tile<32x32xf32>", "%c = load %a[0, 0] squeeze : f32"},
    {"access.rank", "store %a[0, 0, 0], %x", "store %a[0, 0], %x"},
    {"access.rank", "%c = alloc : buffer<32x32xf32> write %c[0], %x",
     "%c = alloc : buffer<32x32xf32> write %c[0, 0], %x"},
    {"access.rank", "%c = gather %a[%z] : tile<32x32xf32>", "%c = gather %a[%z, %z] : tile<32x32xf32>"},
    {"access.element", "store %a[0, 0], %y", "store %h[0, 0], %y"},
    {"access.element", "%c = gather %a[%z, 0] : tile<32x32xf16>", "%c = gather %a[%z, 0] : tile<32x32xf32>"},
    {"access.element", "%c = gather %a[%z, 0] mask %b fill 0 : tile<32x32xf32>",
     "%c = gather %i[%z, 0] mask %b fill 0 : tile<32x32xi32>"},
    {"access.element", "%c = alloc : buffer<32x32xf16> write %c[0, 0], %x",
     "%c = alloc : buffer<32x32xf16> write %c[0, 0], %y"},
    {"access.sparsity", "%c = load %s[0, 0] : tile<32x32xf16>", "%c = load %h[0, 0] : tile<32x32xf16>"},
    {"access.sparsity", "%c = load %s[0, 0] : sparse<1:2, 32x32xf16>",
     "%c = load %s[0, 0] : sparse<2:4, 32x32xf16>"},
    {"access.index-shape", "%c = iota 0 : tile<16xi32> %d = gather %a[%c, 0] : tile<32xf32>",
     "%c = iota 0 : tile<32xi32> %d = gather %a[%c, 0] : tile<32xf32>"},
    {"access.index-shape", "%c = iota 0 : tile<32xi32> scatter %a[%c, %c], %x",
     "%c = iota 0 : tile<32x1xi32> %d = iota 1 : tile<1x32xi32> scatter %a[%c, %d], %x"},
    {"access.mask-shape", "%d = extract %b[0, 0] : tile<16x32xi1> scatter %a[%z, 0], %x mask %d",
     "scatter %a[%z, 0], %x mask %b"},
    {"pad.element", "%c = load %i[0, 0] pad nan : tile<32x32xi32>",
     "%c = load %i[0, 0] pad zero : tile<32x32xi32>"},
    {"pad.element", "%c = load %e[0, 0] pad inf : tile<32x32xf8e4m3>",
     "%c = load %e[0, 0] pad nan : tile<32x32xf8e4m3>"},
    {"atomic.kind", "atomic min %a[%z, 0], %x", "atomic add %a[%z, 0], %x"},
    {"atomic.kind", "atomic xchg %h[%z, 0], %y", "%o = atomic xchg %a[%z, 0], %x"},
    {"atomic.expected", "atomic cas %i[%z, 0], %z", "atomic cas %i[%z, 0], %z expected %z"},
    {"atomic.expected", "atomic add %i[%z, 0], %z expected %z", "atomic add %i[%z, 0], %z mask %b"},
    {"flag.meaning", "atomic add %i[%z, 0], %z unsigned", "atomic max %i[%z, 0], %z unsigned"},
    {"operand.kind", "scatter %s[%z, 0], %y", "scatter %h[%z, 0], %y"},
    {"buffer.range", "%c = alloc : buffer<32x32xf32> %d = read %c[1, 0] : tile<32x32xf32>",
     "%c = alloc : buffer<32x32xf32> %d = read %c[1, 0] : tile<31x32xf32>"},
    {"buffer.range", "%c = alloc : buffer<32x32xf32> %d = read %c[%n, 0] : tile<32x64xf32>",
     "%c = alloc : buffer<32x32xf32> %d = read %c[%n, 0] : tile<32x32xf32>"},
    {"buffer.place", "for %k = 0 to 2 { yield } %c = alloc : buffer<32x32xf32>",
     "%c = alloc : buffer<32x32xf32> for %k = 0 to 2 { yield }"},
    {"buffer.place", "if %go { %c = alloc : buffer<32x32xf32> }",
     "%c = alloc : buffer<32x32xf32> if %go { }"},
    {"buffer.total", "%c = alloc : buffer<114x1024xi8> %d = alloc : buffer<115x1024xi8>",
     "%c = alloc : buffer<114x1024xi8> %d = alloc : buffer<114x1024xi8>"},
    {"param.readonly", "store %r[0, 0], %x", "%c = load %r[0, 0] : tile<32x32xf32>"},
    {"param.readonly", "atomic add %r[%z, 0], %x", "atomic add %a[%z, 0], %x"},
};

TEST(MemoryRules, EachIsBrokenAlone) {
  for (const RuleCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const RuleCase> memory_cases() { return kCases; }

}  // namespace tilefuzz::ir
