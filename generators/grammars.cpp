#include <array>

#include "generators/families/families.h"
#include "generators/grammar.h"

namespace tilefuzz::generators {
namespace {

constexpr std::array kGrammars{
    Grammar{"factorization", "left-looking panel algorithms: update, solve, store, trailing update",
            factorization_needs, factorization},
};

}  // namespace

std::span<const Grammar> grammars() { return kGrammars; }

const Grammar* find_grammar(std::string_view name) {
  for (const Grammar& grammar : kGrammars) {
    if (grammar.name == name) return &grammar;
  }
  return nullptr;
}

}  // namespace tilefuzz::generators
