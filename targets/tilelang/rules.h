#pragma once

#include <span>
#include <string_view>

#include "targets/profile.h"

namespace tilefuzz::targets::tilelang {

// What TileLang, or the emitter, asks of a program beyond the rules of the IR.
enum class Rule : std::uint8_t {
  arch_unknown,
  element,
  operation,
  emit,
  alias_group,
  threads,
  mma_elements,
  mma_atom,
  mma_warps,
  mma_precision,
  mma_signedness,
  sparse_dynamic,
  sparse_staged_metadata,
  metadata_element,
  metadata_layout_width,
  metadata_layout_rows,
  metadata_layout_columns,
  pipelined_exit,
  cast_rounding,
  atomic_kind,
  hint_range,
};

struct RuleRow {
  Rule rule{};
  std::string_view name;
  Provenance provenance = Provenance::ours;
  std::string_view doc;
};

std::span<const RuleRow> rule_table();
const RuleRow& row(Rule rule);

}  // namespace tilefuzz::targets::tilelang
