#include "targets/tilelang/expect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/text/parse.h"
#include "ir/verify/verify.h"
#include "targets/tilelang/control.h"
#include "targets/tilelang/options.h"
#include "targets/tilelang/rules.h"
#include "targets/tilelang/tilelang.h"

namespace tilefuzz::targets::tilelang {
namespace {

using Kind = Expectation::Kind;

Configuration on(std::string arch, std::map<std::string, std::string> options = {}) {
  return {"tilelang", "0.1.15", std::move(arch), 0, std::move(options)};
}

Expectation expected(const std::string& text, const Configuration& configuration) {
  const ir::ParseResult parsed = ir::parse("tile 1\n" + text);
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test", text);
  EXPECT_TRUE(ir::verify(parsed.program).empty()) << render(ir::verify(parsed.program), "test", text);
  return expect(parsed.program, configuration);
}

std::vector<std::string> rules(const Expectation& expectation) {
  std::vector<std::string> names;
  for (const RuleBreak& broken : expectation.rules) names.push_back(broken.rule);
  return names;
}

struct Gemm {
  std::string a = "f16";
  std::string c = "f32";
  std::string m = "64", n = "64", k = "32";
  std::string kernel_hint = {}, loop_hint = {}, mma_words = {};
};

std::string gemm(const Gemm& g) {
  return "kernel @k(%A: tensor<" + g.a + ", [256, 256]>, %B: tensor<" + g.a + ", [256, 256]>, %C: tensor<" +
         g.c + ", [256, 256]>) grid [1]" + (g.kernel_hint.empty() ? "" : " hint {" + g.kernel_hint + "}") +
         " {\n  %z = constant 0 : tile<" + g.m + "x" + g.n + "x" + g.c +
         ">\n  %r = for %i = 0 to 2 carry (%s = %z)" +
         (g.loop_hint.empty() ? "" : " hint {" + g.loop_hint + "}") + " {\n    %a = load %A[0, %i] : tile<" +
         g.m + "x" + g.k + "x" + g.a + ">\n    %b = load %B[%i, 0] : tile<" + g.k + "x" + g.n + "x" + g.a +
         ">\n    %d = mma %a, %b, %s" + g.mma_words + "\n    yield %d\n  }\n  store %C[0, 0], %r\n}\n";
}

struct Sparse {
  std::string element = "i8", accumulator = "i32";
  std::string rows = "128", tile = "128x128", k_tile = "128";
  std::string parameter_hint = "metadata = i32, layout = interleaved";
  std::string load_hint = "layout = interleaved";
};

std::string sparse(const Sparse& s) {
  return "kernel @k(%A: sparse_tensor<2:4, " + s.element + ", [" + s.rows + ", 256]> hint {" +
         s.parameter_hint + "}, %B: tensor<" + s.element + ", [256, 128]>, %C: tensor<" + s.accumulator +
         ", [" + s.rows + ", 128]>) grid [1] {\n  %z = constant 0 : tile<" + s.rows + "x128x" +
         s.accumulator + ">\n  %a = load %A[0, 0] : sparse<2:4, " + s.rows + "x" + s.k_tile + "x" +
         s.element + ">" + (s.load_hint.empty() ? "" : " hint {" + s.load_hint + "}") +
         "\n  %b = load %B[0, 0] : tile<" + s.k_tile + "x128x" + s.element +
         ">\n  %d = mma %a, %b, %z\n  store %C[0, 0], %d\n}\n";
}

TEST(TileLangExpect, AcceptsTheControlEverywhere) {
  for (const std::string& version : tilelang_target().versions()) {
    for (const ArchProfile& arch : tilelang_target().profile(version).architectures) {
      EXPECT_EQ(expect(control_program(), {"tilelang", version, arch.name, 0, {}}).kind, Kind::accept);
    }
  }
  EXPECT_TRUE(ir::verify(control_program()).empty());
}

TEST(TileLangExpect, AcceptsBugA) { EXPECT_EQ(expected(sparse({}), on("sm_89")).kind, Kind::accept); }

struct Broken {
  std::string name;
  std::string program;
  std::string rule;
};

class BreaksRule : public testing::TestWithParam<Broken> {};

TEST_P(BreaksRule, AndIsNamed) {
  const Expectation expectation = expected(GetParam().program, on("sm_80"));
  EXPECT_EQ(expectation.kind, Kind::reject);
  EXPECT_THAT(rules(expectation), testing::Contains(GetParam().rule));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, BreaksRule,
    testing::Values(
        Broken{"fp8_before_sm_89", gemm({.a = "f8e4m3"}), "tilelang.mma.elements"},
        Broken{"rows", gemm({.m = "8"}), "tilelang.mma.atom"},
        Broken{"columns", gemm({.n = "4"}), "tilelang.mma.atom"},
        Broken{"k", gemm({.k = "8"}), "tilelang.mma.atom"},
        Broken{"warps", gemm({.kernel_hint = "threads = 160"}), "tilelang.mma.warps"},
        Broken{"half_a_warp", gemm({.kernel_hint = "threads = 16"}), "tilelang.mma.warps"},
        Broken{"full_row", gemm({.m = "16", .mma_words = " hint {policy = full_row}"}), "tilelang.mma.warps"},
        Broken{"f32_as_ieee", gemm({.a = "f32", .mma_words = " precision ieee"}), "tilelang.mma.precision"},
        Broken{"one_unsigned", gemm({.a = "i8", .c = "i32", .mma_words = " unsigned_a"}),
               "tilelang.mma.signedness"},
        Broken{"layout_width_i8",
               sparse({.parameter_hint = "metadata = i16, layout = interleaved", .load_hint = ""}),
               "tilelang.sparse.layout-width"},
        Broken{"layout_width_f16",
               sparse({.element = "f16",
                       .accumulator = "f32",
                       .parameter_hint = "metadata = i32",
                       .load_hint = ""}),
               "tilelang.sparse.metadata-element"},
        Broken{
            "layout_rows",
            sparse(
                {.element = "f16", .accumulator = "f32", .rows = "16", .parameter_hint = "metadata = i16"}),
            "tilelang.sparse.layout-rows"},
        Broken{"whole_words", sparse({.k_tile = "16", .load_hint = ""}), "tilelang.sparse.layout-columns"},
        Broken{"staged_width", sparse({.load_hint = "metadata = i8"}), "tilelang.sparse.staged-width"},
        Broken{"pipelined_exit",
               "kernel @k(%A: tensor<f32, [64]>, %n: i32) grid [1] launch {%n = 1} {\n  for %i = 0 to %n "
               "hint {stages "
               "= 2} {\n    %a = load %A[0] : tile<64xf32>\n    store %A[0], %a\n    %c = cmp eq %i, 0\n    "
               "if %c {\n"
               "      break\n    }\n  }\n}\n",
               "tilelang.loop.pipelined-exit"},
        Broken{"atomic_xor",
               "kernel @k(%A: tensor<i32, [64]>) grid [1] {\n  %i = iota 0 : tile<64xi32>\n  atomic xor "
               "%A[%i], %i\n}\n",
               "tilelang.atomic.kind"},
        Broken{"aliases",
               "kernel @k(%A: tensor<f32, [64]> alias 0, %B: tensor<f32, [64]> alias 0) grid [1]\n"
               "    launch {%A = [64], %B = [64] offset 256} {\n  %a = load %A[0] : tile<64xf32>\n  store "
               "%B[0], %a\n}\n",
               "tilelang.alias.one-parameter"},
        Broken{"double_to_tf32",
               "kernel @k(%A: tensor<f64, [64]>, %B: tensor<f32, [64]>) grid [1] {\n  %a = load %A[0] : "
               "tile<64xf64>\n"
               "  %t = cast %a : tile<64xtf32>\n  %f = cast %t : tile<64xf32>\n  store %B[0], %f\n}\n",
               "tilelang.cast.tf32"}),
    [](const testing::TestParamInfo<Broken>& each) { return each.param.name; });

TEST(TileLangExpect, EveryRuleHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const RuleRow& entry : rule_table()) {
    EXPECT_TRUE(entry.name.starts_with("tilelang.")) << entry.name;
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
  }
}

TEST(TileLangExpect, UnknownArchitecture) {
  EXPECT_THAT(rules(expected(gemm({}), on("sm_75"))), testing::ElementsAre("tilelang.arch.known"));
}

TEST(TileLangExpect, SharedMemoryMayBeDiagnosed) {
  const std::string large = gemm({.a = "f32",
                                  .m = "128",
                                  .n = "128",
                                  .k = "128",
                                  .loop_hint = "stages = 3",
                                  .mma_words = " precision tf32"});
  EXPECT_EQ(expected(large, on("sm_89")).kind, Kind::accept_or_diagnose);
  EXPECT_THAT(expected(large, on("sm_89")).reason, testing::HasSubstr("shared memory"));
}

TEST(TileLangExpect, ThreadsUnderWarpSpecializationPromiseNothing) {
  const std::string program = gemm({.kernel_hint = "threads = 64", .loop_hint = "stages = 2"});
  EXPECT_EQ(expected(program, on("sm_90a")).kind, Kind::no_crash);
  EXPECT_EQ(expected(program, on("sm_90a", {{"ws", "off"}})).kind, Kind::accept);
  EXPECT_EQ(expected(program, on("sm_89")).kind, Kind::accept);
}

TEST(TileLangExpect, WarpsCoverWholeBlocks) {
  EXPECT_TRUE(warps_cover(64, 64, 4));
  EXPECT_TRUE(warps_cover(48, 48, 3));
  EXPECT_TRUE(warps_cover(16, 8, 1));
  EXPECT_FALSE(warps_cover(64, 64, 5));
  EXPECT_FALSE(warps_cover(16, 8, 2));
  EXPECT_FALSE(warps_cover(64, 64, 0));
}

TEST(TileLangOptions, DefaultsSetNothing) {
  EXPECT_EQ(pass_configs(on("sm_89")), "{}");
  EXPECT_EQ(pass_configs(on("sm_89", {{"ws", "off"}, {"index_bits", "64"}})),
            R"({"tl.config_index_bitwidth":64,"tl.disable_warp_specialized":true})");
  EXPECT_EQ(option(on("sm_89"), "ws"), "on");
  EXPECT_EQ(option(on("sm_89"), "nonsense"), "");
}

TEST(TileLangTarget, PlanGivesTheWholeEnvironment) {
  Installation installation;
  installation.paths = {{"python", "/opt/t/bin/python"}, {"server", "/opt/s"}};
  const LaunchPlan plan = tilelang_target().plan(installation, on("sm_89", {{"ws", "off"}}), {});
  EXPECT_EQ(plan.kind, LauncherKind::server);
  EXPECT_THAT(plan.argv, testing::ElementsAre("/opt/t/bin/python", "-s", "/opt/s/server.py"));
  EXPECT_EQ(plan.environment.at("PYTHONPATH"), "/opt/s/torch_stand_in");
  EXPECT_EQ(plan.environment.at("CUDA_VISIBLE_DEVICES"), "");
  EXPECT_EQ(plan.request.at("arch"), "\"sm_89\"");
  EXPECT_EQ(plan.request.at("pass_configs"), R"({"tl.disable_warp_specialized":true})");
}

TEST(TileLangTarget, EmittingTwiceIsOneText) {
  const Target& target = tilelang_target();
  auto emitted = target.emit(control_program(), on("sm_89"));
  ASSERT_TRUE(emitted);
  EXPECT_EQ(target.check_emitted(control_program(), on("sm_89"), *emitted), std::nullopt);
  emitted->files[0].bytes += "#";
  EXPECT_NE(target.check_emitted(control_program(), on("sm_89"), *emitted), std::nullopt);
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
