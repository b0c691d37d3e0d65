#include "targets/tilelang/profile/profile.h"

#include <charconv>

#include "targets/tilelang/profile/mma_rows.h"

namespace tilefuzz::targets::tilelang {
namespace {

using ir::HintKey;
using ir::Opcode;

struct Arch {
  std::string_view name;
  int shared_kib;  // per block, CUDA C++ Programming Guide, table of compute capabilities
};
constexpr Arch kArchitectures[] = {
    {"sm_80", 163},  {"sm_86", 99},    {"sm_89", 99},  {"sm_90", 227},  {"sm_90a", 227},
    {"sm_100", 227}, {"sm_100a", 227}, {"sm_120", 99}, {"sm_120a", 99},
};

constexpr std::string_view kVersions[] = {"0.1.13", "0.1.14", "0.1.15"};

// Operations that TileLang has no words for: block-scaled products need fragments of scales that the
// emitter does not make.
constexpr Opcode kNotSaid[] = {Opcode::mma_scaled};

Profile make(std::string_view version) {
  Profile out;
  out.target = "tilelang";
  out.version = std::string(version);
  for (const Arch& row : kArchitectures) {
    ArchProfile arch;
    arch.name = std::string(row.name);
    for (const ir::Element element : numeric::kAllElements) {
      if (element != ir::Element::f8e8m0 && element != ir::Element::f4e2m1) arch.elements.push_back(element);
    }
    arch.mma = mma_rows(arch_number(row.name));
    arch.shared_bytes = std::int64_t{row.shared_kib} << 10;
    out.architectures.push_back(arch);
  }
  out.operations.set();
  for (const Opcode opcode : kNotSaid) out.operations.reset(static_cast<std::size_t>(opcode));
  out.hints = {
      {HintKey::threads, {128, 32, 64, 256}},
      {HintKey::stages, {0, 1, 2, 3}},
      {HintKey::unroll, {1, 2, 4}},
      {HintKey::policy, {0, 1, 2}},
      {HintKey::tma, {0, 1}},
      {HintKey::eviction, {0, 1, 2}},
      {HintKey::metadata, {0, 1, 2}},
      {HintKey::layout, {0, 1}},
      {HintKey::swizzle_panel, {4, 8, 10}},
  };
  // A copy into shared memory for sm_80 costs time by its area; 128 x 128 keeps a lowering below 10 s.
  out.budget_tile_elements = 1 << 14;
  out.budget_width = 128;
  return out;
}

}  // namespace

std::vector<std::string> versions() { return {std::begin(kVersions), std::end(kVersions)}; }

const Profile& profile(std::string_view version) {
  static const std::vector<Profile> kProfiles = [] {
    std::vector<Profile> profiles;
    for (const std::string_view each : kVersions) profiles.push_back(make(each));
    return profiles;
  }();
  const Profile* nearest = &kProfiles.front();
  for (const Profile& candidate : kProfiles) {
    // Equal lengths compare as numbers do.
    const bool before = candidate.version.size() < version.size() ||
                        (candidate.version.size() == version.size() && candidate.version <= version);
    if (before) nearest = &candidate;
  }
  return *nearest;
}

bool may_specialize_warps(std::string_view arch) { return arch_number(arch) >= 90; }

int arch_number(std::string_view arch) {
  constexpr std::string_view kPrefix = "sm_";
  if (!arch.starts_with(kPrefix)) return 0;
  int number = 0;
  std::from_chars(arch.data() + kPrefix.size(), arch.data() + arch.size(), number);
  return number;
}

}  // namespace tilefuzz::targets::tilelang
