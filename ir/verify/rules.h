#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tilefuzz::ir {

// Every validity rule of the IR. The name and the doc line of each stand in rules.cpp, in this order.
enum class Rule : std::uint8_t {
  // structure: while one of these is broken, the others are not looked at
  opcode_known,
  type_known,
  value_known,
  value_single,
  operand_count,
  result_count,
  region_count,
  region_arguments,
  region_depth,
  attribute_order,
  hint_order,
  extent_name_known,
  // values, types, blocks
  type_extents,
  type_sparsity,
  value_dominance,
  region_escape,
  block_terminator,
  name_unique,
  name_spelling,
  operand_kind,
  operand_element,
  storage_only_arithmetic,
  result_kind,
  result_type,
  attribute_known,
  attribute_missing,
  attribute_value,
  flag_meaning,
  axis_range,
  hint_place,
  hint_range,
  // values from nothing, elementwise
  constant_data,
  iota_element,
  elementwise_shape,
  elementwise_element,
  elementwise_literal,
  literal_range,
  cmp_predicate,
  cast_pair,
  bitcast_width,
  convert_shape,
  assume_fact,
  // shape
  shape_element,
  reshape_count,
  permute_permutation,
  broadcast_extents,
  slice_rank,
  slice_divides,
  slice_range,
  concat_extents,
  // combination and mma
  reduce_element,
  mma_rank,
  mma_inner_extents,
  mma_outer_extents,
  mma_elements,
  mma_sparse_side,
  mma_precision,
  mma_scale,
  sparse_group,
  sparse_use,
  // memory
  access_rank,
  access_element,
  access_sparsity,
  access_index_shape,
  access_mask_shape,
  pad_element,
  atomic_kind,
  atomic_expected,
  buffer_range,
  buffer_place,
  buffer_total,
  param_readonly,
  // control
  loop_types,
  for_bounds,
  while_condition,
  if_results,
  break_place,
  // parameters, grid, launch rows
  param_kind,
  param_rank,
  param_extent,
  fact_align,
  fact_multiple,
  fact_alias,
  grid_rank,
  grid_extent,
  grid_name,
  launch_argument,
  launch_complete,
  launch_facts,
  launch_range,
  launch_scalar,
  launch_alias,
  launch_grid,
};
inline constexpr int kRuleCount = static_cast<int>(Rule::launch_grid) + 1;

struct RuleRow {
  Rule rule{};
  std::string_view name;  // stable: expectations, reports and suppressions refer to it
  std::string_view doc;
};

std::span<const RuleRow> rules();
const RuleRow& row(Rule rule);
const RuleRow* find_rule(std::string_view name);

}  // namespace tilefuzz::ir
