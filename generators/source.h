#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "generators/choice_log.h"
#include "numeric/random.h"

namespace tilefuzz::generators {

// Where the raw numbers of draws come from. `below(n)` gives a number in [0, n); 0 stands for the simplest
// value of every draw, and an exhausted source gives nothing else.
class Source {
 public:
  enum class Kind : std::uint8_t { exhausted, random, bytes, log };

  Source() = default;
  static Source random(std::uint64_t seed);
  // A fuzzer's input: one byte a draw, two where n > 256, four where n > 65,536, big-endian. The one place
  // where bytes are decoded.
  static Source bytes(std::span<const std::uint8_t> data);
  // Replays a log by position; see next_logged().
  static Source log(ChoiceLog log);

  Kind kind() const { return kind_; }
  std::uint64_t below(std::uint64_t n);

  // The next choice of a replayed log if its label fits. If it does not, the log has been edited or the
  // grammar asks something new: the nearest later choice with the label is taken and those between are
  // skipped; without one, null is given (the simplest value) and the position stays.
  const Choice* next_logged(std::string_view label);

 private:
  Kind kind_ = Kind::exhausted;
  numeric::Random random_{0};
  std::vector<std::uint8_t> bytes_;
  ChoiceLog log_;
  std::size_t position_ = 0;
};

}  // namespace tilefuzz::generators
