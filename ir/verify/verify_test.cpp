#include "ir/verify/verify.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ir/builder.h"
#include "ir/text/parse.h"

namespace tilefuzz::ir {
namespace {

std::string names(const std::vector<Diagnostic>& found) {
  std::string out;
  for (const Diagnostic& d : found) out += d.rule + ": " + d.message + "\n";
  return out;
}

using Index = std::array<Operand, 2>;
Operand number(std::int32_t n) { return Operand::constant(n); }

// A matrix product in a run-time loop, with a reduction and a guarded store.
Program sample() {
  Program program;
  program.grid = {{{}, 4, 1}};
  Builder b(program);
  const ValueId a = b.param("a", Type::tensor(Element::f16, 2), {{.size = 128}, {.size = 128}});
  const ValueId out = b.param("out", Type::tensor(Element::f32, 2), {{.size = 64}, {.size = 64}});
  const ValueId n = b.param("n", Type::scalar(Element::i32));
  program.launches = {{{{.param = 2, .extents = {}, .strides = {}, .offset = 0, .scalar_bits = 3}}}};
  const ValueId row = b.program_id(0);
  const std::array<Operand, 1> init{b.constant(Type::tile(Element::f32, {64, 64}), 0.0)};
  const auto results =
      b.for_loop(number(0), n, number(1), init, [&](ValueId k, std::span<const ValueId> carried) {
        const ValueId x = b.load(a, Index{row, k}, Type::tile(Element::f16, {64, 32}));
        const std::array<std::int64_t, 2> swap{1, 0};
        return Builder::Values{
            b.mma(x, b.permute(b.load(a, Index{number(0), k}, Type::tile(Element::f16, {64, 32})), swap),
                  carried[0])};
      });
  const ValueId go = b.cmp(Predicate::ne, n, number(0));
  b.if_else(go, [&] {
    b.store(out, Index{number(0), number(0)}, results[0]);
    return Builder::Values{};
  });
  b.finish();
  return program;
}

TEST(Verify, AcceptsAnOrdinaryProgram) { EXPECT_EQ(names(verify(sample())), ""); }

TEST(Verify, AnEmptyProgramHasNoGridAndNoTerminator) {
  EXPECT_EQ(names(verify(Program{})),
            "grid.rank: the grid has 0 extents, not 1 to 3\n"
            "block.terminator: a block of `kernel` does not end in a terminator\n");
}

TEST(Verify, AcceptsTheSeedPrograms) {
  const std::filesystem::path folder = std::filesystem::path(TILEFUZZ_SOURCE_DIR) / "corpus/seeds";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".tile") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const ParseResult read = parse(text);
    EXPECT_TRUE(read.ok()) << render(read.errors, entry.path().string());
    EXPECT_EQ(render(verify(read.program), entry.path().string()), "");
    ++count;
  }
  EXPECT_GT(count, 0U);
}

TEST(Verify, NamesThePlaceTheOperationAndTheValues) {
  const ParseResult read = parse(
      "tile 1\nkernel @k(%a: tensor<f32, [4, 4]>) grid [1] {\n"
      "  %x = load %a[0, 0] : tile<4x4xf32>\n  %y = extract %x[0, 4] : tile<4x1xf32>\n}\n");
  const auto found = verify(read.program);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(render(found, "k.tile").substr(0, 120),
            "k.tile:4:8: error: `extract`: slice 4 along axis 1, which has 4 slices of 1 [slice.range]\n");
}

TEST(Verify, ReportsAllBrokenRulesInTextOrder) {
  const ParseResult read = parse(
      "tile 1\nkernel @k(%a: tensor<f32, [4, 4]> align 3) grid [0] {\n"
      "  %x = load %a[0] : tile<4x4xf32>\n  %y = add %x, 1\n  %z = program_id 1\n}\n");
  std::vector<std::string> rules;
  for (const Diagnostic& d : verify(read.program)) rules.push_back(d.rule);
  EXPECT_EQ(rules, (std::vector<std::string>{"fact.align", "grid.extent", "access.rank",
                                             "elementwise.literal", "axis.range"}));
}

TEST(Verify, SkipsWhatTheParserRefused) {
  const ParseResult read = parse(
      "tile 1\nkernel @k(%a: tensor<f32, [4, 4]>) grid [1] {\n"
      "  %x = laod %a[0, 0] : tile<4x4xf32>\n  %y = add %x, %x\n  %z = mma %x, %y, %y\n"
      "  %w = for %k = 0 to 2 carry (%c = %x) { %d = add %c, 1 yield %d }\n"
      "  store %a[0, 0], %z\n}\n");
  EXPECT_EQ(read.errors.size(), 1U);
  EXPECT_EQ(names(verify(read.program)), "");
}

TEST(Verify, AResultWithoutTypeIsReportedOnceWhereItIsDefined) {
  const ParseResult read = parse(
      "tile 1\nkernel @k(%a: tensor<f32, [4, 4]>) grid [1] {\n"
      "  %x = load %a[0, 0] : tile<4x4xf32>\n  %y = reduce add %x axis 2\n"
      "  %z = add %y, %y\n  store %a[0, 0], %z\n}\n");
  EXPECT_EQ(names(verify(read.program)), "axis.range: `reduce`: axis 2 of %x (tile<4x4xf32>)\n");
}

}  // namespace
}  // namespace tilefuzz::ir
