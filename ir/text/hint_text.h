#pragma once

#include <string>

#include "core/result.h"
#include "ir/operation_table.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

using Hints = absl::InlinedVector<Hint, 2>;

// The value of a hint as the text writes it: `4`, `shared`, `padded(8)`.
std::string hint_value_text(const Hint& hint);
// The inverse; the error is one sentence. Limits of numbers are the verifier's business.
Result<std::int32_t, std::string> hint_value_from_text(HintKey key, std::string_view text);
// Words and form that a hint takes, for error messages and documentation.
std::string hint_choices(const HintRow& row);

// `hint {stages = 2, unroll = 4}`, sorted by key; empty text for none.
std::string hints_text(const Hints& hints);
// The clause, if the next word is `hint`.
bool read_hints(TokenStream& tokens, Hints& hints);

// Puts a hint in its place; false if the key is already there.
bool add_hint(Hints& hints, Hint hint);

}  // namespace tilefuzz::ir
