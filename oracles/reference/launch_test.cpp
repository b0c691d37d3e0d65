#include "oracles/reference/launch.h"

#include <gmock/gmock.h>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

// A program's launch facts are the verifier's business too, so these come without it.
std::string resolved(const std::string& params, const std::string& head,
                     std::array<std::int64_t, 3>* grid = nullptr) {
  const auto parsed = ir::parse(kernel(params, "", head));
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test");
  const auto& launches = parsed.program.launches;
  const auto setup = resolve(parsed.program, launches.empty() ? ir::Launch{} : launches.front());
  if (setup && grid) *grid = setup->grid;
  return setup ? "none" : std::string(name(setup.error().kind));
}

TEST(Launch, NamesHaveOneValue) {
  const std::string params = "%a: tensor<f32, [?M, ?K]>, %b: tensor<f32, [?K, ?M]>";
  std::array<std::int64_t, 3> grid{};
  EXPECT_EQ(resolved(params, "grid [ceildiv(?M, 4), ?K] launch {%a = [10, 3], %b = [3, 10]}", &grid), "none");
  EXPECT_EQ(grid[0], 3);
  EXPECT_EQ(grid[1], 3);
  EXPECT_EQ(resolved(params, "grid [1] launch {%a = [10, 3], %b = [4, 10]}"), "launch.incomplete");
  EXPECT_EQ(resolved(params, "grid [1] launch {%a = [10, 3]}"), "none");
  EXPECT_EQ(resolved("%a: tensor<f32, [?, ?]>", "grid [1]"), "launch.incomplete");
  EXPECT_EQ(resolved("%n: i32", "grid [1]"), "launch.incomplete");
  EXPECT_EQ(resolved("%n: i32", "grid [1] launch {%n = 4}"), "none");
}

TEST(Launch, FactsHold) {
  EXPECT_EQ(resolved("%a: tensor<f32, [?*4]>", "grid [1] launch {%a = [8]}"), "none");
  EXPECT_EQ(resolved("%a: tensor<f32, [?*4]>", "grid [1] launch {%a = [6]}"), "fact.false");
  EXPECT_EQ(resolved("%a: tensor<f32, [?, ?], [?*4, 1]>", "grid [1] launch {%a = [2, 3] strides [4, 1]}"),
            "none");
  EXPECT_EQ(resolved("%a: tensor<f32, [?, ?], [?*4, 1]>", "grid [1] launch {%a = [2, 3] strides [3, 1]}"),
            "fact.false");
  EXPECT_EQ(resolved("%a: tensor<f32, [?, ?], [?*4, 1]>", "grid [1] launch {%a = [2, 3]}"), "fact.false");
  const std::string aligned = "%a: tensor<f32, [?]> align 16 alias 0";
  EXPECT_EQ(resolved(aligned, "grid [1] launch {%a = [8] offset 32}"), "none");
  EXPECT_EQ(resolved(aligned, "grid [1] launch {%a = [8] offset 8}"), "fact.false");
  EXPECT_EQ(resolved("%a: tensor<f32, [?]> alias 0", "grid [1] launch {%a = [8] offset 2}"), "launch.range");
}

TEST(Launch, GridsAreInRange) {
  EXPECT_EQ(resolved("%a: tensor<f32, [?M]>", "grid [?M] launch {%a = [0]}"), "launch.range");
  EXPECT_EQ(resolved("%a: tensor<f32, [?M]>", "grid [1, ?M] launch {%a = [65536]}"), "launch.range");
  EXPECT_EQ(resolved("%a: tensor<f32, [?M]>", "grid [?M] launch {%a = [65536]}"), "none");
}

TEST(Window, NumbersOfPlaces) {
  Window window;
  window.extents = {2, 3};
  window.strides = {4, 1};
  EXPECT_EQ(window.span(), 7);
  EXPECT_EQ(window.number_of(2), 2);
  EXPECT_EQ(window.number_of(3), -1);
  EXPECT_EQ(window.number_of(6), 5);
  window.strides = {1, 2};
  EXPECT_EQ(window.number_of(3), 4);
}

TEST(Alias, WindowsShareMemory) {
  const std::string text = kernel("%a: tensor<i32, [?]> alias 0, %b: tensor<i32, [?]> alias 0 READONLY",
                                  "  %v = constant 5 : tile<2xi32>\n  store %a[STORE], %v",
                                  "grid [1] launch {%a = [6], %b = [2] offset 8}");
  const auto with = [&](const std::string& readonly, const std::string& where) {
    std::string out = text;
    out.replace(out.find("READONLY"), 8, readonly);
    out.replace(out.find("STORE"), 5, where);
    return run_text(out);
  };
  EXPECT_THAT(values(with("", "1"), 1), testing::ElementsAre(5, 5));
  EXPECT_EQ(trap_of(with("readonly", "1")), "readonly.written");
  EXPECT_EQ(trap_of(with("readonly", "0")), "none");
}

}  // namespace
}  // namespace tilefuzz::reference::test
