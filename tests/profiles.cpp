#include "tests/profiles.h"

#include "targets/mock/profile.h"

namespace tilefuzz::tests {

std::vector<const targets::Profile*> profiles() { return {&targets::mock::profile()}; }

}  // namespace tilefuzz::tests
