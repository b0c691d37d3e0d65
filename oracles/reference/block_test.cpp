#include <gmock/gmock.h>

#include <cmath>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

// Two blocks; %p is the block's number.
std::string two_blocks(const std::string& body, const std::string& params = "%t: tensor<i32, [4]>") {
  return kernel(params, "  %p = program_id 0\n" + body, "grid [2]");
}

TEST(CrossBlock, EachElementHasOneWriter) {
  const std::string value = "  %v = constant 1 : tile<2xi32>\n";
  EXPECT_EQ(trap_of(run_text(two_blocks(value + "  store %t[%p], %v"))), "none");
  EXPECT_EQ(trap_of(run_text(two_blocks(value + "  store %t[0], %v"))), "cross-block");
}

TEST(CrossBlock, OnlyTheWriterReads) {
  const std::string own = "  %x = load %t[%p] : tile<2xi32>\n  store %t[%p], %x\n";
  EXPECT_EQ(trap_of(run_text(two_blocks(own))), "none");
  EXPECT_EQ(trap_of(run_text(two_blocks(own + "  %y = load %t[0] : tile<2xi32>"))), "cross-block");
  // Block 0 reads what block 1 writes later.
  EXPECT_EQ(trap_of(run_text(two_blocks("  %y = load %t[1] : tile<2xi32>\n" + own))), "cross-block");
  EXPECT_EQ(trap_of(run_text(two_blocks("  %y = load %t[1] : tile<2xi32>\n  %z = load %t[0] : tile<2xi32>"))),
            "none");
}

TEST(Atomic, EveryKind) {
  const auto after = [](const std::string& statement) {
    const std::string text = kernel("%t: tensor<i32, [2]>, %old: tensor<i32, [2]>",
                                    "  %i = iota 0 : tile<2xi32>\n  %v = constant [6, -3] : tile<2xi32>\n"
                                    "  %e = constant [5, 0] : tile<2xi32>\n  %o = atomic " +
                                        statement + "\n  store %old[0], %o");
    const ir::Program program = program_of(text);
    const RunResult result = run(program, {}, with_contents(program, {{5, 1}, {0, 0}}));
    EXPECT_EQ(trap_of(result), "none") << statement;
    EXPECT_THAT(values(result, 1), ElementsAre(5, 1)) << statement;
    return values(result, 0);
  };
  EXPECT_THAT(after("add %t[%i], %v"), ElementsAre(11, -2));
  EXPECT_THAT(after("min %t[%i], %v"), ElementsAre(5, -3));
  EXPECT_THAT(after("min %t[%i], %v unsigned"), ElementsAre(5, 1));
  EXPECT_THAT(after("max %t[%i], %v"), ElementsAre(6, 1));
  EXPECT_THAT(after("and %t[%i], %v"), ElementsAre(4, 1));
  EXPECT_THAT(after("or %t[%i], %v"), ElementsAre(7, -3));
  EXPECT_THAT(after("xor %t[%i], %v"), ElementsAre(3, -4));
  EXPECT_THAT(after("xchg %t[%i], %v"), ElementsAre(6, -3));
  EXPECT_THAT(after("cas %t[%i], %v expected %e"), ElementsAre(6, 1));
}

TEST(Atomic, WhatDoesNotCommuteNeedsOneLane) {
  const auto lanes = [](const std::string& index, const std::string& statement, const std::string& element) {
    const bool is_float = element == "f32";
    return trap_of(
        run_text(kernel("%t: tensor<" + element + ", [2]>, %u: tensor<" + element + ", [2]>",
                        "  %i = constant " + index + " : tile<2xi32>\n  %v = constant " +
                            (is_float ? "1.0" : "1") + " : tile<2x" + element + ">\n  " + statement)));
  };
  EXPECT_EQ(lanes("[1, 1]", "atomic add %t[%i], %v", "i32"), "none");
  EXPECT_EQ(lanes("[1, 1]", "atomic xchg %t[%i], %v", "i32"), "atomic.lanes");
  EXPECT_EQ(lanes("[0, 1]", "atomic xchg %t[%i], %v", "i32"), "none");
  EXPECT_EQ(lanes("[1, 1]", "%o = atomic add %t[%i], %v\n  store %u[0], %o", "i32"), "atomic.lanes");
  EXPECT_EQ(lanes("[0, 1]", "%o = atomic add %t[%i], %v\n  store %u[0], %o", "i32"), "none");
  EXPECT_EQ(lanes("[1, 1]", "atomic add %t[%i], %v", "f32"), "atomic.lanes");
  EXPECT_EQ(lanes("[0, 1]", "atomic add %t[%i], %v", "f32"), "none");
}

