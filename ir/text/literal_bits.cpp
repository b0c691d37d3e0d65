#include "ir/text/literal_bits.h"

namespace tilefuzz::ir {

Result<std::int64_t, std::string> literal_bits(numeric::Element element, std::string_view text) {
  constexpr std::size_t kLongest = 1100;  // every digit of every double, and its exponent
  if (text.size() > kLongest)
    return fail("a literal of " + std::to_string(text.size()) + " characters is too long");
  const auto bits = numeric::parse_literal(element, text);
  if (!bits) return fail(bits.error());
  const int unused = 64 - numeric::bit_width(element);
  if (!numeric::is_integer(element) || element == numeric::Element::i1)
    return static_cast<std::int64_t>(*bits);
  return static_cast<std::int64_t>(*bits << unused) >> unused;
}

std::string literal_text(numeric::Element element, std::int64_t bits) {
  return numeric::format_literal(element, static_cast<std::uint64_t>(bits));
}

}  // namespace tilefuzz::ir
