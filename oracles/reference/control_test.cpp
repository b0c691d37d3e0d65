#include <gmock/gmock.h>

#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

using testing::ElementsAre;

constexpr const char* kOut = "%n: i32, %out: tensor<i32, [1]>";

// Runs statements that compute the i32 scalar %r, with a value for %n.
Evaluation scalar(const std::string& statements, std::int64_t n = 0, const Options& options = {}) {
  const std::string text = kernel(kOut, statements + "\n  %s = reshape %r : tile<1xi32>\n  store %out[0], %s",
                                  "grid [1] launch {%n = " + std::to_string(n) + "}");
  Evaluation out;
  out.run = run_text(text, options);
  out.r = values(out.run, 1);
  return out;
}

const std::string kSum =
    "  %z = constant 0 : i32\n  %r = for %i = LOWER to %n step STEP carry (%s = %z) {\n"
    "    %t = add %s, %i\n    yield %t\n  }";

std::string sum(const std::string& lower, const std::string& step) {
  std::string out = kSum;
  out.replace(out.find("LOWER"), 5, lower);
  out.replace(out.find("STEP"), 4, step);
  return out;
}

TEST(For, CountsAndCarries) {
  EXPECT_THAT(scalar(sum("0", "1"), 5).r, ElementsAre(10));
  EXPECT_THAT(scalar(sum("1", "3"), 8).r, ElementsAre(1 + 4 + 7));
  EXPECT_THAT(scalar(sum("0", "1"), 0).r, ElementsAre(0));
  EXPECT_THAT(scalar(sum("0", "1"), -4).r, ElementsAre(0));
}

TEST(For, StepAndBound) {
  EXPECT_EQ(trap_of(scalar(sum("0", "%n"), 3).run), "none");
  EXPECT_EQ(trap_of(scalar(sum("0", "%n"), 0).run), "loop.step");
  EXPECT_EQ(trap_of(scalar(sum("0", "%n"), -1).run), "loop.step");
  EXPECT_EQ(trap_of(scalar(sum("2147483640", "4"), 2147483643).run), "none");
  EXPECT_EQ(trap_of(scalar(sum("2147483640", "5"), 2147483643).run), "loop.bound");
}

TEST(For, BreakAndContinue) {
  const std::string body =
      "  %z = constant 0 : i32\n  %r = for %i = 0 to 10 carry (%s = %z) {\n"
      "    %stop = cmp ge %i, %n\n"
      "    if %stop {\n      break %s\n    }\n"
      "    %low = rem %i, 2\n    %odd = cmp eq %low, 1\n"
      "    if %odd {\n      continue %s\n    }\n"
      "    %t = add %s, %i\n    yield %t\n  }";
  EXPECT_THAT(scalar(body, 7).r, ElementsAre(0 + 2 + 4 + 6));
  EXPECT_THAT(scalar(body, 100).r, ElementsAre(0 + 2 + 4 + 6 + 8));
}

TEST(If, BranchesAndResults) {
  const std::string body =
      "  %go = cmp gt %n, 3\n  %r = if %go {\n    %a = add %n, 10\n    yield %a\n  } else {\n    yield %n\n  "
      "}";
  EXPECT_THAT(scalar(body, 4).r, ElementsAre(14));
  EXPECT_THAT(scalar(body, 3).r, ElementsAre(3));
}

TEST(If, OneBranchLeavesTheLoop) {
  const std::string body =
      "  %z = constant 0 : i32\n  %r = for %i = 0 to 10 carry (%s = %z) {\n    %go = cmp lt %i, %n\n"
      "    %t = if %go {\n      %a = add %s, 1\n      yield %a\n    } else {\n      break %s\n    }\n"
      "    yield %t\n  }";
  EXPECT_THAT(scalar(body, 4).r, ElementsAre(4));
}

const std::string kCollatz =
    "  %z = constant 0 : i32\n  %last, %r = while carry (%x = %n, %c = %z) {\n"
    "    %go = cmp ne %x, 1\n    condition %go\n  } do {\n"
    "    %low = and %x, 1\n    %odd = cmp eq %low, 1\n    %half = div %x, 2\n"
    "    %three = mul %x, 3\n    %up = add %three, 1\n    %y = select %odd, %up, %half\n"
    "    %d = add %c, 1\n    yield %y, %d\n  }";

TEST(While, RunsUntilItsConditionFails) {
  EXPECT_THAT(scalar(kCollatz, 6).r, ElementsAre(8));
  EXPECT_THAT(scalar(kCollatz, 1).r, ElementsAre(0));
}

TEST(While, EndlessLoopsTrap) {
  const std::string body =
      "  %r = while carry (%x = %n) {\n    %go = cmp eq %n, %n\n    condition %go\n  } do {\n    yield %x\n  "
      "}";
  Options options;
  options.operation_budget = 10'000;
  EXPECT_EQ(trap_of(scalar(body, 1, options).run), "budget");
  EXPECT_EQ(trap_of(scalar(kCollatz, 6, options).run), "none");
}

