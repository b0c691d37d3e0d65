// The preloaded handler in real children: what it writes, and that nothing else changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "harness/sandbox/crash_signature.h"
#include "harness/sandbox/crash_trace.h"
#include "harness/sandbox/scratch.h"
#include "harness/sandbox/zoo_spec.h"

namespace tilefuzz::harness {
namespace {

class CrashHandler : public testing::Test {
 protected:
  ProcessSpec handled(std::vector<std::string> mode) {
    ProcessSpec spec = zoo(std::move(mode));
    add_crash_handler(spec, file());
    return spec;
  }
  std::filesystem::path file() const { return scratch_->path() / "crash"; }
  std::vector<CrashTrace> traces() const { return read_crash_file(file()); }

  Result<Scratch, std::string> scratch_ = Scratch::create(testing::TempDir());
};

TEST_F(CrashHandler, ReportsEachFaultAndLeavesTheEndAsItIs) {
  const struct {
    const char* kind;
    int signal;
  } faults[] = {{"segv", SIGSEGV}, {"abort", SIGABRT}, {"ill", SIGILL}, {"fpe", SIGFPE}, {"bus", SIGBUS}};
  std::size_t count = 0;
  for (const auto& fault : faults) {
    const ProcessResult bare = run(zoo({"fault", fault.kind}));
    const ProcessResult result = run(handled({"fault", fault.kind}));
    EXPECT_EQ(result.ended_by, EndedBy::signalled) << fault.kind;
    EXPECT_EQ(result.signal, fault.signal) << fault.kind;
    EXPECT_EQ(bare.signal, result.signal) << fault.kind;
    EXPECT_EQ(bare.standard_error, result.standard_error) << fault.kind;
    ASSERT_EQ(traces().size(), ++count) << fault.kind;
    const CrashTrace trace = traces().back();
    EXPECT_EQ(trace.kind, CrashTrace::Kind::crash);
    EXPECT_EQ(trace.signal, fault.signal);
    EXPECT_EQ(trace.process, "tilefuzz_child_zoo");
    EXPECT_GE(signature_frames(trace).size(), 4u) << fault.kind;
  }
}

TEST_F(CrashHandler, FaultAddressAndAbsoluteFrames) {
  run(handled({"fault", "segv"}));
  ASSERT_EQ(traces().size(), 1u);
  const CrashTrace trace = traces()[0];
  EXPECT_EQ(trace.address, 0u);
  EXPECT_EQ(trace.code, 1);  // SEGV_MAPERR
  ASSERT_FALSE(trace.frames.empty());
  EXPECT_TRUE(trace.frames[0].in_main);
  EXPECT_GE(trace.frames[0].offset, 0x400000u);  // linked at fixed addresses
}

TEST_F(CrashHandler, EqualCrashesHaveEqualFrames) {
  run(handled({"fault", "segv"}));
  run(handled({"fault", "segv"}));
  run(handled({"fault", "abort"}));
  const auto all = traces();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].frames, all[1].frames);  // libraries too, wherever they are mapped
  EXPECT_NE(signature_frames(all[0]), signature_frames(all[2]));
  // innermost differs; middle and outer are the callers of both
  EXPECT_EQ(signature_frames(all[0])[1], signature_frames(all[2])[1]);
}

TEST_F(CrashHandler, ACallToNowhereNamesItsCaller) {
  run(handled({"fault", "call-null"}));
  ASSERT_EQ(traces().size(), 1u);
  const auto frames = traces()[0].frames;
  ASSERT_GE(frames.size(), 2u);
  EXPECT_EQ(frames[0], (Frame{"?", 0, false}));
  EXPECT_TRUE(frames[1].in_main);
}

