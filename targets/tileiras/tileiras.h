#pragma once

#include "targets/target.h"

namespace tilefuzz::targets {

// NVIDIA's tileiras: Tile IR bytecode in, cubin out, one process a compilation; versions 13.1 to 13.5. It
// needs no GPU. Levels -O0 to -O3; options in tileiras/options.h.
const Target& tileiras_target();

}  // namespace tilefuzz::targets
