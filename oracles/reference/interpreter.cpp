#include "oracles/reference/interpreter.h"

#include <algorithm>

#include "numeric/random.h"
#include "oracles/reference/machine.h"
#include "oracles/reference/structure.h"

namespace tilefuzz::reference {
namespace {

// What an operation costs beside its elements, in elements: large grids of small blocks are sampled too.
constexpr std::uint64_t kOperationCost = 16;

std::uint64_t cost(const RunResult& result) { return result.elements + kOperationCost * result.operations; }

// The blocks that run: all, or the first, the last and some of the others, in order.
std::vector<std::int64_t> choose_blocks(std::int64_t count, std::uint64_t cost_of_one,
                                        const Options& options) {
  std::vector<std::int64_t> chosen;
  const std::uint64_t affordable =
      std::max<std::uint64_t>(options.element_budget / std::max<std::uint64_t>(cost_of_one, 1), 1);
  if (static_cast<std::uint64_t>(count) <= affordable) {
    for (std::int64_t i = 0; i < count; ++i) chosen.push_back(i);
    return chosen;
  }
  if (affordable == 1) return {0};
  // Blocks differ in cost: half of what the first one's cost allows.
  const auto wanted = static_cast<std::int64_t>(std::max<std::uint64_t>(affordable / 2, 2));
  chosen = {0, count - 1};
  numeric::Random random(options.seed);
  while (static_cast<std::int64_t>(chosen.size()) < std::min(wanted, count)) {
    chosen.push_back(random.between(1, count - 1));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

RunResult run(const ir::Program& program, const ir::Launch& launch, const Options& options) {
  RunResult result;
  result.trap = check_structure(program);
  if (result.trap) return result;
  auto setup = resolve(program, launch);
  if (!setup) {
    result.trap = setup.error();
    return result;
  }
  result.setup = std::make_shared<const Setup>(std::move(*setup));
  result.memory = std::make_shared<Memory>(
      result.setup, options.inputs ? *options.inputs : default_inputs(program, *result.setup, options.seed));
  const auto& grid = result.setup->grid;
  result.blocks = result.setup->blocks();

  std::vector<std::int64_t> chosen = {0};
  for (std::size_t next = 0; next < chosen.size(); ++next) {
    const std::int64_t number = chosen[next];
    const std::uint64_t before = cost(result);
    ++result.blocks_run;
    Machine machine(program, *result.setup, *result.memory, options, result,
                    {number % grid[0], number / grid[0] % grid[1], number / (grid[0] * grid[1])});
    if (!machine.run()) break;
    if (next == 0) {
      chosen = choose_blocks(result.blocks, cost(result) - before, options);
      if (static_cast<std::int64_t>(chosen.size()) < result.blocks) result.coverage = Coverage::sampled;
    }
  }
  return result;
}

std::vector<RunResult> run_all(const ir::Program& program, const Options& options) {
  std::vector<RunResult> results;
  for (const ir::Launch& launch : program.launches) results.push_back(run(program, launch, options));
  if (program.launches.empty()) results.push_back(run(program, {}, options));
  return results;
}

}  // namespace tilefuzz::reference
