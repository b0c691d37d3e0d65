#include "harness/sandbox/limits.h"

#include <gtest/gtest.h>

#include <csignal>

#include "harness/sandbox/scratch.h"
#include "harness/sandbox/zoo_spec.h"

namespace tilefuzz::harness {
namespace {

TEST(Limits, EveryEndHasItsOwnName) {
  EXPECT_STREQ(name_of(EndedBy::exited), "exited");
  EXPECT_STREQ(name_of(EndedBy::spawn_failed), "spawn-failed");
}

TEST(Limits, WallTime) {
  ProcessSpec spec = zoo({"sleep", "60"});
  spec.limits.wall_seconds = 0.2;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::wall_limit);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_GE(result.wall_seconds, 0.2);
  EXPECT_LT(result.cpu_seconds, 0.2);
}

TEST(Limits, CpuTime) {
  ProcessSpec spec = zoo({"spin"});
  spec.limits.cpu_seconds = 0.3;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::cpu_limit);
  EXPECT_GE(result.cpu_seconds, 0.28);
  EXPECT_LT(result.cpu_seconds, 1.5);
}

TEST(Limits, CpuTimeCountsDescendants) {
  ProcessSpec spec = zoo({"spinning-grandchild"});
  spec.limits.cpu_seconds = 0.3;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::cpu_limit);
  EXPECT_GE(result.cpu_seconds, 0.28);
}

TEST(Limits, ASleepingChildUsesNoCpuLimit) {
  ProcessSpec spec = zoo({"sleep", "1"});
  spec.limits.cpu_seconds = 0.5;
  EXPECT_TRUE(run(spec).succeeded());
}

TEST(Limits, AddressSpaceIsRefused) {
  ProcessSpec spec = zoo({"touch-memory"});
  spec.limits.memory_bytes = 100u << 20;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::exited);
  EXPECT_EQ(result.exit_code, 9);  // malloc said no
  EXPECT_LT(result.max_rss_bytes, 100u << 20);
}

TEST(Limits, ResidentMemoryOfTheTree) {
  ProcessSpec spec = zoo({"touch-memory"});
  spec.limits.resident_bytes = 64u << 20;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::memory_limit);
  EXPECT_GE(result.max_rss_bytes, 64u << 20);
}

TEST(Limits, SmallStack) {
  ProcessSpec spec = zoo({"exit", "3"});
  spec.limits.stack_bytes = 64u << 10;
  EXPECT_EQ(run(spec).exit_code, 3);
  spec = zoo({"overflow-stack"});
  spec.limits.stack_bytes = 64u << 10;
  EXPECT_EQ(run(spec).signal, SIGSEGV);
}

TEST(Limits, FileSize) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  ProcessSpec spec = zoo({"write-file", scratch->path() / "big"});
  spec.limits.file_bytes = 8u << 20;
  EXPECT_EQ(run(spec).ended_by, EndedBy::file_limit);
  EXPECT_EQ(std::filesystem::file_size(scratch->path() / "big"), 8u << 20);
}

TEST(Limits, ScratchSize) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  ProcessSpec spec = zoo({"write-many-files", scratch->path()});
  spec.scratch_folder = scratch->path();
  spec.limits.scratch_bytes = 20u << 20;
  EXPECT_EQ(run(spec).ended_by, EndedBy::scratch_limit);
  EXPECT_GE(scratch->size(), 20u << 20);
}

TEST(Limits, OutputIsCutAndThenEnded) {
  ProcessSpec spec = zoo({"print-without-end"});
  spec.limits.output_bytes = 1000;
  spec.limits.output_total_bytes = 16u << 20;
  const ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::output_limit);
  EXPECT_EQ(result.standard_output, std::string(1000, 'x'));
  EXPECT_TRUE(result.output_truncated);
  EXPECT_FALSE(result.error_truncated);
}

TEST(Limits, Processes) {
  for (const char* mode : {"fork-bomb", "session-bomb"}) {
    ProcessSpec spec = zoo({mode});
    spec.limits.processes = 16;
    const ProcessResult result = run(spec);
    EXPECT_EQ(result.ended_by, EndedBy::process_limit) << mode;
    EXPECT_LT(result.wall_seconds, 15) << mode;
  }
}

}  // namespace
}  // namespace tilefuzz::harness
