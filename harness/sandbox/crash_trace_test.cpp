#include "harness/sandbox/crash_trace.h"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/sandbox/scratch.h"

namespace tilefuzz::harness {
namespace {

constexpr std::string_view good =
    "tilefuzz-stack 1 kind=crash pid=7 process=tileiras signal=11 code=1 address=8 "
    "frames=*tileiras+46b4fd3,libc.so.6+2724a,?+7f00";

TEST(CrashTrace, ReadsALine) {
  const auto trace = parse_crash_line(good);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->kind, CrashTrace::Kind::crash);
  EXPECT_EQ(trace->pid, 7);
  EXPECT_EQ(trace->process, "tileiras");
  EXPECT_EQ(trace->signal, 11);
  EXPECT_EQ(trace->code, 1);
  EXPECT_EQ(trace->address, 8u);
  ASSERT_EQ(trace->frames.size(), 3u);
  EXPECT_EQ(trace->frames[0], (Frame{"tileiras", 0x46b4fd3, true}));
  EXPECT_EQ(trace->frames[1], (Frame{"libc.so.6", 0x2724a, false}));
  EXPECT_EQ(to_string(trace->frames[0]), "46b4fd3");
  EXPECT_EQ(to_string(trace->frames[1]), "libc.so.6+2724a");
}

TEST(CrashTrace, ReadsNegativeCodesAndEmptyTraces) {
  const auto trace =
      parse_crash_line("tilefuzz-stack 1 kind=sample pid=7 process=a signal=6 code=-6 address=0 frames=");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->kind, CrashTrace::Kind::sample);
  EXPECT_EQ(trace->code, -6);
  EXPECT_TRUE(trace->frames.empty());
}

TEST(CrashTrace, RefusesEveryPrefixThatLostAField) {
  const std::size_t frames_at = good.find(" frames");
  for (std::size_t length = 0; length <= frames_at; ++length) {
    EXPECT_FALSE(parse_crash_line(good.substr(0, length))) << length;
  }
}

TEST(CrashTrace, RefusesWhatIsNotALine) {
  for (const char* text :
       {"", "\n", "Segmentation fault", "tilefuzz-stack 2 kind=crash",
        "tilefuzz-stack 1 kind=other pid=7 process=a signal=6 code=0 address=0 frames=",
        "tilefuzz-stack 1 kind=crash pid=x process=a signal=6 code=0 address=0 frames=",
        "tilefuzz-stack 1 kind=crash pid=7 process=a signal=6 code=0 address=0 frames=noplus",
        "tilefuzz-stack 1 kind=crash pid=7 process=a signal=6 code=0 address=0 frames=a+zz",
        "tilefuzz-stack 1 kind=crash pid=7 process=a signal=6 code=0 colour=0 frames=a+1"}) {
    EXPECT_FALSE(parse_crash_line(text)) << text;
  }
}

TEST(CrashTrace, ReadsTheWholeLinesOfAFile) {
  const auto scratch = Scratch::create(testing::TempDir());
  ASSERT_TRUE(scratch);
  const auto file = scratch->path() / "crash";
  EXPECT_TRUE(read_crash_file(file).empty());
  std::ofstream(file) << good << "\nnoise\n" << good << "\n" << good;
  EXPECT_EQ(read_crash_file(file).size(), 2u);  // the last has no newline yet
}

}  // namespace
}  // namespace tilefuzz::harness
