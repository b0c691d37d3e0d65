#include "targets/tileiras/profile/profile.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "targets/tileiras/profile/architectures.h"

namespace tilefuzz::targets::tileiras {

namespace {

constexpr std::array<std::string_view, 5> kVersions = {"13.1.80", "13.2.78", "13.3.36", "13.4.92", "13.5.37"};

// Tile IR has no structured-sparse values; that stands in the mma rows, which are all dense.
std::bitset<ir::kOpcodeCount> operations(int minor) {
  std::bitset<ir::kOpcodeCount> all;
  all.set();
  const auto without = [&all](ir::Opcode opcode) { all.reset(static_cast<std::size_t>(opcode)); };
  if (minor < 2) without(ir::Opcode::atan2);
  if (minor < 3) {
    for (const auto opcode :
         {ir::Opcode::mma_scaled, ir::Opcode::alloc, ir::Opcode::read, ir::Opcode::write}) {
      without(opcode);
    }
  }
  if (minor < 4) without(ir::Opcode::insert);
  return all;
}

std::vector<std::int32_t> from_to(std::int32_t first, std::int32_t last) {
  std::vector<std::int32_t> numbers;
  for (std::int32_t number = first; number <= last; ++number) numbers.push_back(number);
  return numbers;
}

Profile make(std::string_view version) {
  const int minor = minor_version(version);
  Profile profile;
  profile.target = "tileiras";
  profile.version = std::string(version);
  profile.architectures = architectures(minor);
  profile.operations = operations(minor);
  profile.power_of_two_tiles = true;
  // Ranges are those of the dialect's hint attributes; unknown keys and values are taken silently.
  profile.hints = {{ir::HintKey::occupancy, from_to(1, 32)},
                   {ir::HintKey::ctas, {1, 2, 4, 8, 16}},
                   {ir::HintKey::latency, from_to(1, 10)},
                   {ir::HintKey::tma, {0, 1}},
                   {ir::HintKey::path, {0, 1}}};
  if (minor >= 3) profile.hints.push_back({ir::HintKey::warps, {4, 8}});
  // Of generated factorizations, 9 of 11 with panels 256 wide ran over 20 s, 4 of 27 with 128, none of 62
  // below.
  profile.budget_width = 128;
  profile.budget_tile_elements = 1 << 14;
  return profile;
}

const std::array<Profile, kVersions.size()>& profiles() {
  static const std::array<Profile, kVersions.size()> made = [] {
    std::array<Profile, kVersions.size()> result;
    for (std::size_t i = 0; i < kVersions.size(); ++i) result[i] = make(kVersions[i]);
    return result;
  }();
  return made;
}

}  // namespace

std::span<const std::string_view> known_versions() { return kVersions; }

int minor_version(std::string_view version) {
  constexpr int kNewest = static_cast<int>(kVersions.size());
  if (!version.starts_with("13.")) return kNewest;
  version.remove_prefix(3);
  int minor = kNewest;
  std::from_chars(version.data(), version.data() + version.size(), minor);
  return std::clamp(minor, 1, kNewest);
}

const Profile& profile(std::string_view version) {
  return profiles()[static_cast<std::size_t>(minor_version(version)) - 1];
}

std::optional<int> arch_number(std::string_view name) {
  if (!name.starts_with("sm_")) return std::nullopt;
  int number = 0;
  const auto [end, error] = std::from_chars(name.data() + 3, name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

}  // namespace tilefuzz::targets::tileiras
