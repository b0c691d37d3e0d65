#include "targets/tileiras/rules.h"

#include <array>

namespace tilefuzz::targets::tileiras {

namespace {

using P = Provenance;

// `spec`: documented or in the public dialect's verifier; `observed`: found out by running releases; `ours`:
// the emitter's limits.
// clang-format off
constexpr std::array kRules = {
  RuleRow{Rule::arch_unknown,      "tileiras.arch.unknown",      P::spec,     "the release compiles for the architecture"},
  RuleRow{Rule::level_unknown,     "tileiras.level.unknown",     P::spec,     "optimisation levels are 0 to 3"},
  RuleRow{Rule::element_arch,      "tileiras.element.arch",      P::spec,     "the architecture has the element type: fp8 from sm_90 (sm_89 from 13.5), f8e8m0 and f4e2m1 from sm_100"},
  RuleRow{Rule::operation_version, "tileiras.operation.version", P::ours,     "the release's file format has the operation"},
  RuleRow{Rule::operation_arch,    "tileiras.operation.arch",    P::spec,     "block-scaled mma needs sm_100"},
  RuleRow{Rule::sparse,            "tileiras.sparse",            P::ours,     "Tile IR has no structured-sparse values"},
  RuleRow{Rule::tile_power_of_two, "tileiras.tile.power-of-two", P::spec,     "extents of tiles are powers of two"},
  RuleRow{Rule::mma_elements,      "tileiras.mma.elements",      P::spec,     "mma has the combination of elements on the architecture"},
  RuleRow{Rule::atomic_arch,       "tileiras.atomic.arch",       P::spec,     "atomic addition on bf16 needs sm_90 and 13.3"},
  RuleRow{Rule::concat_halves,     "tileiras.concat.halves",     P::ours,     "parts of a concat can be joined two by two into powers of two"},
  RuleRow{Rule::cast_scale,        "tileiras.cast.scale",        P::spec,     "a cast to f8e8m0 rounds to zero or up, which the IR cannot ask for"},
  RuleRow{Rule::padding_element,   "tileiras.padding.element",   P::spec,     "paddings other than zero are for floats"},
  RuleRow{Rule::hint_range,        "tileiras.hint.range",        P::ours,     "a hint has a value that the release knows"},
  RuleRow{Rule::memory_groups,     "tileiras.memory.groups",     P::ours,     "at most 64 separate memories"},
};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is indexed by rule");

}  // namespace

std::span<const RuleRow> rule_table() { return kRules; }

const RuleRow& row(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

}  // namespace tilefuzz::targets::tileiras
