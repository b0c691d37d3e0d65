#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "targets/profile.h"

namespace tilefuzz::targets::tilelang {

// Versions with a profile of their own, oldest first.
std::vector<std::string> versions();

// What TileLang at a version supports; of an unknown version, the nearest known one before it, or the
// oldest.
const Profile& profile(std::string_view version);

// Whether loops may be split between producer and consumer warps on this architecture: sm_90 and later,
// unless the option `ws` is off. Code before such a loop is then compiled for 128 threads more.
bool may_specialize_warps(std::string_view arch);

// 89 for "sm_89", 90 for "sm_90a"; 0 for anything else.
int arch_number(std::string_view arch);

}  // namespace tilefuzz::targets::tilelang
