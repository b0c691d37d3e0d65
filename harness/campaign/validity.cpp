#include "harness/campaign/validity.h"

#include "oracles/reference/interpreter.h"

namespace tilefuzz::campaign {
namespace {
// A generated program needs a few million elements; what needs more is sampled.
constexpr std::uint64_t kElementBudget = 20'000'000;
}  // namespace

std::optional<std::string> first_trap(const ir::Program& program) {
  reference::Options options;
  options.element_budget = kElementBudget;
  for (const reference::RunResult& row : reference::run_all(program, options)) {
    if (row.trap) return reference::to_string(*row.trap);
  }
  return std::nullopt;
}

}  // namespace tilefuzz::campaign
