#include "harness/campaign/judge_cell.h"

#include "oracles/judge.h"

namespace tilefuzz::campaign {

using harness::CellLimits;
using harness::CellResult;
using harness::Workbench;
using targets::Expectation;

// A limit or scratch folder that the user narrowed is our own doing: what comes of it counts only if it also
// comes without.
Verdict CellJudge::judge_disturbed(const harness::Compiler& compiler, const Configuration& configuration,
                                   const CellLimits& limits, CellResult& cell) {
  CellLimits plain;
  plain.cpu_seconds = limits.cpu_seconds;
  const CellResult undisturbed = bench_.run(compiler, program_, configuration, plain);
  if (alike(undisturbed.outcome, cell.outcome)) return {};
  Verdict verdict;
  verdict.kind = VerdictClass::tool_fault;
  const std::string cause =
      limits.disturbance() + "; without it: " + std::string(to_string(undisturbed.outcome.kind));
  verdict.evidence.push_back(cause);
  cell.outcome.kind = OutcomeKind::tool_fault;
  cell.outcome.message = cause + (cell.outcome.message.empty() ? "" : "; with it: " + cell.outcome.message);
  cell.outcome.phase = "harness";
  return verdict;
}

JudgedCell CellJudge::run(const harness::Compiler& compiler, const Configuration& configuration,
                          const CellLimits& limits) {
  JudgedCell judged;
  Expectation expectation = compiler.target->expect(program_, configuration);
  if (!trap_.empty() && expectation.kind == Expectation::Kind::accept) {
    expectation.kind = Expectation::Kind::no_crash;
    expectation.reason = trap_;
  }
  judged.cell = bench_.run(compiler, program_, configuration, limits);
  CellResult& cell = judged.cell;
  if (cell.outcome.kind != OutcomeKind::ok && limits.disturbed()) {
    judged.verdict = judge_disturbed(compiler, configuration, limits, cell);
    if (judged.verdict.kind == VerdictClass::tool_fault) return judged;
  }
  judged.verdict = oracles::judge(expectation, cell.outcome);
  if (!oracles::is_finding(judged.verdict)) return judged;
  const std::string key = configuration.target + "@" + configuration.version + "|" +
                          std::string(to_string(judged.verdict.kind)) + "|" + cell.outcome.signature.key;
  const auto known = confirmed_.find(key);
  if (known != confirmed_.end()) {
    judged.verdict.confidence = known->second.confidence;
    judged.verdict.evidence.push_back("same signature as a cell above");
    return judged;
  }
  const Confirmation confirmation =
      confirm(bench_, compiler, program_, configuration, cell, std::move(judged.verdict));
  judged.verdict = confirmation.verdict;
  if (judged.verdict.kind == VerdictClass::tool_fault) {
    cell.outcome.kind = OutcomeKind::tool_fault;
    cell.outcome.message = judged.verdict.evidence.back();
  } else if (oracles::is_finding(judged.verdict)) {
    confirmed_[key] = judged.verdict;
  } else {
    cell.outcome = confirmation.bare;  // slow, but it ended
  }
  return judged;
}

}  // namespace tilefuzz::campaign
