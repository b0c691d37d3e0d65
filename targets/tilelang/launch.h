#pragma once

#include "targets/target.h"

namespace tilefuzz::targets::tilelang {

// How the server is started and what it is asked. Installation paths: `python`, the interpreter of an
// environment with TileLang; `server`, the folder with this target's Python files.
LaunchPlan launch_plan(const Installation& installation, const Configuration& configuration);

}  // namespace tilefuzz::targets::tilelang
