#include "harness/sandbox/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "harness/sandbox/zoo_spec.h"

namespace tilefuzz::harness {
namespace {

using testing::HasSubstr;

TEST(Process, ReportsTheExitStatus) {
  const ProcessResult result = run(zoo({"exit", "7"}));
  EXPECT_EQ(result.ended_by, EndedBy::exited) << result.spawn_error;
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_FALSE(result.succeeded());
  EXPECT_GT(result.max_rss_bytes, 100u << 10);
  EXPECT_TRUE(run(zoo({"exit", "0"})).succeeded());
}

TEST(Process, ReportsTheSignal) {
  const ProcessResult result = run(zoo({"fault", "segv"}));
  EXPECT_EQ(result.ended_by, EndedBy::signalled);
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(run(zoo({"fault", "abort"})).signal, SIGABRT);
}

TEST(Process, KeepsBothStreamsApart) {
  const ProcessResult result = run(zoo({"speak", "x"}));
  EXPECT_EQ(result.standard_output, "out x\n");
  EXPECT_EQ(result.standard_error, "err x\n");
  EXPECT_FALSE(result.output_truncated);
}

TEST(Process, GivesTheEnvironmentAndInheritsNone) {
  ASSERT_EQ(setenv("TILEFUZZ_TEST_INHERITED", "1", 1), 0);
  ProcessSpec spec = zoo({"environment"});
  EXPECT_EQ(run(spec).standard_output, "");
  spec.environment = {"A=1", "B=x y"};
  EXPECT_EQ(run(spec).standard_output, "A=1\nB=x y\n");
}

TEST(Process, PutsThePreloadFirst) {
  ProcessSpec spec = zoo({"environment"});
  spec.preload = "/nonexistent/one.so";
  EXPECT_THAT(run(spec).standard_output, HasSubstr("LD_PRELOAD=/nonexistent/one.so\n"));
  spec.environment = {"LD_PRELOAD=/nonexistent/two.so"};
  EXPECT_EQ(run(spec).standard_output, "LD_PRELOAD=/nonexistent/one.so:/nonexistent/two.so\n");
}

TEST(Process, GivesNoDescriptorsButTheStreams) {
  const int leaked = open("/dev/null", O_RDONLY);  // no O_CLOEXEC, as a careless library would
  ASSERT_GE(leaked, 3);
  EXPECT_EQ(run(zoo({"descriptors"})).standard_output, "0 1 2 ");
  close(leaked);
}

TEST(Process, PassesTheChannel) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  ProcessSpec spec = zoo({"channel"});
  spec.channel = ends[1];
  RunningProcess child(spec);
  ASSERT_EQ(write(ends[0], "ping", 4), 4);
  EXPECT_TRUE(child.wait().succeeded());
  char text[5] = {};
  EXPECT_EQ(read(ends[0], text, 4), 4);
  EXPECT_STREQ(text, "ping");
  close(ends[0]);
  close(ends[1]);
}

TEST(Process, ReadsTheInputFileOrNothing) {
  EXPECT_EQ(run(zoo({"copy-input"})).standard_output, "");
  ProcessSpec spec = zoo({"copy-input"});
  spec.input = TILEFUZZ_SOURCE_DIR "/harness/sandbox/zoo_spec.h";
  EXPECT_EQ(run(spec).standard_output.substr(0, 12), "#pragma once");
}

TEST(Process, StartsInTheFolder) {
  ProcessSpec spec = zoo({"folder"});
  spec.working_directory = "/proc";
  EXPECT_EQ(run(spec).standard_output, "/proc\n");
}

TEST(Process, SaysWhatCouldNotBeStarted) {
  ProcessSpec spec;
  EXPECT_EQ(run(spec).ended_by, EndedBy::spawn_failed);
  spec.argv = {"/nonexistent/compiler"};
  ProcessResult result = run(spec);
  EXPECT_EQ(result.ended_by, EndedBy::spawn_failed);
  EXPECT_EQ(result.spawn_error, "cannot execute /nonexistent/compiler: No such file or directory");
  spec = zoo({"exit", "0"});
  spec.working_directory = "/nonexistent/folder";
  EXPECT_THAT(run(spec).spawn_error, HasSubstr("/nonexistent/folder"));
  spec = zoo({"exit", "0"});
  spec.input = "/nonexistent/input";
  EXPECT_THAT(run(spec).spawn_error, HasSubstr("/nonexistent/input"));
}

TEST(Process, StopsOnRequest) {
  RunningProcess child(zoo({"sleep", "60"}));
  while (child.pid() == 0) ASSERT_FALSE(child.pump(0.1));
  child.stop();
  const ProcessResult result = child.wait();
  EXPECT_EQ(result.ended_by, EndedBy::stopped);
  EXPECT_LT(result.wall_seconds, 10);
  EXPECT_EQ(child.pid(), 0);
}

TEST(Process, DestructionKills) {
  int pid = 0;
  {
    RunningProcess child(zoo({"sleep", "60"}));
    while (child.pid() == 0) ASSERT_FALSE(child.pump(0.1));
    pid = child.pid();
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(Process, WorksFromSeveralThreads) {
  std::atomic<int> right = 0;
  std::vector<std::thread> workers;
  for (int worker = 0; worker < 4; ++worker) {
    workers.emplace_back([&right, worker] {
      for (int number = 0; number < 10; ++number) {
        const std::string text = std::to_string(worker * 100 + number);
        right += run(zoo({"speak", text})).standard_output == "out " + text + "\n";
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(right, 40);
}

double cpu_milliseconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-3;
}

// A compilation takes 50 ms of CPU and more. Wall time (2 ms on a quiet machine) is printed, not judged: it
// is other people's load.
TEST(Process, CostsLittle) {
  constexpr int children = 21;
  const double before = cpu_milliseconds(RUSAGE_SELF) + cpu_milliseconds(RUSAGE_CHILDREN);
  std::vector<double> wall;
  for (int number = 0; number < children; ++number) {
    const auto start = std::chrono::steady_clock::now();
    run(zoo({"exit", "0"}));
    wall.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  const double cpu = cpu_milliseconds(RUSAGE_SELF) + cpu_milliseconds(RUSAGE_CHILDREN) - before;
  std::ranges::sort(wall);
  std::printf("a child: median %.2f ms wall, mean %.2f ms CPU\n", wall[children / 2], cpu / children);
  EXPECT_LT(cpu / children, 12);
}

}  // namespace
}  // namespace tilefuzz::harness
