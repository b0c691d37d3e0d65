#pragma once

#include <optional>

#include "ir/program.h"

namespace tilefuzz::ir {

// The type of an operation's result, where it follows from the operands (ResultRule other than `written`
// and `region`). Empty where it does not, or where the operands do not fit; the verifier then names what is
// wrong. Never fails on malformed operations.
std::optional<Type> infer_result(const Program& program, const Op& op);

// The tile shape that `op`, an elementwise operation, works on: of its first ranked operand.
Type elementwise_shape(const Program& program, const Op& op);

}  // namespace tilefuzz::ir
