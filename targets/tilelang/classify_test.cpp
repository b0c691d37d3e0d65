#include "targets/tilelang/classify.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "targets/tilelang/rejections.h"
#include "targets/tilelang/signature.h"

namespace tilefuzz::targets::tilelang {
namespace {

namespace fs = std::filesystem;
const fs::path kFixtures = fs::path(TILEFUZZ_SOURCE_DIR) / "targets/tilelang/fixtures";

// Real output of the server: fixtures/NAME.VERSION.json holds the program, the version and the answer.
Outcome outcome_of(const std::string& name, const Configuration& configuration = {}) {
  std::ifstream in(kFixtures / (name + ".json"));
  EXPECT_TRUE(in) << name;
  const auto fixture = nlohmann::json::parse(in);
  Evidence evidence;
  evidence.reports["server"] = fixture["answer"].dump();
  evidence.artifact_hash = "hash";
  return classify(configuration, evidence);
}

struct Case {
  std::string fixture;
  OutcomeKind kind;
  std::string phase;
  std::string in_message;
};

class Classify : public testing::TestWithParam<Case> {};

TEST_P(Classify, RealOutput) {
  const Outcome outcome = outcome_of(GetParam().fixture);
  EXPECT_EQ(outcome.kind, GetParam().kind) << outcome.message;
  EXPECT_EQ(outcome.phase, GetParam().phase);
  EXPECT_NE(outcome.message.find(GetParam().in_message), std::string::npos) << outcome.message;
  EXPECT_EQ(outcome.signature.key.empty(),
            outcome.kind == OutcomeKind::ok || outcome.kind == OutcomeKind::tool_fault);
}

using enum OutcomeKind;
INSTANTIATE_TEST_SUITE_P(
    Fixtures, Classify,
    testing::Values(
        Case{"ok_dense.0.1.13", ok, "", ""}, Case{"ok_sparse.0.1.15", ok, "", ""},
        // internal faults
        Case{"thread_sync_type_mismatch.0.1.13", crash, "ThreadSync", "Cannot match type int32 vs handle"},
        Case{"tma_cannot_fall_back.0.1.13", crash, "LowerTileOp", "cannot fall back"},
        Case{"tma_cannot_fall_back.0.1.15", crash, "LowerTileOp", "cannot fall back"},
        Case{"uint8_key_error.0.1.13", crash, "LayoutInference", "KeyError"},
        Case{"no_available_layout.0.1.13", crash, "LayoutInference", "no available layout"},
        Case{"layout_infer_conflict.0.1.15", crash, "LayoutInference", "Layout infer conflict"},
        Case{"downcast_sub_to_intimm.0.1.15", crash, "codegen", "Downcast from tirx.Sub"},
        Case{"pipelined_read_after_loop.0.1.15", crash, "LayoutInference", "InputShape()"},
        Case{"pow_bf16.0.1.13", crash, "front-end", "power only applies to float"},
        Case{"unresolved_call.0.1.15", crash, "codegen", "Unresolved call"},
        Case{"cannot_convert_bool.0.1.15", crash, "codegen", "Cannot convert type boolx16"},
        Case{"reduce_kept_axis.0.1.13", crash, "LayoutInference", "vars.size() == InputDim()"},
        Case{"failed_to_replace_pipeline_loop.0.1.15", crash, "ProducerConsumerWarpSpecialized",
             "failed to replace"},
        Case{"structural_equal_front_end.0.1.15", crash, "front-end", "StructuralEqual"},
        Case{"unable_to_solve_variables.0.1.15", crash, "MakePackedAPI", "unable to solve variables"},
        Case{"fragment_column.0.1.15", crash, "LayoutInference", "CanProveEqual"},
        Case{"segfault.0.1.13", crash, "lower", "signal 11"},
        Case{"exit_in_build.0.1.13", crash, "lower", "status 9"},
        // deliberate rejections
        Case{"metadata_should_be_32_bit.0.1.13", diagnostic, "front-end", "metadata should be 32 bit"},
        Case{"metadata_should_be_16_bit.0.1.15", diagnostic, "front-end", "metadata should be 16 bit"},
        Case{"forward_map_not_injective.0.1.15", diagnostic, "LayoutInference", "must be injective"},
        Case{"m_must_be_divisible.0.1.13", diagnostic, "LayoutInference", "M must be divisible by 16"},
        Case{"no_valid_warp_partition.0.1.15", diagnostic, "LayoutInference", "No valid warp partition"},
        Case{"micro_size_k.0.1.13", diagnostic, "LowerTileOp", "micro_size_k"},
        Case{"accumulator_not_fragment.0.1.15", diagnostic, "LayoutInference", "must be a fragment"},
        Case{"no_gemm_sp_implementation.0.1.13", diagnostic, "LayoutInference", "No GEMM_SP"},
        Case{"sync_in_divergent_region.0.1.15", diagnostic, "ThreadSync", "divergent region"},
        Case{"xor_butterfly.0.1.15", diagnostic, "LowerTileOp", "XOR-butterfly"},
        // limits
        Case{"cpu_limit.0.1.13", timeout, "lower", "CPU-time"},
        Case{"memory_limit.0.1.13", out_of_memory, "lower", "memory"},
        // our own faults
        Case{"invalid_pass_config.0.1.15", tool_fault, "configuration", "Invalid config option"},
        Case{"syntax.0.1.13", tool_fault, "emitter", "never closed"},
        Case{"unknown_name.0.1.15", tool_fault, "emitter", "no_such_operation"}),
    [](const testing::TestParamInfo<Case>& each) {
      std::string name = each.param.fixture;
      for (char& c : name) c = c == '.' ? '_' : c;
      return name;
    });

TEST(ClassifySignature, SurvivesAnotherVersion) {
  for (const char* name : {"uint8_key_error", "pipelined_read_after_loop", "unresolved_call",
                           "reduce_kept_axis", "failed_to_replace_pipeline_loop", "cannot_convert_bool"}) {
    EXPECT_EQ(outcome_of(std::string(name) + ".0.1.13").signature.key,
              outcome_of(std::string(name) + ".0.1.15").signature.key);
  }
}

TEST(ClassifySignature, NamesBugA) {
  const Signature signature = outcome_of("thread_sync_type_mismatch.0.1.13").signature;
  EXPECT_EQ(signature.key,
            "tvm.error.InternalError | Cannot match type int# vs handle | mod = "
            "tilelang.transform.ThreadSync(\"shared.dyn\")(mod) | tvm::BinaryOpMatchTypes");
  // The same fault of another program has the same key.
  EXPECT_EQ(outcome_of("unable_to_solve_variables.0.1.13").signature.key, signature.key);
  EXPECT_NE(signature.detail.find("5159 neg_inf"), std::string::npos) << signature.detail;
}

TEST(ClassifySignature, LeavesOutTheValuesOfAFailedCheck) {
  EXPECT_EQ(outcome_of("pipelined_read_after_loop.0.1.15").signature.key,
            "tvm.error.InternalError | Check failed: (az->CanProveEqual(% * %, % * %)) is false | mod = "
            "tilelang.transform.LayoutInference()(mod) | tvm::tl::LayoutNode::Reshape");
}

TEST(ClassifySignature, DoesNotCountTheNamesOfAList) {
  EXPECT_EQ(masked("In PrimFunc sparse_gemm variables (B_s0, n, D_d1) are used"),
            "In PrimFunc % variables (%) are used");
  EXPECT_EQ(masked("In PrimFunc factorization variables (m,) are used"),
            "In PrimFunc % variables (%) are used");
  EXPECT_EQ(masked("of (B_s0, 4, n)"), "of (%, #, %)");
}

TEST(ClassifySignature, TellsFaultsApart) {
  std::set<std::string> keys;
  int crashes = 0;
  for (const auto& entry : fs::directory_iterator(kFixtures)) {
    const std::string name = entry.path().stem().string();
    if (!name.ends_with("0.1.15")) continue;
    const Outcome outcome = outcome_of(name);
    if (outcome.kind != crash) continue;
    ++crashes;
    keys.insert(outcome.signature.key);
  }
  EXPECT_GE(crashes, 12);
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(crashes));
}

TEST(Classify, HangIsNamedByThePass) {
  const Outcome outcome = outcome_of("cpu_limit.0.1.13");
  EXPECT_EQ(outcome.signature.key,
            "hang | tilelang/engine/lower.py _prepare_device_codegen_mod | device_mod = "
            "tirx.transform.Simplify()(device_mod)");
}

TEST(Classify, ALayoutConflictUnderFragmentPlacementIsARejection) {
  Configuration fragments;
  fragments.options["placement"] = "fragment";
  EXPECT_EQ(outcome_of("layout_infer_conflict.0.1.15", fragments).kind, diagnostic);
  EXPECT_EQ(outcome_of("layout_infer_conflict.0.1.15").kind, crash);
  EXPECT_EQ(outcome_of("reduce_kept_axis.0.1.15", fragments).kind, crash);
}

TEST(Classify, NarrowedLimitsAreNeverAFinding) {
  Evidence evidence;
  evidence.reports["server"] = R"({"status": "memory-limit"})";
  evidence.disturbance = "address space of 60 MiB (--limit memory)";
  const Outcome outcome = classify({}, evidence);
  EXPECT_EQ(outcome.kind, tool_fault);
  EXPECT_NE(outcome.message.find("60 MiB"), std::string::npos);
}

TEST(Classify, WhatIsNoAnswerIsAToolFault) {
  for (const char* text : {"", "[]", "{}", "not json", R"({"status": 7})", R"({"status": "dancing"})",
                           R"({"status": "no-evidence", "exit": 70})", R"({"status": "output-limit"})"}) {
    Evidence evidence;
    evidence.reports["server"] = text;
    EXPECT_EQ(classify({}, evidence).kind, tool_fault) << text;
  }
  EXPECT_EQ(classify({}, {}).kind, tool_fault);
}

TEST(Classify, AMalformedExceptionIsACrashAndNoAbort) {
  Evidence evidence;
  evidence.reports["server"] =
      R"({"status": "exception", "phase": "lower", "exception": {"python": [1, {}], "native": 3}})";
  EXPECT_EQ(classify({}, evidence).kind, crash);
}

TEST(Rejections, DoNotMatchNearbyFaults) {
  Answer answer;
  answer.type = "tvm.error.InternalError";
  for (const char* text :
       {"Cannot match type int32 vs handle", "Check failed: (M % kMPerWarp == 0) is false: ",
        "metadata should be 32 bit, got int16", "no available layout found"}) {
    answer.first_line = text;
    EXPECT_EQ(find_rejection(answer), nullptr) << text;
  }
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
