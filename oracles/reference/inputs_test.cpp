#include "oracles/reference/inputs.h"

#include <gmock/gmock.h>

#include <set>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

const char* kCopy = "  %x = load %t[0] : tile<64xELEMENT>\n  store %out[0], %x";

std::vector<double> contents(const std::string& element, const Options& options = {}) {
  std::string body = kCopy;
  body.replace(body.find("ELEMENT"), 7, element);
  return values(
      run_text(kernel("%t: tensor<" + element + ", [64]>, %out: tensor<" + element + ", [64]>", body),
               options),
      1);
}

TEST(Inputs, DefaultsAreSmallWholeNumbers) {
  for (const char* element : {"i8", "i32", "i64", "f16", "bf16", "f32", "f64", "f8e4m3", "f8e5m2"}) {
    std::set<double> seen;
    for (const double value : contents(element)) {
      EXPECT_EQ(value, std::floor(value)) << element;
      EXPECT_LE(std::abs(value), 4) << element;
      seen.insert(value);
    }
    EXPECT_GT(seen.size(), 6u) << element;
  }
}

TEST(Inputs, TheSeedDecides) {
  Options two;
  two.seed = 2;
  EXPECT_EQ(contents("f32"), contents("f32"));
  EXPECT_NE(contents("f32"), contents("f32", two));
}

TEST(Inputs, RangeMultipleAndExponent) {
  Options options;
  options.inputs.emplace();
  options.inputs->params.resize(2);
  ParamInput& input = options.inputs->params[0];
  input.low = 1;
  input.high = 3;
  input.multiple = 5;
  input.exponent = -1;
  std::set<double> seen;
  for (const double value : contents("f32", options)) seen.insert(value);
  EXPECT_THAT(seen, testing::ElementsAre(2.5, 5, 7.5));
}

TEST(Inputs, DistinctIsAPermutation) {
  Options options;
  options.inputs.emplace();
  options.inputs->params.resize(2);
  options.inputs->params[0].low = 10;
  options.inputs->params[0].high = 73;
  options.inputs->params[0].distinct = true;
  const auto got = contents("i32", options);
  const std::set<double> seen(got.begin(), got.end());
  EXPECT_EQ(seen.size(), 64u);
  EXPECT_EQ(*seen.begin(), 10);
  EXPECT_EQ(*seen.rbegin(), 73);
}

TEST(Inputs, BytesAreWhatADeviceHolds) {
  const RunResult result = run_text(kernel("%a: tensor<i16, [3]> alias 0, %b: tensor<i16, [?]> alias 0",
                                           "  %v = constant [1, -2] : tile<2xi16>\n  store %b[0], %v",
                                           "grid [1] launch {%b = [2] offset 2}"));
  ASSERT_EQ(trap_of(result), "none");
  const auto bytes = result.memory->bytes(0);
  ASSERT_EQ(bytes.size(), 6u);
  EXPECT_THAT(std::vector<int>(bytes.begin() + 2, bytes.end()), testing::ElementsAre(1, 0, 0xfe, 0xff));
}

TEST(Inputs, SparseContentsAreCompressed) {
  Options options;
  options.inputs.emplace();
  options.inputs->params.resize(1);
  options.inputs->params[0].contents = {0, 5, 0, 6, 7, 0, 0, 0};
  const RunResult result = run_text(kernel("%a: sparse_tensor<2:4, i8, [1, 8]>", ""), options);
  ASSERT_EQ(trap_of(result), "none");
  const numeric::SparseMatrix sparse = result.memory->sparse_contents(0);
  EXPECT_TRUE(numeric::check(sparse));
  EXPECT_THAT(sparse.values, testing::ElementsAre(5, 6, 7, 0));
  EXPECT_THAT(sparse.masks, testing::ElementsAre(0b1010, 0b0011));
}

TEST(DefaultInputs, AssumedRangesHold) {
  const RunResult result =
      run_text(kernel("%t: tensor<i32, [64]>",
                      "  %x = load %t[0] : tile<64xi32>\n  %y = assume %x multiple 8 from 16 to 64"));
  EXPECT_EQ(trap_of(result), "none");
}

TEST(DefaultInputs, UnsignedParametersAreNotNegative) {
  const RunResult result = run_text(kernel("%t: tensor<u8, [64]>", "  %x = load %t[0] : tile<64xi8>"));
  ASSERT_EQ(trap_of(result), "none");
  for (const double value : values(result, 0)) EXPECT_GE(value, 0);
}

}  // namespace
}  // namespace tilefuzz::reference::test
