#pragma once

#include "generators/grammar.h"

namespace tilefuzz::generators {

// Left-looking panel algorithms (Cholesky, QR, triangular solve): load a panel of columns, update it by what
// was stored before (mma loop with run-time trips), split it, couple the parts (mma), solve column by column,
// store, and update the next diagonal block from what was stored, if there is one. Where tileiras 13.3.36
// crashes.
bool factorization_needs(const targets::Profile& profile);
ir::Program factorization(Choices& choices, const Context& context);

// Run-time trip counts and extents around mma: chained operands, several accumulators, loops in loops, exits.
bool dynamic_mma_needs(const targets::Profile& profile);
ir::Program dynamic_mma(Choices& choices, const Context& context);

// C = epilogue(A * B) on a grid, with tails, K loops of all kinds, a second product behind the first.
bool dense_gemm_needs(const targets::Profile& profile);
ir::Program dense_gemm(Choices& choices, const Context& context);

// The same with a structured-sparse left operand and its metadata layouts.
bool sparse_gemm_needs(const targets::Profile& profile);
ir::Program sparse_gemm(Choices& choices, const Context& context);

}  // namespace tilefuzz::generators
