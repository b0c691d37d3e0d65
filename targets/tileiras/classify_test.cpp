#include "targets/tileiras/classify.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "targets/tileiras/assembler_report.h"
#include "targets/tileiras/launch.h"

namespace tilefuzz::targets::tileiras {
namespace {

namespace fs = std::filesystem;

Evidence read(const fs::path& file) {
  std::ifstream in(file);
  const nlohmann::json json = nlohmann::json::parse(in);
  static const std::map<std::string, EndedBy> kEnds = {
      {"exited", EndedBy::exited}, {"signalled", EndedBy::signalled}, {"cpu_limit", EndedBy::cpu_limit}};
  Evidence evidence;
  evidence.ended_by = kEnds.at(json.at("ended_by"));
  evidence.exit_code = json.value("exit_code", 0);
  evidence.signal = json.value("signal", 0);
  evidence.err = json.at("stderr");
  if (json.contains("artifact_bytes")) {
    evidence.artifact_bytes = json.at("artifact_bytes");
    evidence.artifact_hash = "hash";
  }
  if (json.contains("crash")) {
    CrashTrace trace;
    trace.signal = json.at("crash").at("signal");
    trace.process = json.at("crash").at("process");
    for (const std::string frame : json.at("crash").at("frames")) {
      trace.frames.push_back({"", std::stoull(frame, nullptr, 16)});
    }
    evidence.crash = trace;
  }
  if (json.contains("assembler_report")) {
    evidence.reports[std::string(kAssemblerReport)] = json.at("assembler_report");
  }
  return evidence;
}

fs::path folder() { return fs::path(TILEFUZZ_SOURCE_DIR) / "targets/tileiras/fixtures"; }

Evidence fixture(const std::string& name) { return read(folder() / (name + ".json")); }

// What every fixture must be judged as. One that is not listed fails the test below.
struct Expected {
  OutcomeKind kind;
  std::string phase;
  std::string key;
};

constexpr std::string_view kTmemKey =
    "SIGABRT LLVM ERROR: Failed to infer result type(s): \"cute_nvgpu.atom.make_tmem_copy\"(...) {} : "
    "(!cute_nvgpu.atom.tmem_load, !cute.memref<f#, tmem, align<#>, \"(#,#):(#,#)\">) -> ( ??? ) ";
constexpr std::string_view kLoopFrames = "46b4fd3 468845e 439953c 439a7cc";

const std::map<std::string, Expected>& expectations() {
  using enum OutcomeKind;
  const std::string loop(kLoopFrames);
  static const std::map<std::string, Expected> kExpected = {
      {"ok", {ok, "tileiras", ""}},
      {"warning", {ok, "tileiras", ""}},
      {"left-superpanel-13.3.36", {crash, "tileiras", "SIGSEGV " + loop}},
      {"left-superpanel-13.4.92", {timeout, "tileiras", "hang tileiras"}},
      {"left-superpanel-bare", {crash, "tileiras", "SIGSEGV"}},
      {"store-loop-store", {crash, "tileiras", "SIGSEGV " + loop}},
      {"make-tmem-copy-13.3.36",
       {crash, "tileiras", std::string(kTmemKey) + "43ac49 476f532 45d6c43 19723e8"}},
      {"make-tmem-copy-13.4.92",
       {crash, "tileiras", std::string(kTmemKey) + "443f41 4d446b2 4b99893 1bd5af0"}},
      {"unknown-arch",
       {diagnostic, "options",
        "options tileiras: for the --gpu-name option: Cannot find option named 'sm_#'!"}},
      {"bad-level", {diagnostic, "options", "options invalid optimization level: #"}},
      {"no-arch-13.3.36", {diagnostic, "options", "options invalid GPU architecture: #"}},
      {"no-arch",
       {diagnostic, "options",
        "options GPU architecture sm_# is not supported by this version of tileiras. You may need a newer "
        "toolchain that supports this architecture (bytecode in file is version #.#)."}},
      {"device-debug-O2",
       {diagnostic, "options",
        "options optimized debugging is currently not supported, change the optimization level to # or "
        "disable full debug info"}},
      {"unknown-option", {tool_fault, "harness", ""}},
      {"missing-input", {tool_fault, "harness", ""}},
      {"garbage", {diagnostic, "bytecode", "bytecode input does not correspond to Tile IR bytecode"}},
      {"truncated",
       {diagnostic, "bytecode",
        "bytecode error at offset #: section length # exceeds remaining data size #"}},
      {"verifier",
       {diagnostic, "bytecode",
        "bytecode 'cuda_tile.addf' op operand # must be tile of f# or bf# or f# or f# values, but got "
        "'!cuda_tile.tile<ptr<f#>>'"}},
      {"fp8-on-sm_80",
       {diagnostic, "tileiras",
        "tileiras Incompatibility with architecture 'sm_#': unsupported type 'f#E#M#FN'"}},
      {"bf16-atomic-on-sm_80",
       {diagnostic, "tileiras",
        "tileiras Incompatibility with architecture 'sm_#': atomicRMW ADDF with bf# is not supported"}},
      // The general line: nothing in the process tells these apart; health checks and the record of what the
      // user narrowed do.
      {"missing-ptxas", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"missing-libnvvm", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"cuda-home-other", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"tmpdir-full", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"memory-150M", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"memory-bare-120M", {diagnostic, "tileiras", "tileiras failed to compile Tile IR program"}},
      {"tmpdir-missing", {tool_fault, "harness", ""}},
      {"memory-60M", {crash, "tileiras", "SIGSEGV"}},
      {"memory-100M", {out_of_memory, "tileiras", "memory"}},
      {"memory-bare-100M", {out_of_memory, "tileiras", "memory"}},
      {"stack-64K", {crash, "tileiras", "SIGSEGV 47e5fbc 1cdee1d 1ce01d5 1cd69ad"}},
      {"file-size", {tool_fault, "harness", ""}},
      {"assembler-refuses",
       {diagnostic, "ptxas",
        "ptxas ptxas fatal   : (C#) Register allocation failed with register count of # in function k"}},
      {"assembler-crashes", {crash, "ptxas", "ptxas SIGSEGV"}},
      {"assembler-hangs", {timeout, "ptxas", "hang ptxas"}},
  };
  return kExpected;
}

TEST(Classify, JudgesEveryFixture) {
  std::size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.path().extension() != ".json") continue;
    const std::string stem = entry.path().stem().string();
    const std::string name = stem.substr(0, stem.rfind('-'));
    auto expected = expectations().find(stem);
    if (expected == expectations().end()) expected = expectations().find(name);
    ASSERT_NE(expected, expectations().end()) << stem << " has no expectation";
    const Outcome outcome = classify(read(entry.path()));
    EXPECT_EQ(outcome.kind, expected->second.kind) << stem << ": " << outcome.message;
    EXPECT_EQ(outcome.phase, expected->second.phase) << stem;
    EXPECT_EQ(outcome.signature.key, expected->second.key) << stem;
    ++seen;
  }
  EXPECT_GT(seen, 50u);
}

