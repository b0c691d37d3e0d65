#include "generators/choices.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace tilefuzz::generators {

Choices::Choices(Source source) : source_(std::move(source)) { log_.reserve(128); }

std::int64_t Choices::record(std::string_view label, std::int64_t low, std::int64_t high, std::int64_t value,
                             std::string_view word) {
  log_.add({label, low, high, value, word});
  return value;
}

std::int64_t Choices::choose(std::string_view label, std::int64_t low, std::int64_t high) {
  if (high < low) high = low;
  if (replaying()) {
    const Choice* choice = source_.next_logged(label);
    return record(label, low, high, choice ? std::clamp(choice->value, low, high) : low);
  }
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return record(label, low, high, low + static_cast<std::int64_t>(source_.below(span + 1)));
}

bool Choices::chance(std::string_view label, int percent) {
  if (replaying()) {
    const Choice* choice = source_.next_logged(label);
    return record(label, 0, 1, choice && choice->value != 0 ? 1 : 0) != 0;
  }
  // Raw 0 is false unless true is certain.
  const bool hit = static_cast<int>(source_.below(100)) >= 100 - percent;
  return record(label, 0, 1, hit ? 1 : 0) != 0;
}

std::size_t Choices::weighted(std::string_view label, std::span<const std::uint32_t> weights) {
  const auto last = static_cast<std::int64_t>(weights.size()) - 1;
  if (replaying()) {
    const Choice* choice = source_.next_logged(label);
    const std::int64_t index = choice ? std::clamp<std::int64_t>(choice->value, 0, last) : 0;
    return static_cast<std::size_t>(record(label, 0, last, index));
  }
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  std::uint64_t raw = source_.below(total);
  std::size_t index = 0;
  while (index + 1 < weights.size() && raw >= weights[index]) raw -= weights[index++];
  return static_cast<std::size_t>(record(label, 0, last, static_cast<std::int64_t>(index)));
}

std::int64_t Choices::pick(std::string_view label, std::span<const Option> options) {
  std::int64_t low = options.front().value;
  std::int64_t high = low;
  std::uint64_t total = 0;
  for (const Option& option : options) {
    low = std::min(low, option.value);
    high = std::max(high, option.value);
    total += option.weight;
  }
  const Option* taken = &options.front();
  if (replaying()) {
    if (const Choice* choice = source_.next_logged(label)) {
      const auto distance = [&](const Option& option) {
        return std::max(option.value, choice->value) - std::min(option.value, choice->value);
      };
      for (const Option& option : options) {
        if (distance(option) < distance(*taken)) taken = &option;
      }
    }
  } else {
    std::uint64_t raw = source_.below(total);
    for (const Option& option : options) {
      taken = &option;
      if (raw < option.weight || total == 0) break;
      raw -= option.weight;
    }
  }
  return record(label, low, high, taken->value, taken->word);
}

std::int64_t Choices::corner(std::string_view label, std::int64_t low, std::int64_t high) {
  if (high < low) high = low;
  if (replaying()) return choose(label, low, high);
  if (source_.below(2) == 0) {
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    return record(label, low, high, low + static_cast<std::int64_t>(source_.below(span + 1)));
  }
  constexpr int kMaxCorners = 192;
  std::array<std::int64_t, kMaxCorners> corners{};
  std::size_t count = 0;
  corners[count++] = low;
  corners[count++] = high;
  for (int bit = 0; bit < 62; ++bit) {
    for (const std::int64_t delta : {-1, 0, 1}) {
      const std::int64_t candidate = (std::int64_t{1} << bit) + delta;
      if (candidate > low && candidate < high) corners[count++] = candidate;
    }
  }
  return record(label, low, high, corners[source_.below(count)]);
}

}  // namespace tilefuzz::generators
