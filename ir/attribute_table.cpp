#include <array>

#include "ir/operation_table.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kPredicates[] = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr std::string_view kCombines[] = {"add", "mul", "min", "max", "and", "or", "xor"};
constexpr std::string_view kAtomics[] = {"add", "min", "max", "and", "or", "xor", "xchg", "cas"};
constexpr std::string_view kPaddings[] = {"zero", "neg_zero", "nan", "inf", "neg_inf"};
constexpr std::string_view kPrecisions[] = {"ieee", "tf32"};

constexpr std::array<AttributeRow, kAttributeKeyCount> kAttributes{{
    {AttributeKey::predicate, "predicate", kPredicates},
    {AttributeKey::combine, "combine", kCombines},
    {AttributeKey::atomic, "atomic", kAtomics},
    {AttributeKey::axis, "axis", {}},
    {AttributeKey::is_unsigned, "is_unsigned", {}, true, "unsigned"},
    {AttributeKey::unsigned_a, "unsigned_a", {}, true},
    {AttributeKey::unsigned_b, "unsigned_b", {}, true},
    {AttributeKey::wrap, "wrap", {}, true},
    {AttributeKey::propagate_nan, "propagate_nan", {}, true},
    {AttributeKey::reverse, "reverse", {}, true},
    {AttributeKey::pad, "pad", kPaddings},
    {AttributeKey::at, "at", {}, true},
    {AttributeKey::squeeze, "squeeze", {}, true},
    {AttributeKey::precision, "precision", kPrecisions},
    {AttributeKey::fast_accumulate, "fast_accumulate", {}, true},
    {AttributeKey::contract, "contract", {}, true},
    {AttributeKey::flush, "flush", {}, true},
    {AttributeKey::approximate, "approximate", {}, true},
    {AttributeKey::divisor, "divisor", {}},
    {AttributeKey::lower, "lower", {}},
    {AttributeKey::upper, "upper", {}},
}};

constexpr bool attributes_in_order() {
  for (int i = 0; i < kAttributeKeyCount; ++i) {
    if (static_cast<int>(kAttributes[static_cast<std::size_t>(i)].key) != i) return false;
  }
  return true;
}
static_assert(attributes_in_order(), "the table is indexed by key");

constexpr std::string_view kOnOff[] = {"off", "on"};
constexpr std::string_view kPath[] = {"view", "pointer"};
constexpr std::string_view kEviction[] = {"normal", "first", "last"};
constexpr std::string_view kWhere[] = {"shared", "registers"};
constexpr std::string_view kPolicy[] = {"square", "full_row", "full_col"};
constexpr std::string_view kMetadata[] = {"i8", "i16", "i32"};
// One key, two vocabularies: plain/interleaved for sparse operands, the others for buffers.
constexpr std::string_view kLayout[] = {"plain", "interleaved", "row", "padded(n)", "swizzled(n)"};

constexpr HintPlace kKernel[] = {HintPlace::kernel};
constexpr HintPlace kLoop[] = {HintPlace::loop};
constexpr HintPlace kAccess[] = {HintPlace::access};
constexpr HintPlace kMma[] = {HintPlace::mma};
constexpr HintPlace kSparse[] = {HintPlace::sparse_param, HintPlace::sparse_load};
constexpr HintPlace kLayoutPlaces[] = {HintPlace::sparse_param, HintPlace::sparse_load, HintPlace::buffer};

constexpr std::array<HintRow, kHintKeyCount> kHints{{
    {HintKey::threads, "threads", {}, 1, 1024, kKernel},
    {HintKey::warps, "warps", {}, 1, 32, kKernel},
    {HintKey::occupancy, "occupancy", {}, 1, 32, kKernel},
    {HintKey::ctas, "ctas", {}, 1, 16, kKernel},
    {HintKey::swizzle_panel, "swizzle_panel", {}, 1, 64, kKernel},
    {HintKey::cluster, "cluster", {}, 1, 16, kKernel},
    {HintKey::stages, "stages", {}, 0, 16, kLoop},
    {HintKey::unroll, "unroll", {}, 1, 64, kLoop},
    {HintKey::order, "order", {}, 0, 7, kLoop},
    {HintKey::warp_specialize, "warp_specialize", kOnOff, 0, 0, kLoop},
    {HintKey::latency, "latency", {}, 1, 10, kAccess},
    {HintKey::tma, "tma", kOnOff, 0, 0, kAccess},
    {HintKey::path, "path", kPath, 0, 0, kAccess},
    {HintKey::eviction, "eviction", kEviction, 0, 0, kAccess},
    {HintKey::stage_in, "stage_in", kWhere, 0, 0, kAccess},
    {HintKey::coalesced_width, "coalesced_width", {}, 1, 16, kAccess},
    {HintKey::policy, "policy", kPolicy, 0, 0, kMma},
    {HintKey::k_pack, "k_pack", {}, 1, 2, kMma},
    {HintKey::operand_in, "operand_in", kWhere, 0, 0, kMma},
    {HintKey::metadata, "metadata", kMetadata, 0, 0, kSparse},
    {HintKey::layout, "layout", kLayout, 1, 128, kLayoutPlaces},
}};

constexpr bool hints_in_order() {
  for (int i = 0; i < kHintKeyCount; ++i) {
    if (static_cast<int>(kHints[static_cast<std::size_t>(i)].key) != i) return false;
  }
  return true;
}
static_assert(hints_in_order(), "the table is indexed by key");

}  // namespace

std::span<const AttributeRow> attribute_table() { return kAttributes; }
const AttributeRow& row(AttributeKey key) { return kAttributes[static_cast<std::size_t>(key)]; }

std::optional<AttributeKey> find_attribute(std::string_view name) {
  for (const AttributeRow& candidate : kAttributes) {
    if (candidate.name == name) return candidate.key;
  }
  return std::nullopt;
}

std::span<const HintRow> hint_table() { return kHints; }
const HintRow& row(HintKey key) { return kHints[static_cast<std::size_t>(key)]; }

std::optional<HintKey> find_hint(std::string_view name) {
  for (const HintRow& candidate : kHints) {
    if (candidate.name == name) return candidate.key;
  }
  return std::nullopt;
}

}  // namespace tilefuzz::ir
