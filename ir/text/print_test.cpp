#include "ir/text/print.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/compare.h"
#include "ir/text/parse.h"

namespace tilefuzz::ir {
namespace {

std::string canonical(std::string_view text) {
  const ParseResult result = parse(text);
  EXPECT_EQ(render(result.errors, "text", text), "");
  return print(result.program);
}

TEST(Print, ExpandsNothingAndLeavesOutDefaults) {
  EXPECT_EQ(canonical("tile 1 kernel @k(%n:i32,%t:tensor<i32,[4]>)grid[1]{for %k:i32=0 to %n step 1{}"
                      "%x=div %n,2 signed:i32 if %n{yield}else{yield}%y=atomic and %t[0],%x yield}"),
            "tile 1\n"
            "kernel @k(%n: i32, %t: tensor<i32, [4]>) grid [1] {\n"
            "  for %k = 0 to %n {\n"
            "  }\n"
            "  %x = div %n, 2\n"
            "  if %n {\n"
            "  }\n"
            "  %y = atomic and %t[0], %x\n"
            "}\n");
}

TEST(Print, OptionalWordsComeInTheOrderOfTheTable) {
  EXPECT_NE(canonical("tile 1 kernel @k(%x: f32) grid [1] {%y = add %x, %x flush contract}")
                .find("%y = add %x, %x contract flush\n"),
            std::string::npos);
}

TEST(Print, GridSumsAreFolded) {
  const std::string head = "tile 1 kernel @k(%a: tensor<f32, [?M]>) ";
  EXPECT_NE(canonical(head + "grid [1 + ?M*2 - 4, 2 - ?M, ?M-1, 3 + 4] {}")
                .find("grid [?M*2 - 3, ?M*-1 + 2, ?M - 1, 7]"),
            std::string::npos);
}

TEST(Print, NumbersUnnamedValuesInTextOrder) {
  EXPECT_EQ(canonical("tile 1 kernel @k(%9: i32) grid [1] {\n%8 = for %1 = 0 to %9 carry (%2 = %9) {\n"
                      "%3 = add %2, %1\nyield %3\n}\n%x = add %8, 1\n%0 = add %x, 1\n}\n"),
            "tile 1\n"
            "kernel @k(%0: i32) grid [1] {\n"
            "  %1 = for %2 = 0 to %0 carry (%3 = %0) {\n"
            "    %4 = add %3, %2\n"
            "    yield %4\n"
            "  }\n"
            "  %x = add %1, 1\n"
            "  %6 = add %x, 1\n"
            "}\n");
}

TEST(Print, SiblingsKeepTheirNames) {
  const std::string text =
      "tile 1\n"
      "kernel @k(%n: i32) grid [1] {\n"
      "  for %k = 0 to %n {\n"
      "    %x = add %k, 1\n"
      "  }\n"
      "  for %k = 0 to %n {\n"
      "    %x = add %k, 2\n"
      "  }\n"
      "}\n";
  EXPECT_EQ(canonical(text), text);
}

TEST(Print, MakesNamesUniqueAndWellFormed) {
  Program program;
  program.name = "a-b";
  program.grid = {{}};
  Builder b(program);
  const ValueId n = b.param("x", Type::scalar(Element::i32));
  const ValueId again = b.add(n, n);
  program.value_names.resize(program.types.size());
  program.value_names[static_cast<std::size_t>(again)] = "x";
  const ValueId odd = b.add(again, n);
  program.value_names.resize(program.types.size());
  program.value_names[static_cast<std::size_t>(odd)] = "w\xc3\xa9ird name";
  b.finish();
  const std::string text = print(program);
  EXPECT_EQ(text,
            "tile 1\n"
            "kernel @a_b(%x: i32) grid [0] {\n"
            "  %x_1 = add %x, %x\n"
            "  %w__ird_name = add %x_1, %x\n"
            "}\n");
  EXPECT_EQ(canonical(text), text);
}

TEST(Print, ShowsMalformedProgramsAndNeverReadsThemBack) {
  const auto broken = [](auto damage) {
    Program program;
    program.grid = {{}};
    Builder b(program);
    const ValueId n = b.param("n", Type::scalar(Element::i32));
    b.add(n, n);
    b.finish();
    damage(program);
    const std::string text = print(program);
    EXPECT_FALSE(parse(text).ok()) << text;
    EXPECT_NE(text.find('!'), std::string::npos) << text;
  };
  broken([](Program& p) { p.body.ops[0].operands[0].number = 99; });
  broken([](Program& p) { p.body.ops[0].operands[0].number = -7; });
  broken([](Program& p) { p.body.ops[0].operands.pop_back(); });
  broken([](Program& p) { p.body.ops[0].results[0] = 12; });
  broken([](Program& p) { p.body.ops[0].code = Opcode::for_; });
  broken([](Program& p) { p.body.ops[0].code = Opcode::cmp; });
  broken([](Program& p) { p.body.ops[0].set(AttributeKey::axis, 3); });
  broken([](Program& p) { p.body.ops[0].set(AttributeKey::wrap, 7); });
  broken([](Program& p) { p.body.ops[0].set(HintKey::policy, 100); });
  broken([](Program& p) { p.body.ops[0].counts.push_back(3); });
  broken([](Program& p) { p.body.ops[0].regions.emplace_back(); });
  broken([](Program& p) { p.params[0].value = 50; });
  broken([](Program& p) { p.grid[0].terms.push_back({3, 1}); });
  broken([](Program& p) {
    LaunchArgument stray;
    stray.param = 4;
    p.launches.emplace_back().arguments.push_back(stray);
  });
  broken([](Program& p) {
    for (int depth = 0; depth < 1000; ++depth) {
      Op op;
      op.code = Opcode::if_;
      op.operands = {Operand::constant(1)};
      op.regions.push_back(std::move(p.body));
      op.regions.emplace_back();
      p.body = Block{};
      p.body.ops.push_back(std::move(op));
    }
  });
}

TEST(Parse, KeepsPositionsAndNames) {
  const ParseResult result =
      parse("tile 1\nkernel @gemm(%a: i32,\n  %b: i32) grid [1] {\n  %sum = add %a, %b\n}\n");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.program.name, "gemm");
  EXPECT_EQ(result.program.params[1].position, (SourcePosition{3, 3}));
  EXPECT_EQ(result.program.body.ops[0].position, (SourcePosition{4, 10}));
  EXPECT_EQ(result.program.body.ops[1].position, (SourcePosition{5, 1})) << "the implicit yield";
  EXPECT_EQ(result.program.value_name(result.program.body.ops[0].result()), "sum");
}

TEST(Parse, EqualityIgnoresNamesAndNumbering) {
  const ParseResult a =
      parse("tile 1 kernel @k(%a: tensor<f32, [?M]>) grid [?M] {%x = extent %a, 0 %y = add %x, 1}");
  const ParseResult b =
      parse("tile 1 kernel @k(%0: tensor<f32, [?N]>) grid [?N] {\n%1 = extent %0, 0\n%2 = add %1, 1\n}");
  const ParseResult c =
      parse("tile 1 kernel @k(%0: tensor<f32, [?N]>) grid [?N] {%1 = extent %0, 0 %2 = add %1, 2}");
  ASSERT_TRUE(a.ok() && b.ok() && c.ok());
  EXPECT_TRUE(equal(a.program, b.program));
  EXPECT_EQ(hash(a.program), hash(b.program));
  EXPECT_FALSE(equal(a.program, c.program));
}

// A type that does not follow because the operands do not fit is the verifier's to report.
TEST(Parse, LeavesTypesOfMisfitsOpen) {
  const ParseResult result =
      parse("tile 1 kernel @k(%n: i32) grid [1] {%x = reduce add %n axis 3 %y = add %x, 1}");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.program.types[1].kind, TypeKind::none);
}

}  // namespace
}  // namespace tilefuzz::ir
