#include "oracles/judge.h"

#include <algorithm>

namespace tilefuzz::oracles {
namespace {

using targets::Expectation;
using targets::Provenance;

Verdict make(VerdictClass kind, std::string fact) {
  Verdict verdict;
  verdict.kind = kind;
  if (!fact.empty()) verdict.evidence.push_back(std::move(fact));
  return verdict;
}

std::string expected(const Expectation& expectation) {
  std::string out = "expected: " + std::string(to_string(expectation.kind));
  for (const targets::RuleBreak& broken : expectation.rules) out += " " + broken.rule;
  if (!expectation.reason.empty()) out += " (" + expectation.reason + ")";
  return out;
}

bool all_documented(const Expectation& expectation) {
  return !expectation.rules.empty() &&
         std::all_of(expectation.rules.begin(), expectation.rules.end(),
                     [](const targets::RuleBreak& broken) { return broken.provenance == Provenance::spec; });
}

}  // namespace

Verdict judge(const Expectation& expectation, const Outcome& outcome) {
  const bool valid = expectation.kind == Expectation::Kind::accept ||
                     expectation.kind == Expectation::Kind::accept_or_diagnose;
  switch (outcome.kind) {
    case OutcomeKind::ok:
      if (outcome.artifact_hash.empty())
        return make(VerdictClass::bad_artifact, "ok, but no or an empty artifact");
      if (expectation.kind == Expectation::Kind::reject && all_documented(expectation)) {
        return make(VerdictClass::accepts_invalid, expected(expectation));
      }
      return {};
    case OutcomeKind::diagnostic:
      return make(
          expectation.kind == Expectation::Kind::accept ? VerdictClass::rejects_valid : VerdictClass::none,
          expected(expectation));
    case OutcomeKind::crash:
      return make(valid ? VerdictClass::ice_on_valid_code : VerdictClass::ice_on_invalid_code,
                  expected(expectation));
    case OutcomeKind::timeout:
      return make(VerdictClass::hang, expected(expectation));
    case OutcomeKind::out_of_memory:
      return make(VerdictClass::memory_hog, expected(expectation));
    case OutcomeKind::tool_fault:
      return make(VerdictClass::tool_fault, outcome.message);
  }
  return {};
}

bool is_finding(const Verdict& verdict) {
  return verdict.kind != VerdictClass::none && verdict.kind != VerdictClass::tool_fault;
}

}  // namespace tilefuzz::oracles
