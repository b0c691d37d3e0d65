#pragma once

#include <vector>

#include "targets/profile.h"

namespace tilefuzz::tests {

// The profiles that generated programs are checked for: one of each target, and those that differ much.
std::vector<const targets::Profile*> profiles();

}  // namespace tilefuzz::tests
