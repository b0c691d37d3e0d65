#pragma once

#include <vector>

#include "harness/sandbox/crash_trace.h"

namespace tilefuzz::harness {

// The frames by which two crashes of one binary look alike: the first four inside the program or the
// libraries that came with it (libc and its like left out), repeats of a cycle dropped. A trace that ends in
// a long recursion (a stack overflow) is known by its cycle alone, turned to a fixed start, because the depth
// at which the stack ends is an accident. Empty when no such frame was found; then signal and module are all
// there is.
std::vector<Frame> signature_frames(const CrashTrace& trace);

// For a hang: frames of the same kind that all samples share, counted from the outermost, innermost four
// of them first. Empty if there are none or no samples.
std::vector<Frame> common_frames(const std::vector<CrashTrace>& samples);

// `frames` without the second and later of adjacent equal blocks: a b a b c gives a b c.
std::vector<Frame> without_cycles(std::vector<Frame> frames);

// "46b4fd3 468845e 439953c 439a7cc"
std::string to_string(const std::vector<Frame>& frames);

inline constexpr std::size_t signature_length = 4;

}  // namespace tilefuzz::harness
