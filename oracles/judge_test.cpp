#include "oracles/judge.h"

#include <gtest/gtest.h>

namespace tilefuzz::oracles {
namespace {

using targets::Expectation;
using targets::Provenance;
using Kind = Expectation::Kind;

Outcome outcome_of(OutcomeKind kind) {
  Outcome outcome;
  outcome.kind = kind;
  if (kind == OutcomeKind::ok) outcome.artifact_hash = "ab";
  return outcome;
}

Expectation expectation_of(Kind kind, Provenance provenance = Provenance::spec) {
  Expectation expectation;
  expectation.kind = kind;
  if (kind == Kind::reject) expectation.rules.push_back({"rule", provenance, "", {}});
  return expectation;
}

TEST(Judge, FollowsTheTableOfClasses) {
  struct Row {
    Kind expectation;
    OutcomeKind outcome;
    VerdictClass verdict;
  };
  constexpr Row kRows[] = {
      {Kind::accept, OutcomeKind::ok, VerdictClass::none},
      {Kind::accept, OutcomeKind::diagnostic, VerdictClass::rejects_valid},
      {Kind::accept, OutcomeKind::crash, VerdictClass::ice_on_valid_code},
      {Kind::accept, OutcomeKind::timeout, VerdictClass::hang},
      {Kind::accept, OutcomeKind::out_of_memory, VerdictClass::memory_hog},
      {Kind::accept, OutcomeKind::tool_fault, VerdictClass::tool_fault},
      {Kind::reject, OutcomeKind::ok, VerdictClass::accepts_invalid},
      {Kind::reject, OutcomeKind::diagnostic, VerdictClass::none},
      {Kind::reject, OutcomeKind::crash, VerdictClass::ice_on_invalid_code},
      {Kind::accept_or_diagnose, OutcomeKind::ok, VerdictClass::none},
      {Kind::accept_or_diagnose, OutcomeKind::diagnostic, VerdictClass::none},
      {Kind::accept_or_diagnose, OutcomeKind::crash, VerdictClass::ice_on_valid_code},
      {Kind::no_crash, OutcomeKind::ok, VerdictClass::none},
      {Kind::no_crash, OutcomeKind::diagnostic, VerdictClass::none},
      {Kind::no_crash, OutcomeKind::crash, VerdictClass::ice_on_invalid_code},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(judge(expectation_of(row.expectation), outcome_of(row.outcome)).kind, row.verdict)
        << to_string(row.expectation) << " x " << to_string(row.outcome);
  }
}

TEST(Judge, OnlyDocumentedRulesAccuseOfAcceptingInvalidCode) {
  const Outcome ok = outcome_of(OutcomeKind::ok);
  EXPECT_EQ(judge(expectation_of(Kind::reject, Provenance::observed), ok).kind, VerdictClass::none);
  EXPECT_EQ(judge(expectation_of(Kind::reject, Provenance::ours), ok).kind, VerdictClass::none);
}

TEST(Judge, AnEmptyArtifactIsBad) {
  Outcome outcome;
  outcome.kind = OutcomeKind::ok;
  EXPECT_EQ(judge(expectation_of(Kind::accept), outcome).kind, VerdictClass::bad_artifact);
}

TEST(Judge, AToolFaultIsNoFinding) {
  EXPECT_FALSE(is_finding(judge(expectation_of(Kind::accept), outcome_of(OutcomeKind::tool_fault))));
  EXPECT_TRUE(is_finding(judge(expectation_of(Kind::accept), outcome_of(OutcomeKind::crash))));
}

}  // namespace
}  // namespace tilefuzz::oracles
