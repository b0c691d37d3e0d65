#include "numeric/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

namespace tilefuzz::numeric {
namespace {

constexpr int kExponentClamp = 100000;

// Removes and returns the leading digits.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c < '0' || c > '9'; });
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

int clamped_number(std::string_view digits) {
  int value = 0;
  for (char c : digits) value = std::min(value * 10 + (c - '0'), kExponentClamp);
  return value;
}

void normalise(Decimal& number) {
  const auto first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) {
    number.digits.clear();
    number.point = 0;
    return;
  }
  number.digits.erase(0, first);
  number.point -= static_cast<int>(first);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  number.negative = take(text, "-");
  const std::string_view whole = take_digits(text);
  if (whole.empty()) return std::nullopt;
  number.digits = whole;
  if (take(text, ".")) number.digits += take_digits(text);
  int exponent = 0;
  if (take(text, "eE")) {
    const bool negative = !text.empty() && text.front() == '-';
    take(text, "+-");
    const std::string_view digits = take_digits(text);
    if (digits.empty()) return std::nullopt;
    exponent = negative ? -clamped_number(digits) : clamped_number(digits);
  }
  if (!text.empty()) return std::nullopt;
  number.point = static_cast<int>(std::min<std::size_t>(whole.size(), kExponentClamp)) + exponent;
  normalise(number);
  return number;
}

Decimal exact_decimal(double value) {
  // 767 significant digits hold every double; 8 more characters hold sign, point and exponent.
  std::array<char, 800> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 766);
  const auto number = parse_decimal({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())});
  return number.value_or(Decimal{});
}

int compare_magnitudes(const Decimal& a, const Decimal& b) {
  if (a.digits.empty() || b.digits.empty()) return (b.digits.empty() ? 1 : 0) - (a.digits.empty() ? 1 : 0);
  if (a.point != b.point) return a.point < b.point ? -1 : 1;
  const int order = a.digits.compare(b.digits);
  return (order > 0 ? 1 : 0) - (order < 0 ? 1 : 0);
}

NearestDouble nearest_double(const Decimal& magnitude) {
  if (magnitude.digits.empty()) return {};
  // The range of double ends at 10^309 and 10^-324; from_chars reports both ends alike.
  if (magnitude.point > 310) return {std::numeric_limits<double>::infinity(), 0};
  if (magnitude.point < -330) return {0, 1};
  const std::string text = "0." + magnitude.digits + "e" + std::to_string(magnitude.point);
  double value = 0;
  const auto status = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status.ec == std::errc::result_out_of_range || std::isinf(value)) {
    if (magnitude.point > 0) return {std::numeric_limits<double>::infinity(), 0};
    return {0, 1};
  }
  return {value, compare_magnitudes(magnitude, exact_decimal(value))};
}

std::string decimal_text(const Decimal& number) {
  const std::string sign = number.negative ? "-" : "";
  const std::string& digits = number.digits;
  if (digits.empty()) return sign + "0.0";
  const int count = static_cast<int>(digits.size());
  if (number.point > 16 || number.point < -3) {
    const std::string fraction = count > 1 ? digits.substr(1) : "0";
    return sign + digits.substr(0, 1) + "." + fraction + "e" + std::to_string(number.point - 1);
  }
  if (number.point <= 0)
    return sign + "0." + std::string(static_cast<std::size_t>(-number.point), '0') + digits;
  const auto point = static_cast<std::size_t>(number.point);
  if (number.point >= count) return sign + digits + std::string(point - digits.size(), '0') + ".0";
  return sign + digits.substr(0, point) + "." + digits.substr(point);
}

}  // namespace tilefuzz::numeric
