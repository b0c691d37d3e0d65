// What must not survive: descendants that left, children that ignore signals, and the death of the harness.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "harness/sandbox/scratch.h"
#include "harness/sandbox/zoo_spec.h"

namespace tilefuzz::harness {
namespace {

int number_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  int number = 0;
  stream >> number;
  return number;
}

bool gone_within(int pid, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (kill(pid, 0) == 0) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// Processes that were started with `entry` in their environment, zombies left out.
int alive_with(const std::string& entry) {
  int count = 0;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream stream(process.path() / "environ", std::ios::binary);
    const std::string environment{std::istreambuf_iterator<char>(stream), {}};
    count += environment.find(entry) != std::string::npos;
  }
  return count;
}

TEST(Containment, ADaemonEndsWithItsChild) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  const ProcessResult result = run(zoo({"daemon", scratch->path() / "pid"}));
  EXPECT_TRUE(result.succeeded());
  EXPECT_GE(result.leftover_processes, 1u);
  const int daemon = number_in(scratch->path() / "pid");
  ASSERT_GT(daemon, 1);
  EXPECT_EQ(kill(daemon, 0), -1);
}

TEST(Containment, IgnoredSignalsDoNotHelp) {
  ProcessSpec spec = zoo({"ignore-signals"});
  spec.limits.wall_seconds = 0.3;
  EXPECT_EQ(run(spec).ended_by, EndedBy::wall_limit);
}

TEST(Containment, NothingIsLeftOfABombOfSessions) {
  const std::string mark = "TILEFUZZ_MARK=bomb-" + std::to_string(getpid());
  ProcessSpec spec = zoo({"session-bomb"});
  spec.environment = {mark};
  spec.limits.processes = 400;  // all 200 come alive
  RunningProcess child(spec);
  for (int tries = 0; tries < 100 && alive_with(mark) < 150; ++tries) child.pump(0.05);
  EXPECT_GE(alive_with(mark), 150);
  child.stop();
  EXPECT_EQ(child.wait().ended_by, EndedBy::stopped);
  EXPECT_EQ(alive_with(mark), 0);
}

TEST(Containment, TheDeathOfTheHarnessTakesTheTreeAlong) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  const auto child_file = scratch->path() / "child";
  const pid_t harness = fork();
  if (harness == 0) {
    RunningProcess first(zoo({"ignore-signals"}));
    while (first.pid() == 0) first.pump(0.1);
    std::ofstream(child_file) << first.pid() << std::endl;
    for (;;) first.pump(1);
  }
  while (number_in(child_file) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const int child = number_in(child_file);
  EXPECT_EQ(kill(child, 0), 0);
  kill(harness, SIGKILL);
  waitpid(harness, nullptr, 0);
  EXPECT_TRUE(gone_within(child, 10));
}

}  // namespace
}  // namespace tilefuzz::harness