// Nothing that the user's limits caused may be charged to the compiler.
TEST(Classify, DisturbedRunsAreToolFaultsUnlessTheyWentWell) {
  for (const char* name :
       {"memory-60M-13.3.36", "memory-100M-13.3.36", "memory-150M-13.3.36", "memory-bare-100M-13.3.36",
        "stack-64K-13.3.36", "tmpdir-full-13.3.36", "tmpdir-missing-13.3.36"}) {
    Evidence evidence = fixture(name);
    evidence.disturbance = "address space of 60 MiB (--limit memory)";
    const Outcome outcome = classify(evidence);
    EXPECT_EQ(outcome.kind, OutcomeKind::tool_fault) << name;
    EXPECT_NE(outcome.message.find("--limit memory"), std::string::npos) << outcome.message;
    EXPECT_TRUE(outcome.signature.key.empty());
  }
  Evidence well = fixture("ok-13.3.36");
  well.disturbance = "address space of 4096 MiB (--limit memory)";
  EXPECT_EQ(classify(well).kind, OutcomeKind::ok);
}

TEST(Classify, SaysWhatTheCompilerSaid) {
  EXPECT_EQ(classify(fixture("warning-13.3.36")).message,
            "warning: extract index 0 value 9 may be out of bounds (max valid index: 1)");
  EXPECT_EQ(classify(fixture("left-superpanel-13.3.36")).message, "tileiras died of SIGSEGV");
  EXPECT_EQ(classify(fixture("tmpdir-missing-13.3.36")).message, "tileiras cannot write temporary files");
  const Outcome refused = classify(fixture("unknown-option-13.3.36"));
  EXPECT_EQ(refused.message, "tileiras refuses its command line: it says nothing");
}

