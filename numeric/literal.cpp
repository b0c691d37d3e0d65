#include "numeric/literal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "numeric/decimal.h"
#include "numeric/format.h"
#include "numeric/integer.h"
#include "numeric/rounding.h"

namespace tilefuzz::numeric {
namespace {

using Parsed = Result<std::uint64_t, std::string>;

Parsed refuse(Element e, std::string_view text, std::string_view why) {
  return fail("literal '" + std::string(text) + "' " + std::string(why) + " " + std::string(name(e)));
}

std::string hex_bits(Element e, std::uint64_t bits) {
  const int digits = (bit_width(e) + 3) / 4;
  std::string text = "0x";
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[bits >> (4 * i) & 0xf];
  return text;
}

// The whole text as an unsigned number; too large a number gives an empty `value`.
struct Digits {
  bool well_formed = false;
  std::optional<std::uint64_t> value;
};

Digits read_digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto status = std::from_chars(text.data(), end, value, base);
  if (text.empty() || status.ptr != end || status.ec == std::errc::invalid_argument) return {};
  if (status.ec == std::errc::result_out_of_range) return {true, std::nullopt};
  return {true, value};
}

Parsed parse_bits(Element e, std::string_view text) {
  const Digits bits = read_digits(text.substr(2), 16);
  if (!bits.well_formed) return refuse(e, text, "is not a number for");
  if (!bits.value || *bits.value > bit_mask(e)) return refuse(e, text, "has more bits than");
  return *bits.value;
}

Parsed parse_integer(Element e, std::string_view text) {
  if (e == Element::i1 && text == "true") return 1;
  if (e == Element::i1 && text == "false") return 0;
  const bool negative = text.starts_with('-');
  const Digits digits = read_digits(text.substr(negative ? 1 : 0), 10);
  if (!digits.well_formed) return refuse(e, text, "is not an integer for");
  const std::uint64_t largest = !negative          ? bit_mask(e)
                                : e == Element::i1 ? 0
                                                   : std::uint64_t{1} << (bit_width(e) - 1);
  if (!digits.value || *digits.value > largest) return refuse(e, text, "does not fit");
  return (negative ? 0 - *digits.value : *digits.value) & bit_mask(e);
}

Rounded round_decimal(Element e, const Decimal& decimal) {
  const NearestDouble near = nearest_double(decimal);
  if (std::isinf(near.value)) return {0, false};
  // f64 is already rounded. A magnitude below every double is as good as zero for all other formats.
  const int residue = e == Element::f64 || near.value == 0 ? 0 : near.residue;
  Exact exact = exact_from_double(near.value, residue);
  exact.negative = decimal.negative;
  return round_to(e, exact);
}

Parsed parse_float(Element e, std::string_view text) {
  if (text == "nan" && is_nan(e, canonical_nan(e))) return canonical_nan(e);
  if (const auto pattern = infinity(e)) {
    if (text == "inf") return *pattern;
    if (text == "-inf") return *pattern | sign_bit(e);
  }
  const auto decimal = parse_decimal(text);
  if (!decimal) return refuse(e, text, "is not a number for");
  const Rounded rounded = round_decimal(e, *decimal);
  if (!rounded.in_range) return refuse(e, text, "does not fit");
  return rounded.bits;
}

// Shortest digits that a reader of the same type rounds back to the value.
template <class T>
Decimal shortest_decimal(T value) {
  std::array<char, 64> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  return parse_decimal({buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())})
      .value_or(Decimal{});
}

// The `count`-digit decimals next to the value: the nearest one, and its neighbours, because below a power of
// two the numbers of a format lie closer together than above and the nearest decimal may miss.
std::optional<Decimal> decimal_of_length(Element e, std::uint64_t bits, double value, int count) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific, count - 1);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t exponent = text.find('e');
  std::string digits(text.substr(0, exponent));
  std::erase(digits, '.');
  const std::int64_t nearest = std::strtoll(digits.c_str(), nullptr, 10);
  for (const int step : {0, 1, -1}) {
    const auto candidate = parse_decimal(std::to_string(nearest + step) + std::string(text.substr(exponent)));
    if (!candidate || candidate->digits.empty()) continue;
    Decimal scaled = *candidate;
    scaled.point -= count - 1;
    const Rounded rounded = round_decimal(e, scaled);
    if (rounded.in_range && rounded.bits == bits) return scaled;
  }
  return std::nullopt;
}

Decimal shortest_decimal(Element e, std::uint64_t bits) {
  const double value = std::fabs(decode(e, bits));
  if (value == std::trunc(value) && value < 1e7) return exact_decimal(value);
  if (e == Element::f64) return shortest_decimal(value);
  if (e == Element::f32) return shortest_decimal(static_cast<float>(value));
  const std::uint64_t magnitude = bits & ~sign_bit(e);
  for (int count = 1; count < 17; ++count)
    if (const auto found = decimal_of_length(e, magnitude, value, count)) return *found;
  return exact_decimal(value);
}

}  // namespace

std::string format_literal(Element e, std::uint64_t bits) {
  bits &= bit_mask(e);
  if (e == Element::i1) return bits != 0 ? "true" : "false";
  if (is_integer(e)) return std::to_string(decode_signed(e, bits));
  const bool negative = (bits & sign_bit(e)) != 0;
  if (convert(e, e, bits) != bits) {
    // NaN payloads, tf32 with stray low bits, f8e5m2 infinities (its casts saturate).
    if (is_infinity(e, bits) && (bits & ~sign_bit(e)) == infinity(e)) return negative ? "-inf" : "inf";
    return hex_bits(e, bits);
  }
  if (is_nan(e, bits)) return "nan";
  if (is_infinity(e, bits)) return negative ? "-inf" : "inf";
  Decimal decimal = shortest_decimal(e, bits);
  decimal.negative = negative;
  return decimal_text(decimal);
}

Parsed parse_literal(Element e, std::string_view text) {
  if (text.starts_with("0x")) return parse_bits(e, text);
  return is_integer(e) ? parse_integer(e, text) : parse_float(e, text);
}

}  // namespace tilefuzz::numeric
