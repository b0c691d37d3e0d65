#pragma once

#include "core/configuration.h"
#include "ir/program.h"
#include "targets/target.h"

namespace tilefuzz::targets::tilelang {

// What TileLang must do with a verified program.
Expectation expect(const ir::Program& program, const Configuration& configuration);

// Whether `warps` warps can be set up as rows x columns so that each owns whole 16 x 8 blocks of the
// accumulator. Source: ComputeDefaultWarpPartition in TileLang's src/cuda/op/gemm.cc.
bool warps_cover(std::int32_t rows, std::int32_t columns, int warps);

}  // namespace tilefuzz::targets::tilelang
