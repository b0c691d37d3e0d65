#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tilefuzz::numeric {

// Element types of tiles and tensors. Integers are signless: signedness belongs to the operation.
// f8e4m3 is the "fn" variant (no infinity, one NaN pattern per sign); f8e8m0 and f4e2m1 are the scale and
// element formats of the OCP Microscaling (MX) specification 1.0.
enum class Element : std::uint8_t {
  i1,
  i8,
  i16,
  i32,
  i64,
  f16,
  bf16,
  f32,
  f64,
  tf32,
  f8e4m3,
  f8e5m2,
  f8e8m0,
  f4e2m1
};

inline constexpr std::array kAllElements = {Element::i1,     Element::i8,    Element::i16,    Element::i32,
                                            Element::i64,    Element::f16,   Element::bf16,   Element::f32,
                                            Element::f64,    Element::tf32,  Element::f8e4m3, Element::f8e5m2,
                                            Element::f8e8m0, Element::f4e2m1};

namespace detail {
struct ElementRow {
  std::string_view name;
  std::uint8_t bits;
  bool integer;
  bool arithmetic;
};
inline constexpr std::array<ElementRow, kAllElements.size()> kElementRows = {{{"i1", 1, true, true},
                                                                              {"i8", 8, true, true},
                                                                              {"i16", 16, true, true},
                                                                              {"i32", 32, true, true},
                                                                              {"i64", 64, true, true},
                                                                              {"f16", 16, false, true},
                                                                              {"bf16", 16, false, true},
                                                                              {"f32", 32, false, true},
                                                                              {"f64", 64, false, true},
                                                                              {"tf32", 32, false, false},
                                                                              {"f8e4m3", 8, false, false},
                                                                              {"f8e5m2", 8, false, false},
                                                                              {"f8e8m0", 8, false, false},
                                                                              {"f4e2m1", 4, false, false}}};
constexpr const ElementRow& row(Element e) { return kElementRows[static_cast<std::size_t>(e)]; }
}  // namespace detail

// The spelling in program text.
constexpr std::string_view name(Element e) { return detail::row(e).name; }

constexpr std::optional<Element> from_name(std::string_view text) {
  for (Element e : kAllElements)
    if (name(e) == text) return e;
  return std::nullopt;
}

// Bits of a value's raw pattern. tf32 has 19 meaningful bits (sign, 8 exponent, 10 fraction) and counts as
// the 32-bit container it lives in.
constexpr int bit_width(Element e) { return detail::row(e).bits; }

// Bytes of one element that is stored alone: i1 and f4e2m1 take a byte (packing two f4e2m1 into one byte is
// the business of a tensor's layout).
constexpr int storage_bytes(Element e) { return (bit_width(e) + 7) / 8; }

constexpr bool is_integer(Element e) { return detail::row(e).integer; }
constexpr bool is_float(Element e) { return !is_integer(e); }

// Whether elementwise arithmetic exists on the type. The others may be moved, cast and fed to an mma. (i1 is
// an integer; that it has only `and or xor not select cmp` is a rule of the operation table.)
constexpr bool has_arithmetic(Element e) { return detail::row(e).arithmetic; }

}  // namespace tilefuzz::numeric
