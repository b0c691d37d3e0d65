#include <gmock/gmock.h>

#include <cmath>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

RunResult run_with(const std::string& text, const std::vector<std::vector<double>>& contents) {
  const ir::Program program = program_of(text);
  return run(program, program.launches.empty() ? ir::Launch{} : program.launches.front(),
             with_contents(program, contents));
}

TEST(Load, TilesOffsetsAndPadding) {
  const std::vector<double> nine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const auto load = [&](const std::string& how) {
    return values(run_with(kernel("%t: tensor<f32, [3, 3]>, %out: tensor<f32, [2, 2]>",
                                  "  %x = load %t" + how + " : tile<2x2xf32>\n  store %out[0, 0], %x"),
                           {nine}),
                  1);
  };
  EXPECT_THAT(load("[0, 0]"), ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(load("[1, 0] pad zero"), ElementsAre(7, 8, 0, 0));
  EXPECT_THAT(load("[1, 1] pad inf"), ElementsAre(9, INFINITY, INFINITY, INFINITY));
  EXPECT_THAT(load(" at [1, 1]"), ElementsAre(5, 6, 8, 9));
  EXPECT_THAT(load(" at [-1, 0] pad neg_inf"), ElementsAre(-INFINITY, -INFINITY, 1, 2));
}

TEST(Load, UnpaddedElementsOutOfRangeArePoison) {
  const auto corner = [](const std::string& slice) {
    return trap_of(run_text(kernel("%t: tensor<f32, [3, 3]>, %out: tensor<f32, [1, 1]>",
                                   "  %x = load %t[1, 1] : tile<2x2xf32>\n  %y = extract %x[" + slice +
                                       "] : tile<1x1xf32>\n  store %out[0, 0], %y")));
  };
  EXPECT_EQ(corner("0, 0"), "none");
  EXPECT_EQ(corner("0, 1"), "poison.stored");
}

TEST(Store, DropsWhatIsOutOfRange) {
  const RunResult result = run_with(
      kernel("%out: tensor<f32, [3, 3]>", "  %x = constant 7.0 : tile<2x2xf32>\n  store %out[1, 1], %x"),
      {{1, 2, 3, 4, 5, 6, 7, 8, 9}});
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 0), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 7));
}

TEST(Access, SqueezeDropsLeadingAxes) {
  const RunResult result =
      run_with(kernel("%t: tensor<f32, [2, 2, 2]>, %out: tensor<f32, [2, 2, 2]>",
                      "  %x = load %t[1, 0, 0] squeeze : tile<2x2xf32>\n  store %out[0, 0, 0], %x squeeze"),
               {{1, 2, 3, 4, 5, 6, 7, 8}, {0, 0, 0, 0, 0, 0, 0, 0}});
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 1), ElementsAre(5, 6, 7, 8, 0, 0, 0, 0));
}

TEST(Access, StridesOfTheLaunch) {
  const std::string text =
      kernel("%t: tensor<i32, [2, 2], [?, 1]>, %out: tensor<i32, [2, 2], [1, ?]>",
             "  %x = load %t[0, 0] : tile<2x2xi32>\n  store %out[0, 0], %x",
             "grid [1] launch {%t = [2, 2] strides [5, 1], %out = [2, 2] strides [1, 2]}");
  const RunResult result = run_with(text, {{1, 2, 3, 4}});
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 1), ElementsAre(1, 2, 3, 4));
}

TEST(Access, OffsetsFitI32) {
  const auto at = [](const std::string& index) {
    return trap_of(run_text(kernel("%t: tensor<i32, [4]>, %n: i32, %out: tensor<i32, [4]>",
                                   "  %x = load %t[%n] pad zero : tile<4xi32>\n  store %out[0], %x",
                                   "grid [1] launch {%n = " + index + "}")));
  };
  EXPECT_EQ(at("536870910"), "none");
  EXPECT_EQ(at("536870912"), "offset.range");
  // The verifier refuses such launch rows already, so this one comes without it.
  const auto stride = [](const std::string& value) {
    const auto parsed = ir::parse(kernel("%t: tensor<i8, [2, 1], [?, 1]>, %out: tensor<i8, [2, 1]>",
                                         "  %x = load %t[0, 0] : tile<2x1xi8>\n  store %out[0, 0], %x",
                                         "grid [1] launch {%t = [2, 1] strides [" + value + ", 1]}"));
    EXPECT_TRUE(parsed.ok());
    return trap_of(run(parsed.program, parsed.program.launches.front()));
  };
  EXPECT_EQ(stride("2147483647"), "none");
  EXPECT_EQ(stride("2147483648"), "offset.range");
}

TEST(Access, OverlappingStoresConflict) {
  const auto store = [](const std::string& stride) {
    return trap_of(run_text(kernel("%out: tensor<i32, [2, 2], [?, 1]>",
                                   "  %x = constant 1 : tile<2x2xi32>\n  store %out[0, 0], %x",
                                   "grid [1] launch {%out = [2, 2] strides [" + stride + ", 1]}")));
  };
  EXPECT_EQ(store("2"), "none");
  EXPECT_EQ(store("1"), "scatter.conflict");
}

