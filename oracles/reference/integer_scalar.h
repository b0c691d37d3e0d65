#pragma once

#include <cstdint>
#include <string>

#include "ir/operation.h"
#include "ir/type.h"
#include "numeric/integer.h"
#include "oracles/reference/trap.h"

namespace tilefuzz::reference {

// An integer operation on one element; `ok` false: `kind` says why it does not occur.
struct IntegerOutcome {
  std::uint64_t bits = 0;
  bool ok = true;
  TrapKind kind = TrapKind::integer_overflow;
};

struct IntegerMode {
  ir::Element element{};
  numeric::Signedness sign = numeric::Signedness::with_sign;  // of `unsigned`
  bool wrap = false;
};

IntegerOutcome integer_unary(ir::Opcode code, const IntegerMode& mode, std::uint64_t a);
IntegerOutcome integer_binary(ir::Opcode code, const IntegerMode& mode, std::uint64_t a, std::uint64_t b);

}  // namespace tilefuzz::reference
