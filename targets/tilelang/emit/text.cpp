#include "targets/tilelang/emit/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "numeric/format.h"

namespace tilefuzz::targets::tilelang {
namespace {

using ir::Element;

std::optional<std::int64_t> as_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_atom(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ' ' && depth == 0) return false;
  }
  return true;
}

std::string shortest(double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, error == std::errc{} ? end : buffer);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string_view dtype(Element element, bool ieee_names) {
  switch (element) {
    case Element::i1:
    case Element::i8:
      return "int8";
    case Element::i16:
      return "int16";
    case Element::i32:
      return "int32";
    case Element::i64:
      return "int64";
    case Element::f16:
      return "float16";
    case Element::bf16:
      return "bfloat16";
    case Element::f32:
    case Element::tf32:
      return "float32";
    case Element::f64:
      return "float64";
    case Element::f8e4m3:
      return ieee_names ? "float8_e4m3" : "float8_e4m3fn";
    case Element::f8e5m2:
      return "float8_e5m2";
    case Element::f8e8m0:
      return "float8_e8m0fnu";
    case Element::f4e2m1:
      return "float4_e2m1fn";
  }
  return "int8";
}

std::string unsigned_dtype(Element element) { return "u" + std::string(dtype(element)); }

int dtype_bytes(std::string_view dtype) {
  const std::size_t first = dtype.find_first_of("0123456789");
  int bits = 0;
  for (std::size_t i = first; i < dtype.size() && dtype[i] >= '0' && dtype[i] <= '9'; ++i) {
    bits = bits * 10 + (dtype[i] - '0');
  }
  return std::max(bits / 8, 1);
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string call(std::string_view function, const std::vector<std::string>& arguments) {
  return std::string(function) + "(" + joined(arguments, ", ") + ")";
}

std::string cast(std::string_view to, std::string_view x) {
  return call("T.cast", {std::string(x), quoted(to)});
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string literal(Element element, std::int64_t bits, bool ieee_names) {
  const std::string type(dtype(element, ieee_names));
  if (numeric::is_integer(element)) {
    const std::int64_t value = element == Element::i1 ? bits & 1 : bits;
    return "T." + type + "(" + std::to_string(value) + ")";
  }
  const double value = numeric::decode(element, static_cast<std::uint64_t>(bits));
  if (element == Element::f64 || element == Element::f32 || element == Element::tf32) {
    if (std::isfinite(value)) return "T." + type + "(" + shortest(value) + ")";
    const std::string carrier = element == Element::f64 ? "int64" : "int32";
    const std::int64_t pattern =
        element == Element::f64 ? bits : std::bit_cast<std::int32_t>(static_cast<float>(value));
    return call("T.reinterpret", {quoted(type), "T." + carrier + "(" + std::to_string(pattern) + ")"});
  }
  // Every value of a narrower format is an f32 value, and the cast back is exact.
  return cast(type, literal(Element::f32, std::bit_cast<std::int32_t>(static_cast<float>(value))));
}

std::string times(const std::string& x, std::int64_t factor) {
  if (const auto number = as_number(x)) return std::to_string(*number * factor);
  if (factor == 1) return x;
  if (factor == 0) return "0";
  return (is_atom(x) ? x : "(" + x + ")") + " * " + std::to_string(factor);
}

std::string plus(const std::string& a, const std::string& b) {
  const auto left = as_number(a);
  const auto right = as_number(b);
  if (left && right) return std::to_string(*left + *right);
  if (left == 0) return b;
  if (right == 0) return a;
  return a + " + " + b;
}

std::string tuple(std::span<const std::int32_t> extents) {
  if (extents.empty()) return "(1,)";
  std::vector<std::string> parts;
  for (const std::int32_t extent : extents) parts.push_back(std::to_string(extent));
  return "(" + joined(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
}

std::vector<std::string> parallel_variables(std::size_t rank) {
  static constexpr std::string_view kVariables[] = {"i", "j", "ii", "jj"};
  std::vector<std::string> out;
  for (std::size_t axis = 0; axis < rank && axis < std::size(kVariables); ++axis) {
    out.emplace_back(kVariables[axis]);
  }
  return out;
}

}  // namespace tilefuzz::targets::tilelang
