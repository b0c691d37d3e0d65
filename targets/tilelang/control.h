#pragma once

#include "ir/program.h"

namespace tilefuzz::targets::tilelang {

// A GEMM of f16 with two K iterations on 64 x 64 tiles; every version compiles it on every architecture.
ir::Program control_program();

}  // namespace tilefuzz::targets::tilelang
