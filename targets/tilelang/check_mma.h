#pragma once

#include <functional>
#include <string>

#include "ir/program.h"
#include "targets/profile.h"
#include "targets/tilelang/rules.h"

namespace tilefuzz::targets::tilelang {

using Report = std::function<void(Rule rule, std::string message, SourcePosition position)>;

// Rules of T.gemm and T.gemm_sp and of sparse operands.
void check_mma(const ir::Program& program, const ir::Op& op, const ArchProfile& arch, const Report& report);
void check_sparse_param(const ir::Program& program, const ir::Param& param, const Report& report);
void check_sparse_load(const ir::Program& program, const ir::Op& load, const Report& report);

// Threads of a block: the hint `threads`, else 32 for each of `warps`, else 128.
int thread_count(const ir::Program& program);

}  // namespace tilefuzz::targets::tilelang
