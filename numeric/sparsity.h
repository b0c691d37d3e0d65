#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace tilefuzz::numeric {

// Structured sparsity of a matrix along its columns (the K axis of a left operand): of each group of adjacent
// elements, a fixed count is stored. s4of8p keeps two of four adjacent pairs, each pair whole.
// Source: PTX ISA, "Sparse matrix storage" of mma.sp (1:2 for tf32, 2:4 for 8- and 16-bit elements, 4:8
// pairwise for 4-bit elements).
enum class Sparsity : std::uint8_t { none, s1of2, s2of4, s4of8p };

// `none` is a group of one element, which is kept.
constexpr int group_size(Sparsity s) {
  constexpr int sizes[] = {1, 2, 4, 8};
  return sizes[static_cast<int>(s)];
}

constexpr int kept_count(Sparsity s) {
  constexpr int counts[] = {1, 1, 2, 4};
  return counts[static_cast<int>(s)];
}

// Elements that are kept or dropped together.
constexpr int unit_size(Sparsity s) { return s == Sparsity::s4of8p ? 2 : 1; }

// The spelling in program text: "1:2", "2:4", "4:8p"; "none".
std::string_view name(Sparsity s);
std::optional<Sparsity> sparsity_from_name(std::string_view text);

// The kept positions of one group, as a set: bit p is set iff position p is stored.
using GroupMask = std::uint8_t;

// Whether the set has the pattern's count, within the group, in whole units.
bool is_valid_mask(Sparsity s, GroupMask mask);
// All valid sets, ascending.
std::vector<GroupMask> valid_masks(Sparsity s);
// Ascending.
std::vector<int> positions(GroupMask mask);
// Checks a list of stored positions: as many as the pattern keeps, ascending and distinct, inside the group,
// pairs whole. The error says which of these fails.
Result<GroupMask, std::string> mask_from_positions(Sparsity s, std::span<const int> stored);

// The four metadata bits of a group: p0 | p1 << 2 with p0 < p1, the kept positions of 2:4, or the kept pairs
// of 4:8p. 1:2 counts in halves of an element: 4 keeps position 0 (halves 0 and 1), 14 keeps position 1.
// Preconditions: s is not none, the mask is valid.
std::uint8_t metadata_nibble(Sparsity s, GroupMask mask);
// Empty: no valid set has this nibble.
std::optional<GroupMask> mask_from_nibble(Sparsity s, std::uint8_t nibble);

}  // namespace tilefuzz::numeric