// Poison: element 1 of a load that has one element in range.
const std::string kPoison =
    "  %two = load %out[0] : tile<2xi32>\n  %bad = extract %two[PICK] : tile<1xi32>\n"
    "  %x = reshape %bad : i32\n";

std::string poison(int pick, const std::string& rest) {
  std::string out = kPoison;
  out.replace(out.find("PICK"), 4, std::to_string(pick));
  return out + rest;
}

TEST(Poison, TrapsWhereItDecides) {
  const std::pair<std::string, std::string> uses[] = {
      {"  %go = cmp eq %x, 0\n  %r = if %go {\n    yield %n\n  } else {\n    yield %x\n  }", "poison.branch"},
      {"  %r = while carry (%y = %n) {\n    %go = cmp gt %x, 100\n    condition %go\n  } do {\n    yield "
       "%y\n  }",
       "poison.branch"},
      {"  %r = for %i = 0 to %x carry (%s = %n) {\n    yield %s\n  }", "poison.extent"},
      {"  %c = constant 1 : tile<16xi32>\n  %e = extract %c[%x] : tile<1xi32>\n  %r = reshape %e : i32",
       "poison.index"},
      {"  %e = load %out[%x] pad zero : tile<1xi32>\n  %r = reshape %e : i32", "poison.index"},
      {"  %r = assume %x from -100 to 100", "poison.assumed"},
      {"  %r = add %x, 1", "poison.stored"},
  };
  for (const auto& [statements, trap] : uses) {
    EXPECT_EQ(trap_of(scalar(poison(1, statements)).run), trap) << statements;
    if (trap == "poison.index" || trap == "poison.extent") continue;
    EXPECT_EQ(trap_of(scalar(poison(0, statements)).run), "none") << statements;
  }
  Options zero;
  zero.inputs.emplace();
  zero.inputs->params.resize(2);
  zero.inputs->params[1].contents = {0};
  for (const std::size_t i : {2u, 3u, 4u}) {
    EXPECT_EQ(trap_of(scalar(poison(0, uses[i].first), 0, zero).run), "none") << uses[i].first;
  }
}

TEST(Poison, SelectTakesOnlyTheChosenSide) {
  const std::string body = "  %c = cmp eq %n, 0\n  %r = select %c, %n, %x";
  EXPECT_EQ(trap_of(scalar(poison(1, body), 0).run), "none");
  EXPECT_EQ(trap_of(scalar(poison(1, body), 1).run), "poison.stored");
}

TEST(Assume, IsChecked) {
  EXPECT_EQ(trap_of(scalar("  %r = assume %n multiple 4 from 0 to 8", 8).run), "none");
  EXPECT_EQ(trap_of(scalar("  %r = assume %n multiple 4 from 0 to 8", 6).run), "fact.false");
  EXPECT_EQ(trap_of(scalar("  %r = assume %n multiple 4 from 0 to 8", 12).run), "fact.false");
  EXPECT_EQ(trap_of(scalar("  %r = assume %n multiple 4 from 0 to 8", -4).run), "fact.false");
}

TEST(Grid, BlocksKnowTheirPlace) {
  const std::string text = kernel("%out: tensor<i32, [2, 3]>",
                                  "  %y = program_id 1\n  %x = program_id 0\n  %w = num_programs 0\n"
                                  "  %r = mul %y, %w\n  %s = add %r, %x\n  %t = reshape %s : tile<1x1xi32>\n"
                                  "  store %out[%y, %x], %t",
                                  "grid [3, 2]");
  const RunResult result = run_text(text);
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_EQ(result.blocks_run, 6);
  EXPECT_THAT(values(result, 0), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Coverage, LargeGridsAreSampled) {
  const std::string text = kernel("%out: tensor<f32, [65536, 16]>",
                                  "  %y = program_id 0\n  %c = constant 1.0 : tile<16x16xf32>\n"
                                  "  store %out[%y, 0], %c",
                                  "grid [4096]");
  Options options;
  options.element_budget = 20'000;
  const RunResult result = run_text(text, options);
  EXPECT_EQ(trap_of(result), "none");
  EXPECT_EQ(result.coverage, Coverage::sampled);
  EXPECT_EQ(result.blocks, 4096);
  EXPECT_LT(result.blocks_run, 40);
  const auto marks = result.memory->contents(0).marks;
  EXPECT_TRUE(marks.front() & Memory::kWritten);
  EXPECT_TRUE(marks.back() & Memory::kWritten);
  EXPECT_EQ(run_text(text).coverage, Coverage::complete);
  options.element_budget = 300;
  EXPECT_EQ(run_text(text, options).coverage, Coverage::cut);
}

}  // namespace
}  // namespace tilefuzz::reference::test
