#pragma once

#include <cstdint>
#include <string>

#include "harness/sandbox/descriptor.h"

namespace tilefuzz::harness {

// The reading end of a pipe: keeps the first `capacity` bytes, counts and drops the rest.
class CapturedStream {
 public:
  CapturedStream() = default;
  CapturedStream(Descriptor pipe, std::uint64_t capacity) : pipe_(std::move(pipe)), capacity_(capacity) {}

  // Takes what is there without waiting, at most 1 MiB; closes the pipe at its end.
  void read_available();

  int descriptor() const { return pipe_.get(); }
  bool open() const { return pipe_.open(); }
  std::uint64_t total_bytes() const { return total_; }
  bool truncated() const { return total_ > text_.size(); }
  std::string take_text() { return std::move(text_); }

 private:
  Descriptor pipe_;
  std::uint64_t capacity_ = 0;
  std::uint64_t total_ = 0;
  std::string text_;
};

}  // namespace tilefuzz::harness
