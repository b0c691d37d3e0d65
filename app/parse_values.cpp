#include "app/parse_values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace tilefuzz::app {
namespace {

// A number and what stands behind it.
std::optional<std::pair<double, std::string_view>> number_and_unit(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  return std::pair{number, text.substr(static_cast<std::size_t>(end - text.data()))};
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<double> parse_duration(std::string_view text) {
  const auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  const auto& [number, unit] = *parsed;
  if (unit.empty() || unit == "s") return number;
  if (unit == "m") return number * 60;
  if (unit == "h") return number * 3600;
  return std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const auto parsed = number_and_unit(text);
  if (!parsed) return std::nullopt;
  const auto& [number, unit] = *parsed;
  constexpr std::string_view kUnits[] = {"", "K", "M", "G"};
  double factor = 1;
  for (const std::string_view known : kUnits) {
    if (unit == known) return static_cast<std::uint64_t>(number * factor);
    factor *= 1024;
  }
  return std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string show_duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 100) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace tilefuzz::app
