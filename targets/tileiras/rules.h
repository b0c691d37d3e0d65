#pragma once

#include <span>
#include <string_view>

#include "targets/profile.h"

namespace tilefuzz::targets::tileiras {

// What tileiras asks of a program beyond the rules of the IR.
enum class Rule : std::uint8_t {
  arch_unknown,
  level_unknown,
  element_arch,
  operation_version,
  operation_arch,
  sparse,
  tile_power_of_two,
  mma_elements,
  atomic_arch,
  concat_halves,
  cast_scale,
  padding_element,
  hint_range,
  memory_groups,
};

struct RuleRow {
  Rule rule{};
  std::string_view name;
  Provenance provenance = Provenance::ours;
  std::string_view doc;
};

std::span<const RuleRow> rule_table();
const RuleRow& row(Rule rule);

}  // namespace tilefuzz::targets::tileiras
