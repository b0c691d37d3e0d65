#include "targets/tileiras/expect.h"

#include <gtest/gtest.h>

#include <set>

#include "ir/text/parse.h"
#include "targets/tileiras/rules.h"

namespace tilefuzz::targets::tileiras {
namespace {

Expectation judge(std::string_view body, std::string_view arch = "sm_90",
                  std::string_view version = "13.3.36", int level = 1) {
  const auto parsed = ir::parse("tile 1\nkernel @k" + std::string(body));
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test");
  return expect(parsed.program, {"tileiras", std::string(version), std::string(arch), level, {}});
}

std::string rules(const Expectation& expectation) {
  std::string names;
  for (const RuleBreak& broken : expectation.rules) names += (names.empty() ? "" : " ") + broken.rule;
  return names;
}

std::string copy(std::string_view element, std::string_view shape = "16x16") {
  const std::string e(element);
  return "(%a: tensor<" + e + ", [64, 64]>) grid [1] {\n  %x = load %a[0, 0] : tile<" + std::string(shape) +
         "x" + e + ">\n  store %a[0, 1], %x\n}\n";
}

std::string multiply(std::string_view operand, std::string_view accumulator) {
  const std::string e(operand);
  const std::string c(accumulator);
  return "(%a: tensor<" + e + ", [64, 64]>, %c: tensor<" + c +
         ", [64, 64]>) grid [1] {\n  %x = load %a[0, 0] : tile<16x16x" + e +
         ">\n  %z = load %c[0, 0] : tile<16x16x" + c + ">\n  %y = mma %x, %x, %z\n  store %c[0, 0], %y\n}\n";
}

TEST(Expect, AcceptsPlainPrograms) {
  for (const char* arch : {"sm_80", "sm_90", "sm_100", "sm_120"}) {
    const Expectation result = judge(copy("f32"), arch);
    EXPECT_EQ(result.kind, Expectation::Kind::accept) << rules(result);
  }
}

TEST(Expect, NamesUnknownArchitecturesAndLevels) {
  EXPECT_EQ(rules(judge(copy("f32"), "sm_75")), "tileiras.arch.unknown");
  EXPECT_EQ(rules(judge(copy("f32"), "sm_90", "13.2.78")), "tileiras.arch.unknown");
  EXPECT_EQ(rules(judge(copy("f32"), "sm_90", "13.3.36", 4)), "tileiras.level.unknown");
}

TEST(Expect, ElementsNeedTheirArchitecture) {
  const std::string twice = "tileiras.element.arch tileiras.element.arch";
  EXPECT_EQ(rules(judge(copy("f8e4m3"), "sm_80")), twice);
  EXPECT_EQ(rules(judge(copy("f8e4m3"), "sm_90")), "");
  EXPECT_EQ(rules(judge(copy("f8e4m3"), "sm_89")), twice);
  EXPECT_EQ(rules(judge(copy("f8e4m3"), "sm_89", "13.5.37")), "");
  EXPECT_EQ(rules(judge(copy("f4e2m1"), "sm_90")), twice);
}

TEST(Expect, TilesHavePowerOfTwoExtents) {
  const Expectation result = judge(copy("f32", "16x12"));
  EXPECT_EQ(rules(result), "tileiras.tile.power-of-two");
  EXPECT_EQ(result.rules[0].message, "tile<16x12xf32>: 12 is not a power of two");
  EXPECT_EQ(result.rules[0].provenance, Provenance::spec);
  EXPECT_EQ(result.rules[0].position.line, 3u);
}

TEST(Expect, LargeTilesMayRunOutOfSomething) {
  const Expectation result = judge(
      "(%a: tensor<f32, [512, 512]>) grid [1] {\n  %x = load %a[0, 0] : tile<256x64xf32>\n  store %a[1, 1], "
      "%x\n}\n");
  EXPECT_EQ(result.kind, Expectation::Kind::accept_or_diagnose);
  EXPECT_EQ(result.reason, "registers and shared memory: a tile of 16384 elements");
}

TEST(Expect, AHighOccupancyMayLeaveTooFewRegisters) {
  const std::string body = " {\n  %x = load %a[0, 0] : tile<16x16xf32>\n  store %a[1, 1], %x\n}\n";
  const auto with = [&](const char* hint) {
    return judge("(%a: tensor<f32, [64, 64]>) grid [1] hint {occupancy = " + std::string(hint) + "}" + body);
  };
  EXPECT_EQ(with("16").kind, Expectation::Kind::accept_or_diagnose);
  EXPECT_EQ(with("8").kind, Expectation::Kind::accept);
}

TEST(Expect, MmaNeedsAKnownCombination) {
  EXPECT_EQ(rules(judge(multiply("f16", "f16"))), "");
  EXPECT_EQ(rules(judge(multiply("f8e5m2", "f16"))), "");
  EXPECT_NE(rules(judge(multiply("f8e5m2", "f16"), "sm_80")).find("tileiras.mma.elements"),
            std::string::npos);
}

TEST(Expect, ConcatJoinsEqualParts) {
  const auto of = [](std::string_view parts) {
    return judge(
        "(%a: tensor<f32, [64, 64]>) grid [1] {\n  %x = load %a[0, 0] : tile<8x8xf32>\n"
        "  %y = load %a[0, 0] : tile<16x8xf32>\n  %c = concat " +
        std::string(parts) + " axis 0\n}\n");
  };
  EXPECT_EQ(rules(of("%x, %x")), "");
  EXPECT_EQ(rules(of("%y, %x, %x")), "");
  EXPECT_EQ(rules(of("%x, %x, %x")), "tileiras.tile.power-of-two tileiras.concat.halves");
  EXPECT_EQ(rules(of("%x, %y, %x")), "tileiras.concat.halves");
}

TEST(Expect, OperationsNeedTheirVersion) {
  const std::string insert =
      "(%a: tensor<f32, [64, 64]>) grid [1] {\n  %x = load %a[0, 0] : tile<8x8xf32>\n"
      "  %y = load %a[0, 0] : tile<16x8xf32>\n  %z = insert %x, %y[1, 0]\n  store %a[0, 0], %z\n}\n";
  EXPECT_EQ(rules(judge(insert)), "tileiras.operation.version");
  EXPECT_EQ(rules(judge(insert, "sm_90", "13.4.92")), "");
}

TEST(Expect, Bf16AtomicsNeedHopper) {
  const std::string atomic =
      "(%a: tensor<bf16, [64]>) grid [1] {\n  %i = iota 0 : tile<16xi32>\n  %v = load %a[0] : tile<16xbf16>\n"
      "  atomic add %a[%i], %v\n}\n";
  EXPECT_EQ(rules(judge(atomic, "sm_80")), "tileiras.atomic.arch");
  EXPECT_EQ(rules(judge(atomic, "sm_90")), "");
}

TEST(Expect, SparseCannotBeSaid) {
  const Expectation result = judge(
      "(%A: sparse_tensor<2:4, f16, [64, 64]>, %B: tensor<f16, [64, 64]>, %C: tensor<f32, [64, 64]>) grid "
      "[1] {\n"
      "  %a = load %A[0, 0] : sparse<2:4, 16x32xf16>\n  %b = load %B[0, 0] : tile<32x16xf16>\n"
      "  %z = constant 0.0 : tile<16x16xf32>\n  %c = mma %a, %b, %z\n  store %C[0, 0], %c\n}\n");
  EXPECT_EQ(rules(result), "tileiras.sparse tileiras.sparse");
}

TEST(Rules, NamesAreUniqueAndSayTheTarget) {
  std::set<std::string_view> names;
  for (const RuleRow& entry : rule_table()) {
    EXPECT_TRUE(entry.name.starts_with("tileiras.")) << entry.name;
    EXPECT_FALSE(entry.doc.empty());
    EXPECT_TRUE(names.insert(entry.name).second);
  }
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
