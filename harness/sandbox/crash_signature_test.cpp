#include "harness/sandbox/crash_signature.h"

#include <gtest/gtest.h>

namespace tilefuzz::harness {
namespace {

std::vector<Frame> program(std::initializer_list<std::uint64_t> offsets) {
  std::vector<Frame> frames;
  for (const std::uint64_t offset : offsets) frames.push_back({"tileiras", offset, true});
  return frames;
}

CrashTrace trace(std::vector<Frame> frames) {
  CrashTrace result;
  result.frames = std::move(frames);
  return result;
}

TEST(CrashSignature, TakesFourFramesOfTheProgram) {
  CrashTrace abort = trace({{"libc.so.6", 0x10, false}, {"libc.so.6", 0x20, false}});
  const auto inside = program({0x5, 0x4, 0x3, 0x2, 0x1});
  abort.frames.insert(abort.frames.end(), inside.begin(), inside.end());
  EXPECT_EQ(signature_frames(abort), program({0x5, 0x4, 0x3, 0x2}));
  EXPECT_EQ(to_string(signature_frames(abort)), "5 4 3 2");
}

TEST(CrashSignature, KeepsTheCompilersOwnLibraries) {
  const CrashTrace crash =
      trace({{"libc.so.6", 0x10, false}, {"libnvvm.so.4", 0x20, false}, {"tileiras", 0x30, true}});
  EXPECT_EQ(to_string(signature_frames(crash)), "libnvvm.so.4+20 30");
}

TEST(CrashSignature, IsEmptyWithoutFramesOfTheCompiler) {
  EXPECT_TRUE(signature_frames(trace({{"?", 0, false}, {"libstdc++.so.6", 0x10, false}})).empty());
  EXPECT_TRUE(signature_frames(trace({})).empty());
}

TEST(CrashSignature, CollapsesCycles) {
  EXPECT_EQ(without_cycles(program({1, 2, 2, 2, 3})), program({1, 2, 3}));
  EXPECT_EQ(without_cycles(program({9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4})), program({9, 1, 2, 3, 4}));
  EXPECT_EQ(without_cycles(program({1, 2, 3, 4, 5})), program({1, 2, 3, 4, 5}));
  EXPECT_EQ(without_cycles(program({1, 2, 3, 1, 2})), program({1, 2, 3, 1, 2}));
  EXPECT_TRUE(without_cycles({}).empty());
}

// The same endless recursion, overflowing with another leaf and at another point of the cycle.
TEST(CrashSignature, AnOverflowIsKnownByItsCycle) {
  std::vector<Frame> one = program({77}), other = program({88, 99, 3});
  while (one.size() < CrashTrace::most_frames) {
    for (const Frame& frame : program({1, 2, 3})) one.push_back(frame);
    for (const Frame& frame : program({1, 2, 3})) other.push_back(frame);
  }
  EXPECT_EQ(signature_frames(trace(one)), program({1, 2, 3}));
  EXPECT_EQ(signature_frames(trace(other)), program({1, 2, 3}));
}

TEST(CrashSignature, RecursionInAShortTraceIsNoOverflow) {
  EXPECT_EQ(signature_frames(trace(program({7, 6, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}))), program({7, 6, 1, 2}));
}

TEST(HangSignature, KeepsWhatAllSamplesShareFromOutside) {
  const std::vector<CrashTrace> samples = {trace(program({10, 5, 4, 3, 2, 1})),
                                           trace(program({11, 12, 5, 4, 3, 2, 1})),
                                           trace(program({13, 4, 3, 2, 1}))};
  EXPECT_EQ(common_frames(samples), program({4, 3, 2, 1}));
  EXPECT_EQ(common_frames({samples[0], samples[1]}), program({5, 4, 3, 2}));
}

TEST(HangSignature, IsEmptyWhenNothingIsShared) {
  EXPECT_TRUE(common_frames({}).empty());
  EXPECT_TRUE(common_frames({trace(program({1, 2})), trace(program({3, 4}))}).empty());
}

}  // namespace
}  // namespace tilefuzz::harness
