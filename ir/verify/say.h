#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace tilefuzz::ir {
namespace detail {
inline void append(std::string& out, std::string_view part) { out += part; }
template <std::integral Number>
void append(std::string& out, Number part) {
  out += std::to_string(part);
}
}  // namespace detail

// The parts, texts and integers, one after the other. (The absl of Debian 12 has a string_view of its own,
// which its StrCat needs.)
template <class... Parts>
std::string say(const Parts&... parts) {
  std::string out;
  (detail::append(out, parts), ...);
  return out;
}

}  // namespace tilefuzz::ir
