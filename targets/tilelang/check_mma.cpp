#include "targets/tilelang/check_mma.h"

#include <algorithm>

#include "targets/tilelang/emit/sparse_operand.h"
#include "targets/tilelang/expect.h"

namespace tilefuzz::targets::tilelang {
namespace {

using ir::AttributeKey;
using ir::Element;
using ir::HintKey;
using ir::Op;
using ir::Program;
using ir::Type;

constexpr int kWarp = 32;
constexpr int kDefaultThreads = 128;
constexpr std::int32_t kWarpRows = 16;
constexpr std::int32_t kWarpColumns = 8;
enum Policy { square = 0, full_row = 1, full_col = 2 };

std::string text(Element element) { return std::string(numeric::name(element)); }

// Rows over which the interleaved layout of a metadata width repeats.
std::int64_t layout_rows(int metadata_bits) {
  return metadata_bits == 8 ? 64 : metadata_bits == 16 ? 32 : 16;
}

void check_layout(const SparseOperand& operand, std::int64_t rows, std::int64_t columns,
                  SourcePosition position, const Report& report) {
  const int bits = numeric::bit_width(operand.element);
  const bool sm90 = operand.metadata_bits == 8;
  if (bits == 32 || (!sm90 && operand.metadata_bits != (bits == 8 ? 32 : 16))) {
    report(Rule::metadata_layout_width,
           std::to_string(operand.metadata_bits) + "-bit metadata of " + text(operand.element), position);
    return;
  }
  const std::int64_t group = layout_rows(operand.metadata_bits);
  if (rows % group != 0) {
    report(Rule::metadata_layout_rows,
           std::to_string(rows) + " rows are no multiple of " + std::to_string(group), position);
  }
  if (!sm90 && columns % 2 != 0) {
    report(Rule::metadata_layout_columns, std::to_string(columns) + " columns of words", position);
  }
}

bool has_hint(std::span<const ir::Hint> hints, HintKey key, std::int32_t value) {
  return std::ranges::any_of(hints, [&](const ir::Hint& h) { return h.key == key && h.value == value; });
}

}  // namespace

int thread_count(const Program& program) {
  int warps = 0;
  for (const ir::Hint& hint : program.hints) {
    if (hint.key == HintKey::threads) return hint.value;
    if (hint.key == HintKey::warps) warps = hint.value;
  }
  return warps > 0 ? warps * kWarp : kDefaultThreads;
}

bool warps_cover(std::int32_t rows, std::int32_t columns, int warps) {
  for (int m = 1; m <= warps; ++m) {
    if (warps % m == 0 && rows % (kWarpRows * m) == 0 && columns % (kWarpColumns * (warps / m)) == 0)
      return true;
  }
  return false;
}

void check_mma(const Program& program, const Op& op, const ArchProfile& arch, const Report& report) {
  const Type a = program.type(op.operands[0]);
  const Type b = program.type(op.operands[1]);
  const Type c = program.type(op.operands[2]);
  const auto found = std::ranges::find_if(arch.mma, [&](const MmaRow& row) {
    return row.a == a.element && row.b == b.element && row.accumulator == c.element &&
           row.sparsity == a.sparsity;
  });
  if (found == arch.mma.end()) {
    report(Rule::mma_elements,
           text(a.element) + " x " + text(b.element) + " + " + text(c.element) + " on " + arch.name,
           op.position);
    return;
  }
  if (a.rank != 2) return report(Rule::mma_atom, "an mma of rank " + std::to_string(a.rank), op.position);
  if (c.extents[0] % found->m != 0 || c.extents[1] % found->n != 0 || a.extents[1] % found->k != 0) {
    report(Rule::mma_atom,
           ir::to_string(a) + " x " + ir::to_string(b) + ": extents are multiples of " +
               std::to_string(found->m) + ", " + std::to_string(found->n) + ", " + std::to_string(found->k),
           op.position);
  }
  if (a.element == Element::f32 && op.attribute(AttributeKey::precision).value_or(0) != 1) {
    report(Rule::mma_precision, "f32 operands without precision tf32", op.position);
  }
  if (op.has(AttributeKey::unsigned_a) != op.has(AttributeKey::unsigned_b)) {
    report(Rule::mma_signedness, "one operand is unsigned", op.position);
  }
  const int warps = thread_count(program) / kWarp;
  const auto policy = op.hint(HintKey::policy).value_or(square);
  const bool covered = policy == full_row   ? c.extents[0] % (kWarpRows * std::max(warps, 1)) == 0
                       : policy == full_col ? c.extents[1] % (kWarpColumns * std::max(warps, 1)) == 0
                                            : warps_cover(c.extents[0], c.extents[1], warps);
  if (warps < 1 || !covered) {
    report(Rule::mma_warps, std::to_string(warps) + " warps on " + ir::to_string(c), op.position);
  }
}

void check_sparse_param(const Program& program, const ir::Param& param, const Report& report) {
  const Type& type = program.type(param.value);
  if (type.kind != ir::TypeKind::sparse_tensor || param.extents.size() != 2) return;
  const SparseOperand operand = sparse_operand(param, type);
  const int bits = numeric::bit_width(type.element);
  if ((operand.metadata_bits == 32 && bits != 8) || (bits == 32 && operand.metadata_bits != 16)) {
    // With an interleaved layout TileLang names the width; see the rule below.
    if (!has_hint(param.hints, HintKey::layout, kInterleaved) || bits == 32) {
      report(Rule::metadata_element,
             std::to_string(operand.metadata_bits) + "-bit metadata of " + text(type.element),
             param.position);
    }
  }
  if (!param.extents[1].is_static()) {
    report(Rule::sparse_dynamic, "the columns are known at run time only", param.position);
    return;
  }
  const std::int64_t columns = param.extents[1].size;
  if (columns % operand.logical_per_metadata() != 0) {
    report(Rule::metadata_layout_columns, std::to_string(columns) + " columns are no whole words",
           param.position);
  }
  if (has_hint(param.hints, HintKey::layout, kInterleaved)) {
    const std::int64_t rows = param.extents[0].is_static() ? param.extents[0].size : 1;
    check_layout(operand, rows, columns / operand.logical_per_metadata(), param.position, report);
  }
}

void check_sparse_load(const Program& program, const Op& load, const Report& report) {
  const Type& type = program.type(load.result());
  const int number = program.param_index(load.operands[0].number);
  if (type.kind != ir::TypeKind::sparse || number < 0 || type.rank != 2) return;
  const SparseOperand operand = sparse_operand(program.params[static_cast<std::size_t>(number)], type);
  if (const auto width = load.hint(HintKey::metadata); width && 8 << *width != operand.metadata_bits) {
    report(Rule::sparse_staged_metadata,
           "the parameter has " + std::to_string(operand.metadata_bits) + " bits", load.position);
  }
  if (type.extents[1] % operand.logical_per_metadata() != 0) {
    report(Rule::metadata_layout_columns,
           "a tile of " + std::to_string(type.extents[1]) + " columns has no whole words", load.position);
    return;
  }
  if (load.hint(HintKey::layout) == kInterleaved) {
    check_layout(operand, type.extents[0], type.extents[1] / operand.logical_per_metadata(), load.position,
                 report);
  }
}

}  // namespace tilefuzz::targets::tilelang