std::string gather(const std::string& tail) {
  return kernel("%t: tensor<i32, [4]>, %i: tensor<i32, [3]>, %m: tensor<i1, [3]>, %out: tensor<i32, [3]>",
                "  %x = load %i[0] : tile<3xi32>\n  %k = load %m[0] : tile<3xi1>\n  %g = gather %t[%x]" +
                    tail + " : tile<3xi32>\n  store %out[0], %g");
}

TEST(Gather, MaskAndFill) {
  const std::vector<double> table = {10, 20, 30, 40};
  EXPECT_THAT(values(run_with(gather(""), {table, {3, 0, 3}, {1, 1, 1}}), 3), ElementsAre(40, 10, 40));
  EXPECT_THAT(values(run_with(gather(" mask %k fill 9"), {table, {3, 77, 2}, {1, 0, 1}}), 3),
              ElementsAre(40, 9, 30));
  EXPECT_EQ(trap_of(run_with(gather(" mask %k"), {table, {3, 77, 2}, {1, 0, 1}})), "poison.stored");
  EXPECT_EQ(trap_of(run_with(gather(" mask %k"), {table, {3, 1, 2}, {1, 1, 1}})), "none");
  EXPECT_EQ(trap_of(run_with(gather(""), {table, {3, 4, 2}, {1, 1, 1}})), "index.range");
  EXPECT_EQ(trap_of(run_with(gather(""), {table, {3, -1, 2}, {1, 1, 1}})), "index.range");
}

TEST(Gather, DefaultInputsAreInRange) { EXPECT_EQ(trap_of(run_text(gather(""))), "none"); }

TEST(Gather, PoisonMasksAndIndicesTrap) {
  const auto with = [](const std::string& shape, const std::string& bad_mask, const std::string& bad_index) {
    return trap_of(run_text(
        kernel("%t: tensor<i32, [4]>, %i: tensor<i32, [" + shape + "]>, %m: tensor<i1, [" + shape + "]>",
               "  %x = load %i[0]" + bad_index + " : tile<2xi32>\n  %k = load %m[0]" + bad_mask +
                   " : tile<2xi1>\n  %g = gather %t[%x] mask %k fill 0 : tile<2xi32>\n  store %t[0], %g")));
  };
  EXPECT_EQ(with("1", "", " pad zero"), "poison.mask");
  EXPECT_EQ(with("1", " pad zero", ""), "none");  // lane 1 is off
  EXPECT_EQ(with("2", "", ""), "none");
  const std::string unmasked = kernel("%t: tensor<i32, [4]>, %i: tensor<i32, [1]>",
                                      "  %x = load %i[0] : tile<2xi32>\n  %g = gather %t[%x] : tile<2xi32>\n"
                                      "  store %t[0], %g");
  EXPECT_EQ(trap_of(run_text(unmasked)), "poison.index");
}

std::string scatter(const std::string& tail) {
  return kernel("%i: tensor<i32, [3]>, %m: tensor<i1, [3]>, %out: tensor<i32, [4]>",
                "  %x = load %i[0] : tile<3xi32>\n  %k = load %m[0] : tile<3xi1>\n"
                "  %v = constant [7, 8, 9] : tile<3xi32>\n  scatter %out[%x], %v" +
                    tail);
}

TEST(Scatter, WritesAndConflicts) {
  const std::vector<double> zeros = {0, 0, 0, 0};
  EXPECT_THAT(values(run_with(scatter(""), {{2, 0, 3}, {1, 1, 1}, zeros}), 2), ElementsAre(8, 0, 7, 9));
  EXPECT_THAT(values(run_with(scatter(" mask %k"), {{2, 2, 3}, {1, 0, 1}, zeros}), 2),
              ElementsAre(0, 0, 7, 9));
  EXPECT_EQ(trap_of(run_with(scatter(""), {{2, 2, 3}, {1, 0, 1}, zeros})), "scatter.conflict");
  EXPECT_EQ(trap_of(run_with(scatter(""), {{2, 4, 3}, {1, 0, 1}, zeros})), "index.range");
  EXPECT_EQ(trap_of(run_text(scatter(""))), "none");  // default indices are distinct
}

TEST(Scatter, IndicesBroadcast) {
  const RunResult result =
      run_text(kernel("%out: tensor<i32, [2, 3]>",
                      "  %r = iota 0 : tile<2x1xi32>\n  %c = iota 1 : tile<1x3xi32>\n"
                      "  %v = constant [1, 2, 3, 4, 5, 6] : tile<2x3xi32>\n  scatter %out[%r, %c], %v"));
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_THAT(values(result, 0), ElementsAre(1, 2, 3, 4, 5, 6));
}

}  // namespace
}  // namespace tilefuzz::reference::test
