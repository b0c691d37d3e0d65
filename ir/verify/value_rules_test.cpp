#include "ir/verify/rule_case.h"

namespace tilefuzz::ir {
namespace {

constexpr RuleCase kCases[] = {
    {"type.extents", "%c = constant 0 : tile<4096x8192xi8>", "%c = constant 0 : tile<4096x4096xi8>"},
    {"operand.kind", "%c = add %a, %x", "%c = add %x, %x"},
    {"operand.kind", "%c = load %a[%z, 0] : tile<32x32xf32>", "%c = load %a[%n, 0] : tile<32x32xf32>"},
    {"operand.element", "%c = add %b, %b", "%c = and %b, %b"},
    {"operand.element", "%c = sqrt %z", "%c = sqrt %x"},
    {"operand.element", "%c = rem %x, %x", "%c = rem %z, %z"},
    {"operand.element", "%c = select %z, %x, %x", "%c = select %b, %x, %x"},
    {"operand.element", "%c = select 1, %x, %x", "%c = select %go, %x, %x"},
    {"operand.element", "%c = load %a[%f, 0] : tile<32x32xf32>", "%c = load %a[%m, 0] : tile<32x32xf32>"},
    {"storage-only.arithmetic", "%c = add %q, %q", "%c = select %b, %q, %q"},
    {"storage-only.arithmetic", "%c = cmp eq %q, %q", "%c = cmp eq %x, %x"},
    {"storage-only.arithmetic", "%c = reduce add %q axis 0", "%c = reduce add %x axis 0"},
    {"storage-only.arithmetic", "%c = bitcast %q : tile<32x32xi8>", "%c = bitcast %y : tile<32x32xi16>"},
    {"result.kind", "%c = load %a[0, 0] : buffer<32x32xf32>", "%c = load %a[0, 0] : tile<32x32xf32>"},
    {"result.kind", "%c = alloc : tile<32x32xf32>", "%c = alloc : buffer<32x32xf32>"},
    {"flag.meaning", "%c = add %x, %x wrap", "%c = add %z, %z wrap"},
    {"flag.meaning", "%c = add %z, %z contract", "%c = add %x, %x contract"},
    {"flag.meaning", "%c = min %z, %z propagate_nan", "%c = min %x, %x propagate_nan"},
    {"flag.meaning", "%c = max %x, %x unsigned", "%c = max %z, %z unsigned"},
    {"flag.meaning", "%c = reduce add %z axis 0 unsigned", "%c = reduce min %z axis 0 unsigned"},
    {"flag.meaning", "%c = reduce min %z axis 0 wrap", "%c = reduce add %z axis 0 wrap"},
    {"flag.meaning", "%c = mma %y, %y, %x precision ieee", "%c = mma %x, %x, %x precision ieee"},
    {"flag.meaning", "%c = mma %y, %y, %x unsigned_a", "%c = mma %y, %y, %x fast_accumulate"},
    {"axis.range", "%c = program_id 2", "%c = program_id 1"},
    {"axis.range", "%c = extent %a, 2", "%c = extent %a, 1"},
    {"axis.range", "%c = iota 1 : tile<32xi32>", "%c = iota 0 : tile<32xi32>"},
    {"axis.range", "%c = scan add %x axis 2", "%c = scan add %x axis 1"},
    {"axis.range", "%c = concat %x, %x axis 2", "%c = concat %x, %x axis 1"},
    {"hint.place", "%c = load %a[0, 0] : tile<32x32xf32> hint {layout = interleaved}",
     "%c = load %s[0, 0] : sparse<2:4, 32x32xf16> hint {layout = interleaved}"},
    {"hint.place", "%c = mma %y, %y, %x hint {stages = 2}", "%c = mma %y, %y, %x hint {k_pack = 2}"},
    {"hint.range", "%c = load %a[0, 0] : tile<32x32xf32> hint {latency = 11}",
     "%c = load %a[0, 0] : tile<32x32xf32> hint {latency = 10}"},
    {"hint.range", "%c = alloc : buffer<32x32xf32> hint {layout = interleaved}",
     "%c = alloc : buffer<32x32xf32> hint {layout = padded(8)}"},
    {"constant.data", "%c = constant [1, 2, 3] : tile<2x2xi32>",
     "%c = constant [1, 2, 3, 4] : tile<2x2xi32>"},
    {"iota.element", "%c = iota 0 : tile<512xi8>", "%c = iota 0 : tile<256xi8>"},
    {"iota.element", "%c = iota 0 : tile<32xf32>", "%c = iota 0 : tile<32xi64>"},
    {"elementwise.shape", "%c = constant 1.0 : tile<32x16xf32> %d = add %x, %c",
     "%c = constant 1.0 : f32 %d = add %x, %c"},
    {"elementwise.element", "%c = add %x, %y", "%d = cast %y : tile<32x32xf32> %c = add %x, %d"},
    {"elementwise.element", "%c = select %b, %x, %z", "%c = select %b, %x, %f"},
    {"elementwise.literal", "%c = add %x, 1", "%c = add %z, 1"},
    {"elementwise.literal", "%c = sqrt 4", "%c = neg 4"},
    {"literal.range", "%d = cast %z : tile<32x32xi8> %c = add %d, 256",
     "%d = cast %z : tile<32x32xi8> %c = add %d, 255"},
    {"literal.range", "%c = xor %b, 2", "%c = xor %b, 1"},
    {"cmp.predicate", "%c = cmp lt %b, %go", "%c = cmp ne %b, %go"},
    {"cast.pair", "%c = cast %x : tile<32x32xf32>", "%c = cast %x : tile<32x32xtf32>"},
    {"cast.pair", "%c = cast %z : tile<32x32xi1>", "%c = cast %b : tile<32x32xi32>"},
    {"cast.pair", "%c = cast %z : tile<32x32xf8e4m3>", "%c = cast %x : tile<32x32xf8e4m3>"},
    {"bitcast.width", "%c = bitcast %x : tile<32x32xi16>", "%c = bitcast %x : tile<32x32xi32>"},
    {"convert.shape", "%c = cast %x : tile<32x16xf16>", "%c = cast %x : tile<32x32xf16>"},
    {"assume.fact", "%c = assume %n multiple 0", "%c = assume %n multiple 4"},
    {"assume.fact", "%c = assume %n from 4 to 3", "%c = assume %n from 3 to 3"},
    {"assume.fact", "%c = assume %f from 4", "%c = assume %m from 4"},
    {"reduce.element", "%c = reduce and %x axis 0", "%c = reduce and %z axis 0"},
    {"reduce.element", "%c = reduce add %b axis 0", "%c = reduce or %b axis 0"},
};

TEST(ValueRules, EachIsBrokenAlone) {
  for (const RuleCase& entry : kCases) check_case(entry);
}

}  // namespace

std::span<const RuleCase> value_cases() { return kCases; }

}  // namespace tilefuzz::ir
