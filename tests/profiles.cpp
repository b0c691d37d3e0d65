#include "tests/profiles.h"

#include "targets/mock/profile.h"
#include "targets/tileiras/profile/profile.h"
#include "targets/tilelang/profile/profile.h"

namespace tilefuzz::tests {

std::vector<const targets::Profile*> profiles() {
  return {&targets::mock::profile(),
          &targets::tileiras::profile("13.3.36"),
          &targets::tileiras::profile("13.1.80"),
          &targets::tileiras::profile("13.5.37"),
          &targets::tilelang::profile("0.1.13"),
          &targets::tilelang::profile("0.1.15")};
}

}  // namespace tilefuzz::tests
