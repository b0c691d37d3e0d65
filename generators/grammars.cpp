#include <array>

#include "generators/families/families.h"
#include "generators/grammar.h"

namespace tilefuzz::generators {
namespace {

constexpr std::array kGrammars{
    Grammar{"factorization", "left-looking panel algorithms: update, solve, store, trailing update",
            factorization_needs, factorization},
    Grammar{"dynamic_mma",
            "mma in loops with run-time trips and extents: chains, several accumulators, nests",
            dynamic_mma_needs, dynamic_mma},
    Grammar{"dense_gemm",
            "C = epilogue(A * B) on a grid: tails, K loops of all kinds, products behind products",
            dense_gemm_needs, dense_gemm},
    Grammar{"sparse_gemm",
            "the same with a structured-sparse left operand, metadata widths and layouts, stages",
            sparse_gemm_needs, sparse_gemm},
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
