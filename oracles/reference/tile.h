#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tilefuzz::reference {

// What is known of an element beside its bits; a set of flags.
inline constexpr std::uint8_t kPoison = 1;
inline constexpr std::uint8_t kZeroSign = 2;  // a zero whose sign is unspecified
inline constexpr std::uint8_t kAbsent = 4;    // of a sparse value: not stored; its bits are zero

// The value of a tile or sparse operand: raw bits, one word an element, row-major over logical extents.
// Tiles are immutable once made, so carrying one through a loop copies a pointer.
struct Tile {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint8_t> marks;  // empty: no element has any

  Tile() = default;
  explicit Tile(std::size_t count) : bits(count) {}

  std::size_t size() const { return bits.size(); }
  std::uint8_t mark(std::size_t i) const { return marks.empty() ? std::uint8_t{0} : marks[i]; }
  void add_mark(std::size_t i, std::uint8_t mark) {
    if (mark == 0) return;
    if (marks.empty()) marks.resize(bits.size());
    marks[i] |= mark;
  }
};

using TilePtr = std::shared_ptr<const Tile>;

}  // namespace tilefuzz::reference
