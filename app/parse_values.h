#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilefuzz::app {

std::vector<std::string> split(std::string_view text, char separator);

// "90", "90s", "10m", "2h" -> seconds.
std::optional<double> parse_duration(std::string_view text);

// "4096", "64K", "60M", "8G" -> bytes.
std::optional<std::uint64_t> parse_size(std::string_view text);

std::optional<std::int64_t> parse_integer(std::string_view text);

// "1.2 s", "350 ms", "2 min 5 s"
std::string show_duration(double seconds);

}  // namespace tilefuzz::app
