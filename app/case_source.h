#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "generators/grammar.h"
#include "harness/campaign/campaign.h"

namespace tilefuzz::app {

// What `fuzz` draws from.
struct DrawPlan {
  std::uint64_t seed = 0;
  std::vector<const generators::Grammar*> grammars;
  std::vector<std::string> architectures;
  std::vector<int> levels;                     // empty: drawn
  std::map<std::string, std::string> options;  // fixed ones; the others are drawn
};

// Which grammar and architecture a compiler's cases may have.
struct Combination {
  const generators::Grammar* grammar = nullptr;
  std::string arch;
};

// Of one compiler: every grammar that its profile can say on every architecture it has. `left_out` gets a
// sentence for each grammar that it cannot.
std::vector<Combination> combinations(const harness::Compiler& compiler, const DrawPlan& plan,
                                      std::vector<std::string>& left_out);

// Case n goes to the compilers in turn; all else is drawn from the seed and n. `compilers` must outlive it.
campaign::CaseSource make_case_source(const std::vector<harness::Compiler>& compilers, const DrawPlan& plan);

}  // namespace tilefuzz::app
