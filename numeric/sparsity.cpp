#include "numeric/sparsity.h"

#include <array>
#include <bit>
#include <cstddef>

namespace tilefuzz::numeric {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"none", "1:2", "2:4", "4:8p"};

bool has_whole_units(Sparsity s, GroupMask mask) {
  if (unit_size(s) == 1) return true;
  return (mask & 0x55) == (mask >> 1 & 0x55);
}

}  // namespace

std::string_view name(Sparsity s) { return kNames[static_cast<std::size_t>(s)]; }

std::optional<Sparsity> sparsity_from_name(std::string_view text) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == text) return static_cast<Sparsity>(i);
  return std::nullopt;
}

bool is_valid_mask(Sparsity s, GroupMask mask) {
  return mask >> group_size(s) == 0 && std::popcount(mask) == kept_count(s) && has_whole_units(s, mask);
}

std::vector<GroupMask> valid_masks(Sparsity s) {
  std::vector<GroupMask> masks;
  for (unsigned mask = 0; mask < 256; ++mask)
    if (is_valid_mask(s, static_cast<GroupMask>(mask))) masks.push_back(static_cast<GroupMask>(mask));
  return masks;
}

std::vector<int> positions(GroupMask mask) {
  std::vector<int> result;
  for (int p = 0; p < 8; ++p)
    if ((mask >> p & 1) != 0) result.push_back(p);
  return result;
}

Result<GroupMask, std::string> mask_from_positions(Sparsity s, std::span<const int> stored) {
  const std::string pattern(name(s));
  if (stored.size() != static_cast<std::size_t>(kept_count(s)))
    return fail(pattern + " stores " + std::to_string(kept_count(s)) + " elements of a group, not " +
                std::to_string(stored.size()));
  unsigned mask = 0;
  int last = -1;
  for (int p : stored) {
    if (p < 0 || p >= group_size(s))
      return fail("position " + std::to_string(p) + " lies outside a " + pattern + " group");
    if (p <= last)
      return fail("position " + std::to_string(p) + " follows " + std::to_string(last) +
                  ": positions ascend and are distinct");
    mask |= 1u << p;
    last = p;
  }
  const auto result = static_cast<GroupMask>(mask);
  if (!has_whole_units(s, result)) return fail(pattern + " stores whole pairs of adjacent elements");
  return result;
}

std::uint8_t metadata_nibble(Sparsity s, GroupMask mask) {
  if (s == Sparsity::s1of2) return mask == 1 ? 4 : 14;
  const unsigned units =
      s == Sparsity::s4of8p ? (mask & 1u) | (mask >> 1 & 2u) | (mask >> 2 & 4u) | (mask >> 3 & 8u) : mask;
  const int first = std::countr_zero(units);
  const int second = std::bit_width(units) - 1;
  return static_cast<std::uint8_t>(first | second << 2);
}

std::optional<GroupMask> mask_from_nibble(Sparsity s, std::uint8_t nibble) {
  if (s == Sparsity::none) return std::nullopt;
  for (GroupMask mask : valid_masks(s))
    if (metadata_nibble(s, mask) == nibble) return mask;
  return std::nullopt;
}

}  // namespace tilefuzz::numeric
