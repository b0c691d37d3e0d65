#include "ir/verify/rules.h"

#include <array>

namespace tilefuzz::ir {
namespace {

using R = Rule;

// clang-format off
constexpr std::array<RuleRow, kRuleCount> kRules{{
  {R::opcode_known,     "opcode.known",     "an operation is one of the table's"},
  {R::type_known,       "type.known",       "kind, element, sparsity and rank of a type are known ones"},
  {R::value_known,      "value.known",      "a value number lies in the program's list of types"},
  {R::value_single,     "value.single",     "a value is defined once"},
  {R::operand_count,    "operand.count",    "an operation has the operands of its row, slot by slot"},
  {R::result_count,     "result.count",     "an operation has the results of its row"},
  {R::region_count,     "region.count",     "an operation has the regions of its row"},
  {R::region_arguments, "region.arguments", "a `for` body has an induction variable; branches and the kernel have no arguments"},
  {R::region_depth,     "region.depth",     "regions nest at most 64 deep"},
  {R::attribute_order,  "attribute.order",  "attributes are sorted by key, one of each"},
  {R::hint_order,       "hint.order",       "hints are sorted by key, one of each"},
  {R::extent_name_known, "extent-name.known", "the number of an extent name lies in the program's list of them"},

  {R::type_extents,     "type.extents",     "extents are positive, their product is at most 2^24; buffers and sparse values have an axis"},
  {R::type_sparsity,    "type.sparsity",    "sparse types, and no others, name a sparsity"},
  {R::value_dominance,  "value.dominance",  "a value is defined before it is used"},
  {R::region_escape,    "region.escape",    "a value is not used outside the region that defines it"},
  {R::block_terminator, "block.terminator", "a block ends in exactly one terminator, of the kind that its place asks for"},
  {R::name_unique,      "name.unique",      "names of visible values differ, and so do the extent names"},
  {R::name_spelling,    "name.spelling",    "names consist of letters, digits and underscores"},
  {R::operand_kind,     "operand.kind",     "an operand is a tile, scalar, tensor or buffer as its slot asks"},
  {R::operand_element,  "operand.element",  "an operand's element is one that its slot takes"},
  {R::storage_only_arithmetic, "storage-only.arithmetic", "tf32, fp8 and fp4 elements are moved, selected, carried, cast and fed to mma, nothing else"},
  {R::result_kind,      "result.kind",      "a written result type is of the kind that the operation gives"},
  {R::result_type,      "result.type",      "a result has the type that follows from the operands"},
  {R::attribute_known,  "attribute.known",  "an operation carries only attributes and data of its row"},
  {R::attribute_missing, "attribute.missing", "attributes that the row asks for are there"},
  {R::attribute_value,  "attribute.value",  "an attribute's value is one of its words; a flag's is 1"},
  {R::flag_meaning,     "flag.meaning",     "a flag stands only where it means something for the operation and its elements"},
  {R::axis_range,       "axis.range",       "an axis is one of the tile's, tensor's or grid's"},
  {R::hint_place,       "hint.place",       "a hint stands where it has a meaning"},
  {R::hint_range,       "hint.range",       "a hint's value is one of its words or in its range"},

  {R::constant_data,    "constant.data",    "a constant has one value or one per element, each of the element's width"},
  {R::iota_element,     "iota.element",     "iota has an axis and an integer element that holds its numbers"},
  {R::elementwise_shape, "elementwise.shape", "operands that are not scalars have one shape"},
  {R::elementwise_element, "elementwise.element", "operands have one element"},
  {R::elementwise_literal, "elementwise.literal", "a literal's partner has integer elements"},
  {R::literal_range,    "literal.range",    "a literal fits the element that it takes"},
  {R::cmp_predicate,    "cmp.predicate",    "i1 is compared with eq and ne only"},
  {R::cast_pair,        "cast.pair",        "a cast changes the element, between integers and f16 bf16 f32 f64, or between floats; none goes to i1"},
  {R::bitcast_width,    "bitcast.width",    "a bitcast goes between different elements of equal width that have arithmetic"},
  {R::convert_shape,    "convert.shape",    "cast and bitcast keep the shape"},
  {R::assume_fact,      "assume.fact",      "assume states a fact about integers: a positive divisor, bounds in order and in the element's range"},

  {R::shape_element,    "shape.element",    "an operation that moves elements keeps their type"},
  {R::reshape_count,    "reshape.count",    "reshape keeps the number of elements"},
  {R::permute_permutation, "permute.permutation", "permute's data is a permutation of the axes"},
  {R::broadcast_extents, "broadcast.extents", "broadcast keeps the rank and repeats extents of 1 only; a scalar goes to any shape"},
  {R::slice_rank,       "slice.rank",       "source, piece and indices of extract and insert have one rank"},
  {R::slice_divides,    "slice.divides",    "the extents of a slice divide those of the whole"},
  {R::slice_range,      "slice.range",      "a literal slice index is one of the slices"},
  {R::concat_extents,   "concat.extents",   "concat has two or more parts that agree off its axis"},

  {R::reduce_element,   "reduce.element",   "reduce and scan combine elements that have the operation; i1 has and, or, xor"},
  {R::mma_rank,         "mma.rank",         "mma operands have rank 2, or rank 3 with equal leading extents"},
  {R::mma_inner_extents, "mma.inner-extents", "columns of a are rows of b"},
  {R::mma_outer_extents, "mma.outer-extents", "rows of c are rows of a, columns of c are columns of b"},
  {R::mma_elements,     "mma.elements",     "mma's elements are a legal triple"},
  {R::mma_sparse_side,  "mma.sparse-side",  "only the left operand of mma is sparse"},
  {R::mma_precision,    "mma.precision",    "mma on f32 names its precision"},
  {R::mma_scale,        "mma.scale",        "scale tiles of mma_scaled cover groups of 16 or 32 along K, as their elements ask"},
  {R::sparse_group,     "sparse.group",     "the last extent of sparse values and tensors is a multiple of the sparsity's group"},
  {R::sparse_use,       "sparse.use",       "sparse values are loaded, carried by loops and multiplied from the left, nothing else"},

  {R::access_rank,      "access.rank",      "an access has one index per axis and the tensor's rank; squeeze drops leading axes"},
  {R::access_element,   "access.element",   "an access has the element of the memory"},
  {R::access_sparsity,  "access.sparsity",  "a sparse tensor is loaded as a sparse value of its sparsity, a dense one as a tile"},
  {R::access_index_shape, "access.index-shape", "index tiles are scalars or broadcast to the shape of the access"},
  {R::access_mask_shape, "access.mask-shape", "mask, fill and expected values are scalars or broadcast to the shape of the access"},
  {R::pad_element,      "pad.element",      "the padding is a value of the element"},
  {R::atomic_kind,      "atomic.kind",      "the atomic exists for the element"},
  {R::atomic_expected,  "atomic.expected",  "cas, and no other atomic, has an expected value"},
  {R::buffer_range,     "buffer.range",     "a window with literal offsets lies inside its buffer"},
  {R::buffer_place,     "buffer.place",     "alloc stands in the top block, before the first loop"},
  {R::buffer_total,     "buffer.total",     "buffers take at most 228 KiB together"},
  {R::param_readonly,   "param.readonly",   "a read-only parameter is not written"},

  {R::loop_types,       "loop.types",       "initial, carried, yielded and resulting values of a loop have one list of types"},
  {R::for_bounds,       "for.bounds",       "bounds, step and induction variable are one of i32, i64; a literal step is positive"},
  {R::while_condition,  "while.condition",  "the first region of a while, and no other block, ends in `condition`"},
  {R::if_results,       "if.results",       "branches yield the results' types; an if with results has a branch that yields"},
  {R::break_place,      "break.place",      "break and continue end a branch of an if inside a loop's body"},

  {R::param_kind,       "param.kind",       "a parameter is a tensor, a sparse tensor or a scalar"},
  {R::param_rank,       "param.rank",       "a tensor has one extent per axis, and one stride per axis or none; a scalar has neither"},
  {R::param_extent,     "param.extent",     "static extents and strides are positive and have no name; offsets fit i32"},
  {R::fact_align,       "fact.align",       "an alignment is a power of two up to 4096, on a tensor"},
  {R::fact_multiple,    "fact.multiple",    "a multiple is positive and stands on a dynamic extent or stride"},
  {R::fact_alias,       "fact.alias",       "an alias group is a small number, on a dense tensor"},
  {R::grid_rank,        "grid.rank",        "the grid has 1 to 3 extents"},
  {R::grid_extent,      "grid.extent",      "a grid extent divides by a positive number; a constant one is positive"},
  {R::grid_name,        "grid.name",        "a name in the grid is that of an extent or stride of a parameter"},
  {R::launch_argument,  "launch.argument",  "a launch row has arguments in parameter order, one each, of the parameter's kind"},
  {R::launch_complete,  "launch.complete",  "every open extent, stride and scalar has a value in each of one or more launch rows"},
  {R::launch_facts,     "launch.facts",     "launch values agree with static sizes, names, multiples, packing and alignment"},
  {R::launch_range,     "launch.range",     "launch extents and strides are positive, offsets fit i32"},
  {R::launch_scalar,    "launch.scalar",    "a launch scalar fits its element"},
  {R::launch_alias,     "launch.alias",     "an offset is a whole number of elements, not negative, in an alias group"},
  {R::launch_grid,      "launch.grid",      "grid extents are from 1 to 65535 (2^31 - 1 along the first axis)"},
}};
// clang-format on

constexpr bool in_order() {
  for (int i = 0; i < kRuleCount; ++i) {
    if (static_cast<int>(kRules[static_cast<std::size_t>(i)].rule) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is indexed by rule");

}  // namespace

std::span<const RuleRow> rules() { return kRules; }
const RuleRow& row(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

const RuleRow* find_rule(std::string_view name) {
  for (const RuleRow& candidate : kRules) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace tilefuzz::ir
