#include "targets/tilelang/rules.h"

#include <array>

namespace tilefuzz::targets::tilelang {
namespace {

using enum Provenance;

// `spec`: TileLang itself refuses with a message that names the matter (a fixture of classify_test.cpp).
constexpr std::array kTable{
    RuleRow{Rule::arch_unknown, "tilelang.arch.known", ours, "an architecture of the profile"},
    RuleRow{Rule::element, "tilelang.element", ours, "an element that buffers can have"},
    RuleRow{Rule::operation, "tilelang.operation", ours, "an operation that TileLang has words for"},
    RuleRow{Rule::emit, "tilelang.emit", ours, "a combination that the emitter can write"},
    RuleRow{Rule::alias_group, "tilelang.alias.one-parameter", observed,
            "one parameter per allocation: all are declared __restrict__ in the CUDA text"},
    RuleRow{Rule::threads, "tilelang.threads", ours, "1 to 1024 threads; whole warps where T.gemm is used"},
    RuleRow{Rule::mma_elements, "tilelang.mma.elements", observed, "elements that an instruction takes"},
    RuleRow{Rule::mma_atom, "tilelang.mma.atom", spec, "tile extents are multiples of the instruction's"},
    RuleRow{Rule::mma_warps, "tilelang.mma.warps", spec, "the warps cover the accumulator evenly"},
    RuleRow{Rule::mma_precision, "tilelang.mma.precision", observed, "f32 operands are taken as tf32"},
    RuleRow{Rule::mma_signedness, "tilelang.mma.signedness", observed,
            "both operands signed, or both unsigned"},
    RuleRow{Rule::sparse_dynamic, "tilelang.sparse.static-columns", observed,
            "the columns of a sparse tensor are static: arguments are bound by K // 2"},
    RuleRow{Rule::sparse_staged_metadata, "tilelang.sparse.staged-width", ours,
            "the staged metadata has the width of the parameter's"},
    RuleRow{Rule::metadata_element, "tilelang.sparse.metadata-element", observed,
            "metadata words: 32 bits for 8-bit operands only, 16 bits alone for f32"},
    RuleRow{Rule::metadata_layout_width, "tilelang.sparse.layout-width", spec,
            "an interleaved layout has 16-bit words for 16-bit operands and 32-bit words for 8-bit ones"},
    RuleRow{Rule::metadata_layout_rows, "tilelang.sparse.layout-rows", spec,
            "an interleaved layout is injective only over whole groups of rows"},
    RuleRow{Rule::metadata_layout_columns, "tilelang.sparse.layout-columns", spec,
            "an interleaved layout is injective only over pairs of columns of words"},
    RuleRow{Rule::pipelined_exit, "tilelang.loop.pipelined-exit", observed,
            "no break or continue in a loop with stages"},
    RuleRow{Rule::cast_rounding, "tilelang.cast.tf32", ours, "a cast to tf32 from what f32 holds exactly"},
    RuleRow{Rule::atomic_kind, "tilelang.atomic.kind", observed,
            "atomic add, min, max, or; add alone on floats"},
    RuleRow{Rule::hint_range, "tilelang.hint.range", ours, "a hint value of the profile"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (static_cast<std::size_t>(kTable[i].rule) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is indexed by rule");

}  // namespace

std::span<const RuleRow> rule_table() { return kTable; }
const RuleRow& row(Rule rule) { return kTable[static_cast<std::size_t>(rule)]; }

}  // namespace tilefuzz::targets::tilelang
