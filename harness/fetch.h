#pragma once

#include <string>
#include <vector>

namespace tilefuzz::harness {

// Runs scripts/fetch-compilers.sh, which owns the pinned versions, in front of the user: NAME@VERSION each,
// none for the default set. Whether it succeeded.
bool fetch_compilers(const std::vector<std::string>& names);

}  // namespace tilefuzz::harness
