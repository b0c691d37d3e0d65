#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tilefuzz::ir {

// A decimal number that is the whole text and fits, or nothing.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto status = std::from_chars(text.data(), end, value, 10);
  if (text.empty() || status.ec != std::errc() || status.ptr != end) return std::nullopt;
  return value;
}

}  // namespace tilefuzz::ir
