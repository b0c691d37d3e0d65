#pragma once

#include "targets/target.h"

namespace tilefuzz::targets {

// TileLang 0.1.13 to 0.1.15, lowered to CUDA text by a warmed server that forks a child per case. Needs no
// GPU. One level: TileLang has no optimisation levels.
const Target& tilelang_target();

}  // namespace tilefuzz::targets
