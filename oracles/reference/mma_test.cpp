#include <gmock/gmock.h>

#include <cmath>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

// a[2,4] . b[4,2] + 1, in the given types.
Evaluation product(const std::string& element, const std::string& accumulator, const std::vector<double>& a,
                   const std::vector<double>& b, const std::string& flags = "") {
  const std::string text =
      kernel("%ta: tensor<" + element + ", [2, 4]>, %tb: tensor<" + element + ", [4, 2]>, %out: tensor<" +
                 accumulator + ", [2, 2]>",
             "  %a = load %ta[0, 0] : tile<2x4x" + element + ">\n  %b = load %tb[0, 0] : tile<4x2x" +
                 element + ">\n  %c = constant " + (accumulator == "i32" ? "1" : "1.0") + " : tile<2x2x" +
                 accumulator + ">\n  %d = mma %a, %b, %c" + flags + "\n  store %out[0, 0], %d");
  const ir::Program program = program_of(text);
  Evaluation out;
  out.run = run(program, {}, with_contents(program, {a, b}));
  out.r = values(out.run, 2);
  return out;
}

const std::vector<double> kA = {1, 2, 3, 4, -1, 0, 2, 1};
const std::vector<double> kB = {1, 0, 2, 1, 0, 1, -1, 3};

TEST(Mma, EveryElement) {
  const auto expected = ElementsAre(2, 18, -1, 6);
  for (const auto& [element, accumulator] :
       std::vector<std::pair<std::string, std::string>>{{"f16", "f32"},
                                                        {"f16", "f16"},
                                                        {"bf16", "f32"},
                                                        {"tf32", "f32"},
                                                        {"f64", "f64"},
                                                        {"f8e4m3", "f32"},
                                                        {"f8e5m2", "f32"},
                                                        {"i8", "i32"}}) {
    const Evaluation got = product(element, accumulator, kA, kB);
    EXPECT_EQ(trap_of(got.run), "none") << element;
    EXPECT_THAT(got.r, expected) << element << " into " << accumulator;
  }
  EXPECT_THAT(product("f32", "f32", kA, kB, " precision ieee").r, expected);
  EXPECT_THAT(product("f32", "f32", kA, kB, " precision tf32").r, expected);
}

// Every pattern of the narrow formats as the left operand of 1 x 1 x 1.
TEST(Mma, OperandsAreDecodedExactly) {
  for (const auto& [element, low] : std::vector<std::pair<ir::Element, std::string>>{
           {ir::Element::f16, "f16"}, {ir::Element::bf16, "bf16"}, {ir::Element::f8e4m3, "f8e4m3"}}) {
    const std::string text =
        kernel("%ta: tensor<" + low + ", [64, 1]>, %out: tensor<f32, [64, 1]>",
               "  %a = load %ta[0, 0] : tile<64x1x" + low + ">\n  %b = constant 1.0 : tile<1x1x" + low +
                   ">\n  %c = constant 0.0 : tile<64x1xf32>\n  %d = mma %a, %b, %c\n  store %out[0, 0], %d");
    const ir::Program program = program_of(text);
    const std::uint64_t step = numeric::bit_width(element) == 8 ? 4 : 1021;
    Options options;
    options.inputs.emplace();
    options.inputs->params.resize(2);
    for (std::uint64_t i = 0; i < 64; ++i) options.inputs->params[0].contents.push_back(i * step);
    const auto got = values(run(program, {}, options), 1);
    for (std::uint64_t i = 0; i < 64; ++i) {
      const double expected = numeric::decode(element, i * step);
      EXPECT_TRUE(got[i] == expected || (std::isnan(got[i]) && std::isnan(expected)))
          << low << " " << i * step;
    }
  }
}

