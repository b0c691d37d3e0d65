#pragma once

#include "targets/profile.h"

namespace tilefuzz::targets::mock {

// Takes every operation and element; tiles up to 2^15 elements, so that interpreting them is cheap.
const Profile& profile();

}  // namespace tilefuzz::targets::mock
