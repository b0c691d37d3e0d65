#include "harness/sandbox/captured_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace tilefuzz::harness {

void CapturedStream::read_available() {
  // A pipe holds 64 KiB; the bound keeps one busy stream from starving the other and the control socket.
  constexpr int rounds = 16;
  std::array<char, 65536> buffer;
  for (int round = 0; round < rounds && pipe_.open(); ++round) {
    const ssize_t count = ::read(pipe_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      pipe_.reset();
      return;
    }
    const auto got = static_cast<std::uint64_t>(count);
    total_ += got;
    const std::uint64_t room = capacity_ - std::min<std::uint64_t>(capacity_, text_.size());
    text_.append(buffer.data(), static_cast<std::size_t>(std::min(room, got)));
  }
}

}  // namespace tilefuzz::harness
