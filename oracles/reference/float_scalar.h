#pragma once

#include <cstdint>

#include "ir/operation.h"
#include "ir/type.h"

namespace tilefuzz::reference {

// Operations on one float element, on raw bits; NaN results are canonical. Element: f16 bf16 f32 f64.

// min and max: `propagate` lets a NaN win, otherwise the number does; two NaN give NaN. Equal numbers,
// zeros of different sign included, give `a`.
std::uint64_t float_min(ir::Element e, bool propagate, std::uint64_t a, std::uint64_t b);
std::uint64_t float_max(ir::Element e, bool propagate, std::uint64_t a, std::uint64_t b);
// Whether both are zeros, of different sign.
bool zeros_differ(ir::Element e, std::uint64_t a, std::uint64_t b);

// sqrt to ceil, by the host's double functions; whether `code` is one of them decides is_math.
bool is_math(ir::Opcode code);
double math(ir::Opcode code, double x);

}  // namespace tilefuzz::reference
