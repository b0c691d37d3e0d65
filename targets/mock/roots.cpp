#include "targets/mock/roots.h"

#include <toml++/toml.h>
#include <array>
#include <sstream>
#include <utility>

namespace tilefuzz::targets::mock {
namespace {

using Relation = Root::Condition::Relation;

constexpr std::array<std::pair<std::string_view, Relation>, 6> kRelations{{{"==", Relation::equal},
                                                                           {"!=", Relation::not_equal},
                                                                           {"<", Relation::less},
                                                                           {"<=", Relation::at_most},
                                                                           {">", Relation::more},
                                                                           {">=", Relation::at_least}}};
constexpr std::array<std::pair<std::string_view, Effect>, 6> kEffects{{{"crash", Effect::crash},
                                                                       {"abort", Effect::abort},
                                                                       {"hang", Effect::hang},
                                                                       {"diagnostic", Effect::diagnostic},
                                                                       {"memory", Effect::memory},
                                                                       {"empty", Effect::empty}}};

template <class Table>
auto find_word(const Table& table, std::string_view word) -> decltype(&table.front().second) {
  for (const auto& entry : table) {
    if (entry.first == word) return &entry.second;
  }
  return nullptr;
}

Result<Root::Condition, std::string> parse_condition(const std::string& text) {
  std::istringstream words(text);
  Root::Condition condition;
  std::string relation;
  if (!(words >> condition.feature >> relation >> condition.value)) {
    return fail("'" + text + "' is not of the form 'FEATURE RELATION NUMBER'");
  }
  const Relation* known = find_word(kRelations, relation);
  if (!known) return fail("'" + relation + "' is no relation; use == != < <= > >=");
  condition.relation = *known;
  return condition;
}

Result<Root, std::string> parse_root(const toml::table& entry) {
  Root root;
  root.name = entry["name"].value_or(std::string());
  if (root.name.empty()) return fail(std::string("an entry has no name"));
  const auto effect = entry["effect"].value_or(std::string("crash"));
  const Effect* known = find_word(kEffects, effect);
  if (!known) return fail("'" + effect + "' is no effect of root '" + root.name + "'");
  root.effect = *known;
  root.probability = entry["probability"].value_or(1.0);
  root.message = entry["message"].value_or(std::string());
  if (const toml::array* frames = entry["stack"].as_array()) {
    for (const auto& frame : *frames) root.stack.push_back(frame.value_or(std::string()));
  }
  if (const toml::array* conditions = entry["when"].as_array()) {
    for (const auto& text : *conditions) {
      auto condition = parse_condition(text.value_or(std::string()));
      if (!condition) return fail("root '" + root.name + "': " + condition.error());
      root.when.push_back(std::move(*condition));
    }
  }
  return root;
}

}  // namespace

Result<std::vector<Root>, std::string> parse_roots(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    std::ostringstream message;
    message << error.source().begin << ": " << error.description();
    return fail(message.str());
  }
  std::vector<Root> roots;
  if (const toml::array* entries = table["root"].as_array()) {
    for (const auto& entry : *entries) {
      if (!entry.is_table()) return fail(std::string("'root' must be a list of tables"));
      auto root = parse_root(*entry.as_table());
      if (!root) return fail(root.error());
      roots.push_back(std::move(*root));
    }
  }
  return roots;
}

std::string_view default_roots() {
  // Conditions follow public bug reports: combinations of phases, levels, hints and sizes; each is rarer
  // than the last. First match wins, so the rarer of two related roots stands first.
  return R"toml(
[[root]]
name = "two-runtime-loops-around-a-store"
when = ["runtime_loops >= 2", "mma >= 2", "store >= 2", "element.tf32 >= 1", "level >= 1", "arch == 2"]
effect = "crash"
stack = ["schedule_tokens", "place_loop", "lower_region", "run_pipeline"]

[[root]]
name = "occupancy-and-panel"
when = ["occupancy >= 2", "extract >= 1", "loops >= 2"]
effect = "crash"
stack = ["assign_registers", "split_tile", "lower_region", "run_pipeline"]

[[root]]
name = "column-of-an-accumulator"
when = ["mma >= 1", "extract >= 2", "broadcast >= 1", "arch == 1", "element.bf16 >= 1"]
effect = "abort"
message = "failed to infer result type of copy atom 17"
stack = ["make_copy_atom", "lower_extract", "run_pipeline"]

[[root]]
name = "staged-sparse-loop"
when = ["sparse >= 1", "loops >= 1", "stages >= 1"]
effect = "abort"
message = "cannot match type int32 with handle"
stack = ["match_types", "summarize", "thread_sync"]

[[root]]
name = "guard-inside-a-loop-nest"
when = ["if >= 1", "depth >= 2", "element.f16 >= 3", "level >= 2"]
effect = "crash"
stack = ["hoist_if", "simplify", "run_pipeline"]

[[root]]
name = "wide-runtime-loop"
when = ["runtime_loops >= 1", "columns >= 128", "select >= 1"]
effect = "hang"
stack = ["solve_layout", "search", "run_pipeline"]

[[root]]
name = "unaligned-dynamic"
when = ["aligned == 0", "dynamic >= 4", "mma >= 2"]
effect = "diagnostic"
message = "internal limit: cannot vectorize access 12"

[[root]]
name = "flaky-layout"
when = ["mma >= 3", "level >= 1"]
effect = "crash"
probability = 0.3
stack = ["hash_layouts", "pick_layout", "run_pipeline"]

[[root]]
name = "exp-of-a-half"
when = ["exp >= 1", "element.f16 >= 1"]
effect = "abort"
message = "unsupported libcall 4 for half"
stack = ["select_call", "legalize", "run_pipeline"]

[[root]]
name = "chained-casts"
when = ["cast >= 6", "level == 0"]
effect = "empty"

[[root]]
name = "many-tensors"
when = ["tensors >= 4", "for >= 1", "level >= 3"]
effect = "crash"
stack = ["argument_slots", "pack_api", "run_pipeline"]

[[root]]
name = "unrolled-memory"
when = ["for >= 4", "mma >= 2", "level >= 2"]
effect = "memory"
stack = ["unroll", "clone_region", "run_pipeline"]
)toml";
}

}  // namespace tilefuzz::targets::mock
