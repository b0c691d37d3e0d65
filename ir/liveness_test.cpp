#include "ir/liveness.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/operation_table.h"
#include "ir/text/parse.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

Program program_of(std::string_view body) {
  const std::string text =
      "tile 1\nkernel @k(%a: tensor<f32, [64, 64]>, %o: tensor<f32, [64, 64]>, %n: i32) grid [1] launch {%n "
      "= 3} {\n"
      "%x = load %a[0, 0] : tile<8x8xf32>\n" +
      std::string(body) + "\n}\n";
  ParseResult read = parse(text);
  EXPECT_TRUE(read.ok()) << render(read.errors, "test", text);
  return std::move(read.program);
}

// Names of the dead results, in text order; operations without a result by their own name.
std::string dead(std::string_view body) {
  const Program program = program_of(body);
  const Liveness live = find_live(program);
  std::string out;
  std::size_t index = 0;
  walk(program.body, [&](const Op& op, int) {
    if (live.ops[index++] || row(op.code).is_terminator()) return;
    const std::string_view name = op.results.empty() ? row(op.code).name : program.value_name(op.result());
    out += (out.empty() ? "" : " ") + std::string(name);
  });
  return out;
}

TEST(Liveness, FollowsOperandsOfStores) {
  EXPECT_EQ(dead("%y = add %x, %x %z = add %x, %y store %o[0, 0], %y"), "z");
}

TEST(Liveness, AProgramWithoutStoresIsDead) {
  EXPECT_EQ(dead("for %k = 0 to %n { %y = add %x, %x }"), "x for y");
  EXPECT_EQ(count_live(program_of("%y = add %x, %x")).live, 0);
}

TEST(Liveness, ALoopThatHoldsAStoreIsLiveAndSoAreItsBounds) {
  EXPECT_EQ(dead("%m = add %n, 1 %w = add %n, 2 for %k = 0 to %m { store %o[%k, 0], %x }"), "w");
}

TEST(Liveness, CarriedValuesAreLiveOneByOne) {
  EXPECT_EQ(dead("%i = add %x, %x %j = add %x, %x\n"
                 "%r, %s = for %k = 0 to %n carry (%c = %i, %d = %j) { %e = add %c, %c %f = add %d, %d yield "
                 "%e, %f }\n"
                 "store %o[0, 0], %r"),
            "j f");
}

TEST(Liveness, ACarriedValueThatFeedsAnotherIsLive) {
  EXPECT_EQ(dead("%r, %s = for %k = 0 to %n carry (%c = %x, %d = %x) { %e = add %c, %d %f = add %d, %d yield "
                 "%e, %f }\n"
                 "store %o[0, 0], %r"),
            "");
}

TEST(Liveness, ExitsOfALiveLoopAreLiveWithTheirConditions) {
  EXPECT_EQ(dead("%r = for %k = 0 to %n carry (%c = %x) {\n"
                 "  %go = cmp lt %k, 2 %y = add %c, %c %z = add %c, %y\n"
                 "  if %go { break %y }\n"
                 "  yield %c\n}\nstore %o[0, 0], %r"),
            "z");
}

TEST(Liveness, ABranchIsLiveForItsStoresOrItsResults) {
  EXPECT_EQ(dead("%go = cmp lt %n, 2 if %go { store %o[0, 0], %x }"), "");
  EXPECT_EQ(dead("%go = cmp lt %n, 2 %r, %s = if %go { %y = add %x, %x yield %x, %y } else { yield %x, %x }\n"
                 "store %o[0, 0], %r"),
            "y");
  EXPECT_EQ(dead("%go = cmp lt %n, 2 if %go { %y = add %x, %x }"), "x go if y");
}

TEST(Liveness, BufferWritesAreLiveIfTheBufferIsReadLive) {
  EXPECT_EQ(dead("%b = alloc : buffer<8x8xf32> %c = alloc : buffer<8x8xf32>\n"
                 "write %b[0, 0], %x write %c[0, 0], %x\n"
                 "%y = read %b[0, 0] : tile<8x8xf32> %z = read %c[0, 0] : tile<8x8xf32> store %o[0, 0], %y"),
            "c write z");
}

TEST(Liveness, TheConditionOfALiveWhileIsLive) {
  EXPECT_EQ(dead("%r, %q = while carry (%c = %n, %d = %x) { %go = cmp lt %c, 9 condition %go }\n"
                 "do { %e = add %c, 1 %f = add %d, %d yield %e, %f }\n"
                 "store %o[%r, 0], %x"),
            "f");
}

TEST(Liveness, CountsLeaveOutTerminators) {
  const LiveCount count = count_live(program_of("%y = add %x, %x for %k = 0 to %n { store %o[0, 0], %x }"));
  EXPECT_EQ(count.all, 4);
  EXPECT_EQ(count.live, 3);
  EXPECT_DOUBLE_EQ(count.share(), 0.75);
}

}  // namespace
}  // namespace tilefuzz::ir
