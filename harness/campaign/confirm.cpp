#include "harness/campaign/confirm.h"

#include "harness/campaign/validity.h"

namespace tilefuzz::campaign {
namespace {

using harness::CellLimits;
using harness::CellResult;
using harness::Workbench;

// A bare run may use this many times the memory of the target's limit.
constexpr std::uint64_t kBareMemoryFactor = 4;

CellLimits bare_limits(const targets::Target& target, double cpu_seconds) {
  CellLimits limits;
  limits.cpu_seconds = cpu_seconds;
  limits.resident_bytes = kBareMemoryFactor * target.limits().memory_bytes;
  return limits;
}

// What lifts a reproduced finding to a confirmed one; the sentence says what is missing.
Result<void, std::string> check_surroundings(Workbench& bench, const harness::Compiler& compiler,
                                             const ir::Program& program, const Configuration& configuration,
                                             const CellResult& first) {
  if (const auto difference = compiler.target->check_emitted(program, configuration, first.emitted)) {
    return fail("the emitted file does not decode to the program: " + *difference);
  }
  if (const auto trap = first_trap(program)) return fail("the trap interpreter: " + *trap);
  return check_health(bench, compiler, configuration.arch, configuration.level);
}

Confirmation confirm_timeout(Workbench& bench, const harness::Compiler& compiler, const ir::Program& program,
                             const Configuration& configuration, Verdict verdict) {
  Confirmation result;
  const double seconds = compiler.target->limits().confirm_cpu;
  result.bare = bench
                    .run(compiler, program, configuration, bare_limits(*compiler.target, seconds),
                         Workbench::Dress::bare)
                    .outcome;
  result.runs = 1;
  result.verdict = std::move(verdict);
  if (result.bare.kind == OutcomeKind::timeout) {
    result.shown = 1;
    result.verdict.confidence = Confidence::reproduced;
    result.verdict.evidence.push_back("no end within " + std::to_string(static_cast<int>(seconds)) +
                                      " s of CPU, bare");
  } else {
    result.verdict = {};
    result.verdict.evidence.push_back("slow: " + std::string(to_string(result.bare.kind)) + " after " +
                                      std::to_string(static_cast<int>(result.bare.cpu_seconds)) +
                                      " s of CPU");
  }
  return result;
}

}  // namespace

bool alike(const Outcome& a, const Outcome& b) {
  // Nor messages: what a shim saw of an assembler, the bare compiler keeps to itself.
  return a.kind == b.kind && a.signal == b.signal && a.exit_code == b.exit_code;
}

Result<void, std::string> check_health(Workbench& bench, const harness::Compiler& compiler,
                                       const std::string& arch, int level) {
  const Configuration configuration{compiler.bare.target, compiler.bare.version, arch, level, {}};
  const CellResult result = bench.run(compiler, compiler.target->control(), configuration, CellLimits{});
  if (result.outcome.kind == OutcomeKind::ok) return {};
  return fail("the control program does not compile either: " + std::string(to_string(result.outcome.kind)) +
              " (" + result.outcome.message + ")");
}

Confirmation confirm(Workbench& bench, const harness::Compiler& compiler, const ir::Program& program,
                     const Configuration& configuration, const CellResult& first, Verdict verdict) {
  if (first.outcome.kind == OutcomeKind::timeout) {
    return confirm_timeout(bench, compiler, program, configuration, std::move(verdict));
  }
  Confirmation result;
  result.verdict = std::move(verdict);
  const CellLimits limits = bare_limits(*compiler.target, compiler.target->limits().full_cpu);
  const auto run_bare = [&](int times) {
    for (int i = 0; i < times; ++i, ++result.runs) {
      const Outcome outcome =
          bench.run(compiler, program, configuration, limits, Workbench::Dress::bare).outcome;
      if (alike(outcome, first.outcome)) {
        ++result.shown;
      } else {
        result.bare = outcome;
      }
    }
  };
  run_bare(kBareRuns);
  if (result.shown == 0) run_bare(kFlakyRuns);
  Verdict& raised = result.verdict;
  raised.evidence.push_back("bare: " + std::to_string(result.shown) + " of " + std::to_string(result.runs));
  if (result.shown == 0) {
    raised.kind = VerdictClass::tool_fault;
    raised.evidence.push_back("differs when bare: " + std::string(to_string(result.bare.kind)) + " " +
                              result.bare.message);
    return result;
  }
  if (result.shown < result.runs) {
    raised.confidence = Confidence::flaky;
    return result;
  }
  result.bare = first.outcome;
  raised.confidence = Confidence::reproduced;
  if (auto good = check_surroundings(bench, compiler, program, configuration, first); good) {
    raised.confidence = Confidence::confirmed;
  } else {
    raised.evidence.push_back("not confirmed: " + good.error());
    if (!check_health(bench, compiler, configuration.arch, configuration.level)) {
      raised.kind = VerdictClass::tool_fault;
    }
  }
  return result;
}

}  // namespace tilefuzz::campaign