TEST(Atomic, AcrossBlocks) {
  const std::string shared = "  %v = constant 1 : tile<1xi32>\n  atomic add %t[0], %v\n";
  const RunResult sum = run_text(two_blocks(shared));
  EXPECT_EQ(trap_of(sum), "none");
  EXPECT_EQ(trap_of(run_text(two_blocks("  %v = constant 1 : tile<1xi32>\n  atomic xchg %t[0], %v"))),
            "cross-block");
  EXPECT_EQ(trap_of(run_text(two_blocks("  %v = constant 1 : tile<1xi32>\n  atomic xchg %t[%p], %v"))),
            "none");
  // Two kinds on one element, or a kind and a load, depend on the order of blocks.
  EXPECT_EQ(trap_of(run_text(two_blocks(shared + "  atomic max %t[0], %v"))), "cross-block");
  EXPECT_EQ(trap_of(run_text(two_blocks(shared + "  %x = load %t[0] : tile<1xi32>"))), "cross-block");
  EXPECT_EQ(trap_of(run_text(two_blocks(shared + "  %x = load %t[1] : tile<1xi32>"))), "none");
}

TEST(Atomic, NanAndPoisonTrap) {
  const auto with = [](double memory, const std::string& value) {
    const std::string text =
        kernel("%t: tensor<f32, [1]>", "  %v = " + value + " : tile<1xf32>\n  atomic add %t[0], %v");
    const ir::Program program = program_of(text);
    return trap_of(run(program, {}, with_contents(program, {{memory}})));
  };
  EXPECT_EQ(with(1, "constant 1.0"), "none");
  EXPECT_EQ(with(NAN, "constant 1.0"), "unspecified-bits");
  EXPECT_EQ(with(1, "constant nan"), "unspecified-bits");
  EXPECT_EQ(with(1, "load %t[1]"), "poison.stored");
}

TEST(Buffer, ReadsWhatWasWritten) {
  const RunResult result = run_text(
      kernel("%out: tensor<i32, [2, 3]>",
             "  %b = alloc : buffer<4x4xi32>\n  %v = constant [1, 2, 3, 4, 5, 6] : tile<2x3xi32>\n"
             "  write %b[0, 0], %v\n  write %b[1, 1], %v\n  %x = read %b[1, 0] : tile<2x3xi32>\n"
             "  %z = constant 9 : tile<2x3xi32>\n  %e = constant 0 : tile<2x1xi32>\n  write %b[1, 0], %e\n"
             "  write %b[2, 0], %e\n"
             "  %y = read %b[1, 0] : tile<2x3xi32>\n  store %out[0, 0], %y"));
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 0), ElementsAre(0, 1, 2, 0, 4, 5));
}

TEST(Buffer, UnwrittenElementsArePoison) {
  const auto read = [](const std::string& offset) {
    return trap_of(run_text(kernel("%out: tensor<i32, [2]>",
                                   "  %b = alloc : buffer<4xi32>\n  %v = constant 1 : tile<2xi32>\n"
                                   "  write %b[1], %v\n  %x = read %b[" +
                                       offset + "] : tile<2xi32>\n  store %out[0], %x")));
  };
  EXPECT_EQ(read("1"), "none");
  EXPECT_EQ(read("2"), "poison.stored");
}

TEST(Buffer, WindowsStayInside) {
  const auto at = [](const std::string& n, const std::string& statement) {
    return trap_of(run_text(
        kernel("%n: i32", "  %b = alloc : buffer<4xi32>\n  %v = constant 1 : tile<2xi32>\n  " + statement,
               "grid [1] launch {%n = " + n + "}")));
  };
  for (const char* statement : {"write %b[%n], %v", "%x = read %b[%n] : tile<2xi32>"}) {
    EXPECT_EQ(at("2", statement), "none");
    EXPECT_EQ(at("3", statement), "buffer.range");
    EXPECT_EQ(at("-1", statement), "buffer.range");
  }
}

std::vector<Trap> notes(const std::string& before, const std::string& body, const std::string& hint) {
  const RunResult result = run_text(
      kernel("%out: tensor<i32, [2]>", "  %b = alloc : buffer<4xi32>\n  %v = constant 1 : tile<2xi32>\n" +
                                           before + "  for %i = 0 to 3" + hint + " {\n" + body + "  }"));
  EXPECT_EQ(trap_of(result), "none");
  return result.notes;
}

TEST(Buffer, PipelinedLoopsReadTheirOwnIteration) {
  const std::string write = "    write %b[0], %v\n",
                    read = "    %x = read %b[0] : tile<2xi32>\n    store %out[0], %x\n";
  const std::string init = "  write %b[0], %v\n";
  EXPECT_THAT(notes("", write + read, " hint {stages = 2}"), testing::IsEmpty());
  const auto carried = notes(init, read + write, " hint {stages = 2}");
  ASSERT_EQ(carried.size(), 1u);
  EXPECT_EQ(name(carried[0].kind), "buffer.carried");
  EXPECT_THAT(notes(init, read + write, ""), testing::IsEmpty());
  // A buffer that the loop does not write is no carried one.
  EXPECT_THAT(notes(init, read, " hint {stages = 2}"), testing::IsEmpty());
  // Other elements of the same buffer count.
  EXPECT_EQ(notes(init, "    write %b[2], %v\n" + read, " hint {stages = 2}").size(), 1u);
}

}  // namespace
}  // namespace tilefuzz::reference::test
