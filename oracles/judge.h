#pragma once

#include "core/outcome.h"
#include "core/verdict.h"
#include "targets/expectation.h"

namespace tilefuzz::oracles {

// Expectation x outcome -> verdict (design section 5). Confidence is always `seen` here; confirmation
// raises it. A tool fault is never charged to a compiler.
Verdict judge(const targets::Expectation& expectation, const Outcome& outcome);

// Whether a verdict speaks of a fault of the compiler.
bool is_finding(const Verdict& verdict);

}  // namespace tilefuzz::oracles
