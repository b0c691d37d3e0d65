#include "harness/sandbox/crash_signature.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace tilefuzz::harness {
namespace {

// Mutual recursion of passes and visitors seen in practice stays below this.
constexpr std::size_t longest_cycle = 12;
// A trace is called endless if its cycle fills it this often; the pass manager's nesting is 2 to 3 deep.
constexpr std::size_t endless_repeats = 4;

// Where abort, memcpy and operator new end up, and what differs between two machines. A library of the
// compiler's own (libnvvm) is none of these: its frames tell its crashes apart.
constexpr std::string_view runtime_libraries[] = {
    "libc.so",  "libc-",    "libm.so", "libstdc++.so", "libgcc_s.so",       "libpthread",    "libdl.so",
    "librt.so", "ld-linux", "libc++",  "ld-musl",      "libtilefuzz_crash", "libunwind.so.", "?"};

bool in_runtime(const Frame& frame) {
  return !frame.in_main && std::ranges::any_of(runtime_libraries, [&](std::string_view name) {
    return frame.module.starts_with(name);
  });
}

std::vector<Frame> in_compiler(const CrashTrace& trace) {
  std::vector<Frame> frames;
  for (const Frame& frame : trace.frames) {
    if (!in_runtime(frame)) frames.push_back(frame);
  }
  return frames;
}

// The period of the cycle that runs to the very end of `frames`, if it does so long enough.
std::optional<std::size_t> endless_cycle(const std::vector<Frame>& frames) {
  for (std::size_t period = 1; period <= longest_cycle && period * endless_repeats <= frames.size();
       ++period) {
    const auto tail = frames.end() - static_cast<std::ptrdiff_t>(period * endless_repeats);
    if (std::equal(tail + static_cast<std::ptrdiff_t>(period), frames.end(), tail)) return period;
  }
  return std::nullopt;
}

void cut(std::vector<Frame>& frames) {
  if (frames.size() > signature_length) frames.resize(signature_length);
}

}  // namespace

std::vector<Frame> without_cycles(std::vector<Frame> frames) {
  for (std::size_t period = 1; period <= longest_cycle; ++period) {
    std::size_t at = 0;
    while (at + 2 * period <= frames.size()) {
      const auto first = frames.begin() + static_cast<std::ptrdiff_t>(at);
      const auto second = first + static_cast<std::ptrdiff_t>(period);
      if (std::equal(first, second, second)) {
        frames.erase(second, second + static_cast<std::ptrdiff_t>(period));
      } else {
        ++at;
      }
    }
  }
  return frames;
}

std::vector<Frame> signature_frames(const CrashTrace& trace) {
  std::vector<Frame> frames = in_compiler(trace);
  // Only a full trace can have been cut off within a recursion: any other ends in main.
  const bool full = trace.frames.size() >= CrashTrace::most_frames;
  if (const auto period = full ? endless_cycle(frames) : std::nullopt) {
    frames.erase(frames.begin(), frames.end() - static_cast<std::ptrdiff_t>(*period));
    const auto smallest = std::ranges::min_element(frames, {}, &Frame::offset);
    std::rotate(frames.begin(), smallest, frames.end());
  }
  frames = without_cycles(std::move(frames));
  cut(frames);
  return frames;
}

std::vector<Frame> common_frames(const std::vector<CrashTrace>& samples) {
  if (samples.empty()) return {};
  std::vector<Frame> common = in_compiler(samples.front());
  for (const CrashTrace& sample : samples) {
    const std::vector<Frame> other = in_compiler(sample);
    const auto [end, unused] = std::mismatch(common.rbegin(), common.rend(), other.rbegin(), other.rend());
    common.erase(common.begin(), end.base());
  }
  common = without_cycles(std::move(common));
  cut(common);
  return common;
}

std::string to_string(const std::vector<Frame>& frames) {
  std::string text;
  for (const Frame& frame : frames) text += (text.empty() ? "" : " ") + to_string(frame);
  return text;
}

}  // namespace tilefuzz::harness
