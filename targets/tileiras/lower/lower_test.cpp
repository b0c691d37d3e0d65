#include "targets/tileiras/lower/lower.h"

#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "targets/tileiras/bytecode/print.h"

namespace tilefuzz::targets::tileiras {
namespace {

Result<Lowered, EmitError> lowered(std::string_view body, int minor = 3, std::string arch = "sm_90") {
  const auto parsed = ir::parse("tile 1\nkernel @k" + std::string(body));
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test");
  LowerOptions options;
  options.version.minor = static_cast<std::uint8_t>(minor);
  options.arch = std::move(arch);
  return lower(parsed.program, options);
}

// The printed module without locations.
std::string text(std::string_view body, int minor = 3, std::string arch = "sm_90") {
  const auto result = lowered(body, minor, std::move(arch));
  if (!result) return "error: " + result.error().message;
  std::string out;
  const std::string printed = bytecode::print(result->module);
  for (std::size_t begin = 0; begin < printed.size();) {
    const std::size_t end = printed.find('\n', begin);
    std::string line = printed.substr(begin, end - begin);
    if (const auto at = line.find(" at k.tile"); at != std::string::npos) line.resize(at);
    out += line + "\n";
    begin = end + 1;
  }
  return out;
}

testing::AssertionResult has(const std::string& where, std::string_view what) {
  if (where.find(what) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no " << what << " in\n" << where;
}

TEST(Lower, ScalarsAreSplatInElementwiseOperations) {
  const std::string out = text(
      "(%a: tensor<i32, [64]>, %s: i32) grid [1] launch {%s = 1} {\n  %x = load %a[0] : tile<16xi32>\n"
      "  %y = add %x, %s\n  %z = mul %y, 3\n  store %a[0], %z\n}\n");
  EXPECT_TRUE(has(out, "= reshape %1\n"));
  EXPECT_TRUE(has(out, "tile<16xi32> = broadcast"));
  EXPECT_TRUE(has(out, "= constant value=0x03000000\n"));
}

TEST(Lower, PackedDynamicStridesAreMultiplied) {
  const std::string out = text(
      "(%a: tensor<f32, [?, ?, ?*16]>) grid [1] launch {%a = [2, 4, 16]} {\n"
      "  %x = load %a[0, 0, 0] : tile<1x2x8xf32>\n  store %a[1, 0, 0], %x\n}\n");
  EXPECT_TRUE(has(out, "entry @k(%0: tile<ptr<f32>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>)"));
  EXPECT_TRUE(has(out, "%4: tile<i32> = assume predicate=div_by 16 %3\n"));
  EXPECT_TRUE(has(out, "%5: tile<i32> = muli overflow=0 %4, %2\n"));
  EXPECT_TRUE(
      has(out, "tensor_view<[?, ?, ?], [?, ?, 1], f32> = make_tensor_view %0, %1, %2, %4, %5, %4 #3 #2\n"));
}

TEST(Lower, FactsThatAreNoPowersOfTwoAreWeakened) {
  const std::string out = text(
      "(%a: tensor<f32, [?*12]>, %n: i32) grid [1] launch {%a = [24], %n = 6} {\n"
      "  %m = assume %n multiple 6 from 0 to 100\n  %x = load %a[%m] : tile<8xf32>\n  store %a[0], %x\n}\n");
  EXPECT_TRUE(has(out, "= assume predicate=div_by 4 %1\n"));
  EXPECT_TRUE(has(out, "= assume predicate=div_by 2 %2\n"));
  EXPECT_TRUE(has(out, "= assume predicate=bounded 0..100 %"));
}

TEST(Lower, ComparisonsOfFloatsAreOrderedButForNe) {
  const std::string out = text(
      "(%a: tensor<f32, [64]>) grid [1] {\n  %x = load %a[0] : tile<16xf32>\n  %c = cmp ne %x, %x\n"
      "  %d = cmp lt %x, %x\n  %e = and %c, %d\n  %y = select %e, %x, %x\n  store %a[0], %y\n}\n");
  EXPECT_TRUE(has(out, "cmpf predicate=1 ordering=0"));
  EXPECT_TRUE(has(out, "cmpf predicate=2 ordering=1"));
}

TEST(Lower, ForWithBreakBecomesALoop) {
  const std::string out = text(
      "(%a: tensor<i32, [64]>, %n: i32) grid [1] launch {%n = 3} {\n  %z = constant 0 : tile<8xi32>\n"
      "  %r = for %i = 0 to %n carry (%c = %z) {\n    %d = add %c, %i\n    %go = cmp eq %i, 2\n"
      "    if %go {\n      break %d\n    }\n    yield %d\n  }\n  store %a[0], %r\n}\n");
  EXPECT_TRUE(has(out, "tile<8xi32> = loop"));
  EXPECT_TRUE(has(out, "= cmpi predicate=2 signedness=1 %"));
  EXPECT_EQ(out.find(" for "), std::string::npos);
}

TEST(Lower, AccessesAtElementOffsetsGoByPointer) {
  const std::string out = text(
      "(%a: tensor<f32, [60, ?]>, %i: i32) grid [1] launch {%a = [60, 60], %i = 5} {\n"
      "  %x = load %a at [%i, 3] pad nan : tile<16x16xf32>\n  store %a at [%i, 3], %x\n}\n");
  EXPECT_TRUE(has(out, "load_ptr_tko +mask +padding +token"));
  EXPECT_TRUE(has(out, "store_ptr_tko +mask +token"));
  EXPECT_TRUE(has(out, "constant value=0x0000c07f"));
}

TEST(Lower, HintsAreKeyedByArchitectureBefore13_3) {
  constexpr std::string_view kProgram =
      "(%a: tensor<f32, [64]>) grid [1] hint {occupancy = 2, ctas = 4, warps = 8} {\n"
      "  %x = load %a[0] : tile<16xf32> hint {latency = 3, tma = off}\n  store %a[0], %x\n}\n";
  EXPECT_TRUE(has(text(kProgram, 3),
                  "hints {default = {num_cta_in_cga = 4 : i32, occupancy = 2 : i32, num_worker_warps_per_cta "
                  "= 8 : i32}}"));
  EXPECT_TRUE(has(text(kProgram, 2), "hints {sm_90 = {num_cta_in_cga = 4 : i32, occupancy = 2 : i32}}"));
  EXPECT_TRUE(has(text(kProgram, 2, "sm_80"), "hints {sm_80 = {occupancy = 2 : i32}}"));
  EXPECT_TRUE(has(text(kProgram, 3), "hints={default = {allow_tma = false, latency = 3 : i32}}"));
}

TEST(Lower, ReductionsHaveTheirIdentity) {
  const auto of = [](std::string_view element, std::string_view words) {
    const std::string e(element);
    return text("(%a: tensor<" + e + ", [64, 64]>, %o: tensor<" + e +
                ", [64]>) grid [1] {\n  %x = load %a[0, 0] : tile<8x8x" + e + ">\n  %y = reduce " +
                std::string(words) + "\n  store %o[0], %y\n}\n");
  };
  EXPECT_TRUE(has(of("f32", "max %x axis 1"), "identities=bits 4286578688 : f32;"));
  EXPECT_TRUE(has(of("i32", "min %x axis 0"), "identities=2147483647 : i32;"));
  EXPECT_TRUE(has(of("i32", "min %x axis 0 unsigned"), "identities=4294967295 : i32;"));
  EXPECT_TRUE(has(of("i8", "mul %x axis 0"), "identities=1 : i8;"));
}

TEST(Lower, SaysWhatTileIrCannot) {
  EXPECT_EQ(text("(%A: sparse_tensor<2:4, f16, [64, 64]>, %B: tensor<f16, [64, 64]>, %C: tensor<f32, [64, "
                 "64]>) grid [1] {\n"
                 "  %a = load %A[0, 0] : sparse<2:4, 16x32xf16>\n  %b = load %B[0, 0] : tile<32x16xf16>\n"
                 "  %z = constant 0.0 : tile<16x16xf32>\n  %c = mma %a, %b, %z\n  store %C[0, 0], %c\n}\n"),
            "error: Tile IR has no structured-sparse tensors");
  constexpr std::string_view kBuffer =
      "(%a: tensor<f32, [64]>) grid [1] {\n  %m = alloc : buffer<64xf32>\n  %x = load %a[0] : tile<16xf32>\n"
      "  write %m[0], %x\n  %y = read %m[0] : tile<16xf32>\n  store %a[0], %y\n}\n";
  EXPECT_EQ(text(kBuffer, 2), "error: alloc: Tile IR has block-local memory from 13.3 on");
  EXPECT_TRUE(has(text(kBuffer, 3), "= alloca elements=64 alignment=128\n"));
}

TEST(Lower, LocationsPointAtTheOperation) {
  const auto result =
      lowered("(%a: tensor<f32, [64]>) grid [1] {\n  %x = load %a[0] : tile<16xf32>\n  store %a[0], %x\n}\n");
  ASSERT_TRUE(result.has_value());
  const std::string printed = bytecode::print(result->module);
  EXPECT_TRUE(has(printed, "load_view_tko +token order=0 inbounds=[] %3, %4, %2 #1 at k.tile:3:8\n"));
  ASSERT_GE(result->source_map.size(), 3u);
  EXPECT_EQ(result->source_map[1].emitted_line, 3);
  EXPECT_EQ(result->source_map[1].program.column, 8u);
}

TEST(Lower, NeededVersionFollowsOperationsAndElements) {
  const auto minor = [](std::string_view body) {
    return int{needed_version(ir::parse("tile 1\nkernel @k" + std::string(body)).program).minor};
  };
  EXPECT_EQ(minor("(%a: tensor<f32, [64]>) grid [1] {\n  %x = load %a[0] : tile<16xf32>\n  %y = exp %x\n  "
                  "store %a[0], %y\n}\n"),
            1);
  EXPECT_EQ(minor("(%a: tensor<f32, [64]>) grid [1] {\n  %x = load %a[0] : tile<16xf32>\n  %y = atan2 %x, "
                  "%x\n  store %a[0], %y\n}\n"),
            2);
  EXPECT_EQ(minor("(%a: tensor<f32, [64]>) grid [1] {\n  %m = alloc : buffer<64xf32>\n}\n"), 3);
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