// LLVM's handlers do this. The trace is that of the fault, without the other handler.
TEST_F(CrashHandler, ASignalThatAnotherHandlerPassesOn) {
  for (const char* kind : {"segv", "abort"}) {
    run(handled({"fault", kind}));
    const ProcessResult result = run(handled({"fault-passed-on", kind}));
    EXPECT_EQ(result.ended_by, EndedBy::signalled) << kind;
    const auto all = traces();
    ASSERT_EQ(all.size(), 2u) << kind;
    EXPECT_EQ(all[1].signal, result.signal);
    const auto direct = signature_frames(all[0]), passed = signature_frames(all[1]);
    ASSERT_EQ(direct.size(), 4u);
    EXPECT_THAT(std::vector(passed.begin(), passed.begin() + 3),
                testing::ElementsAreArray(direct.begin(), direct.begin() + 3))
        << kind;
    std::filesystem::remove(file());
  }
}

TEST_F(CrashHandler, StackOverflowsInMainAndInThreads) {
  EXPECT_EQ(run(handled({"overflow-stack"})).signal, SIGSEGV);
  EXPECT_EQ(run(handled({"fault-in-thread", "overflow"})).signal, SIGSEGV);
  const auto all = traces();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].frames.size(), CrashTrace::most_frames);
  EXPECT_EQ(signature_frames(all[0]).size(), 2u);  // even and odd
  EXPECT_EQ(signature_frames(all[0]), signature_frames(all[1]));
}

TEST_F(CrashHandler, FaultsOfThreads) {
  EXPECT_EQ(run(handled({"fault-in-thread", "segv"})).signal, SIGSEGV);
  ASSERT_EQ(traces().size(), 1u);
  EXPECT_GE(signature_frames(traces()[0]).size(), 3u);
}

TEST_F(CrashHandler, IsInheritedByWhatTheProgramExecutes) {
  const ProcessResult result = run(handled({"fault-in-child", "segv"}));
  EXPECT_EQ(result.exit_code, SIGSEGV);
  ASSERT_EQ(traces().size(), 1u);
  EXPECT_EQ(traces()[0].signal, SIGSEGV);
}

TEST_F(CrashHandler, IsSilentWithoutAFaultOrAFile) {
  EXPECT_TRUE(run(handled({"exit", "0"})).succeeded());
  ProcessSpec spec = handled({"fault", "segv"});
  spec.environment.clear();
  EXPECT_EQ(run(spec).signal, SIGSEGV);
  spec = handled({"fault", "segv"});
  spec.environment = {"TILEFUZZ_CRASH_FILE=/nonexistent/folder/crash"};
  EXPECT_EQ(run(spec).signal, SIGSEGV);
  EXPECT_TRUE(traces().empty());
}

TEST_F(CrashHandler, SamplesAHangBeforeItIsEnded) {
  for (const char* mode : {"spin", "spinning-grandchild"}) {
    ProcessSpec spec = handled({mode});
    spec.limits.cpu_seconds = 0.2;
    spec.samples_at_limit = 3;
    EXPECT_EQ(run(spec).ended_by, EndedBy::cpu_limit);
    const auto all = traces();
    ASSERT_GE(all.size(), 1u) << mode;  // three, unless the machine kept the child from running
    EXPECT_EQ(all[0].kind, CrashTrace::Kind::sample);
    EXPECT_GE(common_frames(all).size(), 1u) << mode;
    std::filesystem::remove(file());
  }
}

TEST_F(CrashHandler, SamplesARunningChildOnRequest) {
  RunningProcess child(handled({"spin"}));
  for (int tries = 0; tries < 200 && traces().empty(); ++tries) {
    child.request_sample();
    ASSERT_FALSE(child.pump(0.05));
  }
  EXPECT_FALSE(traces().empty());
  child.stop();
  EXPECT_EQ(child.wait().ended_by, EndedBy::stopped);
}

// The signal's default action would end a program that does not know it.
TEST_F(CrashHandler, DoesNotSampleAProgramWithoutTheHandler) {
  RunningProcess child(zoo({"sleep", "1"}));
  while (child.pid() == 0) ASSERT_FALSE(child.pump(0.01));
  child.request_sample();
  EXPECT_TRUE(child.wait().succeeded());
}

}  // namespace
}  // namespace tilefuzz::harness
