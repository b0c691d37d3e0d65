#pragma once

#include <vector>

#include "targets/profile.h"

namespace tilefuzz::targets::tilelang {

// Element combinations of T.gemm and T.gemm_sp on an architecture. Sources: TileLang's
// src/tl_templates/cuda/instruction/mma.h and mma_sp.h (dispatchers), its macro generators (extents of one
// instruction), and lowering of each on 0.1.13 and 0.1.15.
std::vector<MmaRow> mma_rows(int arch);

}  // namespace tilefuzz::targets::tilelang
