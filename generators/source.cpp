#include "generators/source.h"

#include <algorithm>
#include <utility>

namespace tilefuzz::generators {
namespace {
// How far a replay looks for a label: more than one phase of any grammar draws.
constexpr std::size_t kResyncWindow = 64;
}  // namespace

Source Source::random(std::uint64_t seed) {
  Source source;
  source.kind_ = Kind::random;
  source.random_ = numeric::Random(seed);
  return source;
}

Source Source::bytes(std::span<const std::uint8_t> data) {
  Source source;
  source.kind_ = Kind::bytes;
  source.bytes_.assign(data.begin(), data.end());
  return source;
}

Source Source::log(ChoiceLog log) {
  Source source;
  source.kind_ = Kind::log;
  source.log_ = std::move(log);
  return source;
}

std::uint64_t Source::below(std::uint64_t n) {
  if (n <= 1) return 0;
  if (kind_ == Kind::random) return random_.below(n);
  if (kind_ != Kind::bytes) return 0;
  const std::size_t wanted = n <= 256 ? 1 : n <= 65536 ? 2 : 4;
  std::uint64_t raw = 0;
  for (std::size_t i = 0; i < wanted && position_ < bytes_.size(); ++i) raw = raw << 8 | bytes_[position_++];
  return raw % n;
}

const Choice* Source::next_logged(std::string_view label) {
  const std::size_t end = std::min(log_.size(), position_ + kResyncWindow);
  for (std::size_t i = position_; i < end; ++i) {
    if (log_[i].label != label) continue;
    position_ = i + 1;
    return &log_[i];
  }
  return nullptr;
}

}  // namespace tilefuzz::generators
