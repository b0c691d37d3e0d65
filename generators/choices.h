#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "generators/choice_log.h"
#include "generators/source.h"

namespace tilefuzz::generators {

// One of the values that `pick` may give.
struct Option {
  std::int64_t value = 0;
  std::uint32_t weight = 1;  // 0: only if nothing else has one
  std::string_view word = {};
};

// Every decision of a generator goes through here, so that a case is its log: the same log gives the same
// program. In every draw the first option (the low bound, `false`) is the simplest one; it is what an
// exhausted source gives, and what reducers move towards.
//
//   Choices choices(Source::random(7));
//   const auto rows = choices.pick("rows", {{32}, {64, 2}, {128, 3}});
//   if (choices.chance("second_loop", 88)) …
//   const ChoiceLog log = choices.log();   // Choices(Source::log(log)) draws the same again
class Choices {
 public:
  explicit Choices(Source source);

  // Uniform in [low, high].
  std::int64_t choose(std::string_view label, std::int64_t low, std::int64_t high);
  // True in `percent` of 100 cases.
  bool chance(std::string_view label, int percent);
  // Index of a weight.
  std::size_t weighted(std::string_view label, std::span<const std::uint32_t> weights);
  // Value of an option. `options` must not be empty. A replayed value that is no option gives the nearest
  // one.
  std::int64_t pick(std::string_view label, std::span<const Option> options);
  std::int64_t pick(std::string_view label, std::initializer_list<Option> options) {
    return pick(label, std::span<const Option>(options.begin(), options.size()));
  }
  // In [low, high], one in two at a corner: the bounds, powers of two and their neighbours.
  std::int64_t corner(std::string_view label, std::int64_t low, std::int64_t high);

  const ChoiceLog& log() const { return log_; }

 private:
  std::int64_t record(std::string_view label, std::int64_t low, std::int64_t high, std::int64_t value,
                      std::string_view word = {});
  bool replaying() const { return source_.kind() == Source::Kind::log; }

  Source source_;
  ChoiceLog log_;
};

}  // namespace tilefuzz::generators