TEST(Mma, SignOfBytes) {
  const std::vector<double> a = {-1, 0, 0, 0, 0, 0, 0, 0}, b = {2, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(product("i8", "i32", a, b).r[0], -1);
  EXPECT_EQ(product("i8", "i32", a, b, " unsigned_a").r[0], 511);
  EXPECT_EQ(product("i8", "i32", b, a, " unsigned_b").r[0], 511);
}

TEST(Mma, BatchesAreApart) {
  const std::string text =
      kernel("%ta: tensor<f16, [2, 1, 2]>, %tb: tensor<f16, [2, 2, 1]>, %out: tensor<f32, [2, 1, 1]>",
             "  %a = load %ta[0, 0, 0] : tile<2x1x2xf16>\n"
             "  %b = load %tb[0, 0, 0] : tile<2x2x1xf16>\n"
             "  %c = constant 0.0 : tile<2x1x1xf32>\n"
             "  %d = mma %a, %b, %c\n  store %out[0, 0, 0], %d");
  const ir::Program program = program_of(text);
  EXPECT_THAT(values(run(program, {}, with_contents(program, {{1, 2, 3, 4}, {5, 6, 7, 8}})), 2),
              ElementsAre(17, 53));
}

TEST(Mma, PoisonSpreadsToRowAndColumn) {
  // Of a padless load the second row is out of range; rows of the product are stored one by one.
  const auto row = [](const char* slice, bool left) {
    const std::string text =
        kernel("%t: tensor<f16, [1, 2]>, %out: tensor<f32, [1, 2]>",
               std::string("  %good = constant 1.0 : tile<2x2xf16>\n  %bad = load %t[0, 0] : tile<2x2xf16>\n"
                           "  %c = constant 0.0 : tile<2x2xf32>\n") +
                   (left ? "  %d = mma %bad, %good, %c\n"
                         : "  %p = permute %bad [1, 0]\n  %d = mma %good, %p, %c\n") +
                   "  %r = extract %d[" + slice + "] : tile<1x1xf32>\n  store %out[0, 0], %r");
    return trap_of(run_text(text));
  };
  EXPECT_EQ(row("0, 0", true), "none");
  EXPECT_EQ(row("0, 1", true), "none");
  EXPECT_EQ(row("1, 0", true), "poison.stored");
  EXPECT_EQ(row("1, 0", false), "none");
  EXPECT_EQ(row("0, 1", false), "poison.stored");
}

struct SparseRun {
  RunResult result;
  std::vector<double> r;
};
SparseRun sparse(const std::string& pattern, const std::string& element, const std::string& accumulator,
                 const std::vector<double>& a, const std::vector<double>& b) {
  const std::string text =
      kernel("%ta: sparse_tensor<" + pattern + ", " + element + ", [1, 4]>, %tb: tensor<" + element +
                 ", [4, 1]>, %out: tensor<" + accumulator + ", [1, 1]>",
             "  %a = load %ta[0, 0] : sparse<" + pattern + ", 1x4x" + element +
                 ">\n  %b = load %tb[0, 0] : tile<4x1x" + element + ">\n  %c = constant " +
                 (accumulator == "i32" ? "0" : "0.0") + " : tile<1x1x" + accumulator +
                 ">\n  %d = mma %a, %b, %c\n  store %out[0, 0], %d");
  const ir::Program program = program_of(text);
  SparseRun out{run(program, {}, with_contents(program, {a, b})), {}};
  out.r = values(out.result, 2);
  return out;
}

TEST(SparseMma, LeftOperand) {
  EXPECT_THAT(sparse("2:4", "f16", "f32", {0, 3, 0, 5}, {1, 10, 100, 1000}).r, ElementsAre(5030));
  EXPECT_THAT(sparse("2:4", "i8", "i32", {7, 0, -2, 0}, {1, 2, 3, 4}).r, ElementsAre(1));
  EXPECT_THAT(sparse("1:2", "tf32", "f32", {7, 0, 0, 2}, {1, 2, 3, 4}).r, ElementsAre(15));
}

TEST(SparseMma, AbsentElementsMustMeetFiniteOnes) {
  // Stored are 1 and 3: 0 and 2 are absent.
  EXPECT_EQ(trap_of(sparse("2:4", "f16", "f32", {0, 3, 0, 5}, {INFINITY, 1, 1, 1}).result),
            "sparse.not-finite");
  EXPECT_EQ(trap_of(sparse("2:4", "f16", "f32", {0, 3, 0, 5}, {1, 1, NAN, 1}).result), "sparse.not-finite");
  const SparseRun stored = sparse("2:4", "f16", "f32", {0, 3, 0, 5}, {1, INFINITY, 1, 1});
  EXPECT_EQ(trap_of(stored.result), "none");
  EXPECT_EQ(stored.r[0], INFINITY);
  // A group with one element that is not zero stores a zero beside it, at the lowest free position.
  const SparseRun zero = sparse("2:4", "f16", "f32", {0, 0, 0, 5}, {INFINITY, 1, 1, 1});
  EXPECT_EQ(trap_of(zero.result), "none");
  EXPECT_TRUE(std::isnan(zero.r[0]));
}

TEST(SparseMma, DefaultInputsAreLegalPatterns) {
  const RunResult result = run_text(
      kernel("%ta: sparse_tensor<2:4, f16, [16, 32]>, %out: tensor<f32, [16, 16]>",
             "  %a = load %ta[0, 0] : sparse<2:4, 16x32xf16>\n  %b = constant 1.0 : tile<32x16xf16>\n"
             "  %c = constant 0.0 : tile<16x16xf32>\n  %d = mma %a, %b, %c\n  store %out[0, 0], %d"));
  ASSERT_EQ(trap_of(result), "none");
  const auto contents = result.memory->contents(0);
  bool first_stored = false, first_absent = false;
  for (std::size_t group = 0; group < contents.marks.size(); group += 4) {
    int absent = 0;
    for (std::size_t i = 0; i < 4; ++i) absent += (contents.marks[group + i] & kAbsent) != 0 ? 1 : 0;
    EXPECT_EQ(absent, 2) << "group at " << group;
    ((contents.marks[group] & kAbsent) != 0 ? first_absent : first_stored) = true;
  }
  EXPECT_TRUE(first_stored && first_absent);
}

TEST(MmaScaled, ScalesBlocksOfK) {
  const std::string text = kernel(
      "%ta: tensor<f8e4m3, [1, 64]>, %sa: tensor<f8e8m0, [1, 2]>, %tb: tensor<f8e4m3, [64, 1]>, "
      "%sb: tensor<f8e8m0, [2, 1]>, %out: tensor<f32, [1, 1]>",
      "  %a = load %ta[0, 0] : tile<1x64xf8e4m3>\n  %as = load %sa[0, 0] : tile<1x2xf8e8m0>\n"
      "  %b = load %tb[0, 0] : tile<64x1xf8e4m3>\n  %bs = load %sb[0, 0] : tile<2x1xf8e8m0>\n"
      "  %c = constant 0.0 : tile<1x1xf32>\n  %d = mma_scaled %a, %as, %b, %bs, %c\n  store %out[0, 0], %d");
  const ir::Program program = program_of(text);
  const std::vector<double> ones(64, 1);
  const RunResult result = run(program, {}, with_contents(program, {ones, {1, 4}, ones, {1, 0.5}}));
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 4), ElementsAre(32 + 32 * 2));
}

}  // namespace
}  // namespace tilefuzz::reference::test
