#pragma once

#include <string>
#include <vector>

#include "harness/sandbox/process.h"

namespace tilefuzz::harness {

// A run of the test program child_zoo in `mode`, with limits that let a loaded machine be slow.
inline ProcessSpec zoo(std::vector<std::string> mode) {
  ProcessSpec spec;
  spec.argv = {TILEFUZZ_CHILD_ZOO};
  spec.argv.insert(spec.argv.end(), mode.begin(), mode.end());
  spec.limits.wall_seconds = 30;
  spec.limits.cpu_seconds = 20;
  return spec;
}

}  // namespace tilefuzz::harness
