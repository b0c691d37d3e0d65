#include "targets/tilelang/rejections.h"

namespace tilefuzz::targets::tilelang {
namespace {

constexpr Rejection kRejections[] = {
    // src/cuda/op/gemm.cc, gemm_sp.cc
    {"warp-partition", "InternalError", "No valid warp partition for T.gemm"},
    {"rows-of-a-warp", "InternalError", "M must be divisible by"},
    {"columns-of-a-warp", "InternalError", "N must be divisible by"},
    {"warpgroup-threads", "InternalError", "Warp-Group MMA requires 128*k threads"},
    {"wgmma-requirements", "InternalError", "T.wgmma_gemm() requires"},
    {"tcgen05-requirements", "InternalError", "T.tcgen05_gemm"},
    {"two-cta", "InternalError", "use_2cta=True requires"},
    // src/backend/common/op/reduce.h
    {"butterfly-width", "InternalError", "XOR-butterfly AllReduce requires logical_width"},
    // src/transform/thread_storage_sync.cc
    {"divergent-sync", "InternalError",
     "Cannot lower a required shared-memory sync inside a divergent region"},
    // tilelang/cuda/op/gemm/gemm_mma.py and the macro generators
    {"k-atom", "AssertionError", "micro_size_k"},
    {"accumulator-fragment", "AssertionError", "must be a fragment"},
    {"accumulator-region", "AssertionError", "Fragment output C must be a full region"},
    {"mixed-operands", "AssertionError", "A and B must have the same dtype"},
    {"gmma-layout", "AssertionError", "Not a canonical GMMA_MN layout"},
    // tilelang/layout/gemm_sp.py
    {"metadata-width", "ValueError", "metadata should be"},
    // tilelang/tileop/gemm_sp/registry.py
    {"no-sparse-gemm", "ValueError", "No GEMM_SP implementation registered"},
    // src/transform/layout_inference.cc
    {"injective-layout", "ValueError", "the forward map must be injective"},
    // tilelang/cuda/pipeline.py
    {"barrier-before-hopper", "ValueError", "alloc_barrier"},
    // tilelang/language/kernel.py
    {"threads-positive", "", "threads must be positive"},
};

}  // namespace

std::span<const Rejection> rejections() { return kRejections; }

const Rejection* find_rejection(const Answer& answer) {
  for (const Rejection& row : kRejections) {
    if (answer.type.ends_with(row.type) && answer.first_line.find(row.text) != std::string::npos) return &row;
  }
  return nullptr;
}

}  // namespace tilefuzz::targets::tilelang
