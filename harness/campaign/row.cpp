#include "harness/campaign/row.h"

#include <algorithm>

namespace tilefuzz::campaign {
namespace {

constexpr int kRowLevels[] = {0, 1, 3};
// The architecture that the most can be compared with comes first.
constexpr std::string_view kSecondArchitectures[] = {"sm_90", "sm_90a", "sm_80", "sm_120"};

std::string second_architecture(const targets::Profile& profile, const std::string& seen) {
  for (const std::string_view candidate : kSecondArchitectures) {
    if (candidate != seen && profile.arch(candidate)) return std::string(candidate);
  }
  for (const targets::ArchProfile& arch : profile.architectures) {
    if (arch.name != seen) return arch.name;
  }
  return {};
}

}  // namespace

std::vector<RowCell> fixed_row(const targets::Target& target, const Configuration& seen) {
  std::vector<RowCell> row;
  const std::vector<int> levels = target.levels();
  const auto has = [&](int level) { return std::find(levels.begin(), levels.end(), level) != levels.end(); };
  for (const int level : kRowLevels) {
    if (!has(level)) continue;
    Configuration configuration = seen;
    configuration.level = level;
    row.push_back({"O" + std::to_string(level), configuration});
  }
  if (const std::string arch = second_architecture(target.profile(seen.version), seen.arch); !arch.empty()) {
    Configuration configuration = seen;
    configuration.arch = arch;
    configuration.level = has(1) ? 1 : levels.front();
    row.push_back({arch, configuration});
  }
  return row;
}

std::string Row::text() const {
  std::string out;
  for (const auto& [label, entry] : entries) out += (out.empty() ? "" : " ") + label + "=" + entry;
  return out;
}

std::string row_entry(const Outcome& outcome, const Signature& signature) {
  const std::string other = outcome.signature.key == signature.key ? "" : "*";
  switch (outcome.kind) {
    case OutcomeKind::ok:
      return "ok";
    case OutcomeKind::diagnostic:
      return "diagnostic" + other;
    case OutcomeKind::crash:
      return "crash" + other;
    case OutcomeKind::timeout:
      return "over";
    case OutcomeKind::out_of_memory:
      return "memory";
    case OutcomeKind::tool_fault:
      return "fault";
  }
  return "fault";
}

Row run_row(harness::Workbench& bench, const harness::Compiler& compiler, const ir::Program& program,
            const Configuration& seen, const Signature& signature, double cpu_seconds) {
  Row row;
  harness::CellLimits limits;
  limits.cpu_seconds = cpu_seconds;
  for (const RowCell& cell : fixed_row(*compiler.target, seen)) {
    const auto expectation = compiler.target->expect(program, cell.configuration);
    if (expectation.kind == targets::Expectation::Kind::reject) {
      row.entries.emplace_back(cell.label, "unreachable");
      continue;
    }
    const auto result = bench.run(compiler, program, cell.configuration, limits);
    row.entries.emplace_back(cell.label, row_entry(result.outcome, signature));
  }
  return row;
}

}  // namespace tilefuzz::campaign
