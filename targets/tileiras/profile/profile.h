#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "targets/profile.h"

namespace tilefuzz::targets::tileiras {

// Releases with a profile of their own, oldest first: the newest build of each minor version that was
// measured.
std::span<const std::string_view> known_versions();

// Minor version of "13.3.36"; of another text the newest known one. Files of this and every older format
// version are accepted (`tileiras --list-versions`).
int minor_version(std::string_view version);

// The profile of the release, or of the nearest known minor version.
const Profile& profile(std::string_view version);

// "sm_120" gives 120; empty for anything else.
std::optional<int> arch_number(std::string_view name);

}  // namespace tilefuzz::targets::tileiras