TEST(Classify, AnOkWithoutArtifactHasNoHash) {
  Evidence evidence = fixture("ok-13.3.36");
  EXPECT_EQ(classify(evidence).artifact_hash, "hash");
  evidence.artifact_bytes = 0;
  EXPECT_EQ(classify(evidence).artifact_hash, "");
  evidence.artifact_bytes.reset();
  EXPECT_EQ(classify(evidence).artifact_hash, "");
}

TEST(Classify, SignalsFromOutsideAreNoCrashes) {
  for (const int signal : {9, 15, 24, 25}) {
    Evidence evidence;
    evidence.ended_by = EndedBy::signalled;
    evidence.signal = signal;
    EXPECT_EQ(classify(evidence).kind, OutcomeKind::tool_fault) << signal;
  }
}

TEST(Classify, SandboxLimitsAreNoFindings) {
  for (const EndedBy limit : {EndedBy::output_limit, EndedBy::scratch_limit, EndedBy::process_limit}) {
    Evidence evidence;
    evidence.ended_by = limit;
    EXPECT_EQ(classify(evidence).kind, OutcomeKind::tool_fault);
  }
  Evidence evidence;
  evidence.ended_by = EndedBy::memory_limit;
  EXPECT_EQ(classify(evidence).kind, OutcomeKind::out_of_memory);
  evidence.ended_by = EndedBy::not_started;
  evidence.harness_error = "no such file";
  EXPECT_EQ(classify(evidence).message, "no such file");
}

TEST(Classify, HangsAreKeyedByTheStackThatSamplesShare) {
  Evidence evidence;
  evidence.ended_by = EndedBy::cpu_limit;
  evidence.stack_samples = {{{"", 0x11e4d41}, {"", 0x11e5c8f}}};
  EXPECT_EQ(classify(evidence).signature.key, "hang tileiras 11e4d41 11e5c8f");
  evidence.stack_samples = {{{"libnvvm.so.4", 0x10}}};
  EXPECT_EQ(classify(evidence).signature.key, "hang libnvvm libnvvm.so.4+10");
}

TEST(Classify, CrashesOfTheAssemblerAreTheAssemblers) {
  Evidence evidence = fixture("assembler-crashes-13.3.36");
  evidence.crash = CrashTrace{11, "ptxas.real", 0, {{"", 0x1234}}};
  const Outcome outcome = classify(evidence);
  EXPECT_EQ(outcome.kind, OutcomeKind::crash);
  EXPECT_EQ(outcome.phase, "ptxas");
  EXPECT_EQ(outcome.signature.key, "ptxas SIGSEGV 1234");
}

TEST(Classify, AnAssemblerThatCannotRunIsAToolFault) {
  Evidence evidence = fixture("assembler-refuses-13.3.36");
  evidence.reports[std::string(kAssemblerReport)] = "tilefuzz-ptxas 1\nexited 127\n";
  EXPECT_EQ(classify(evidence).message, "ptxas cannot be run");
  EXPECT_EQ(classify(evidence).kind, OutcomeKind::tool_fault);
}

TEST(Masked, HidesNumbersAndPlaces) {
  EXPECT_EQ(masked("a 12 of 345, f32"), "a # of #, f#");
  EXPECT_EQ(masked("#cuda_tile.di_loc<loc(\"k.tile\":5:3)>: error: no 7"), "no #");
}

TEST(AssemblerReport, ReadsOnlyItsOwnFormat) {
  EXPECT_FALSE(parse_assembler_report("").has_value());
  EXPECT_FALSE(parse_assembler_report("exited 0\n").has_value());
  const auto running = parse_assembler_report("tilefuzz-ptxas 1\nargument exited 3\nrunning\n");
  ASSERT_TRUE(running.has_value());
  EXPECT_FALSE(running->finished);
  const auto failed = parse_assembler_report("tilefuzz-ptxas 1\nexited 255\noutput\nexited 0\n");
  EXPECT_EQ(failed->exit_code, 255);
  EXPECT_EQ(failed->output, "exited 0\n");
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
