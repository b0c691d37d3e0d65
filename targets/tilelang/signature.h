#pragma once

#include <string>
#include <string_view>

#include "core/outcome.h"
#include "targets/tilelang/answer.h"

namespace tilefuzz::targets::tilelang {

// A message without what differs between programs that hit the same fault: numbers, addresses, quoted
// texts, and names of buffers and variables. `int32` keeps its kind (`int#`).
std::string masked(std::string_view message);

// A C++ function without its return type, arguments and template arguments: `tvm::tl::Foo::Bar`.
std::string short_name(std::string_view native_frame);

// Exception: type, masked first line, source text of the pass's line (line numbers differ between
// versions), last native function; or, where there is none of these two, the last Python function.
Signature exception_signature(const Answer& answer);
// A limit: the innermost frame that all samples share, and the pass.
Signature hang_signature(const Answer& answer);
// A signal: its number and the innermost functions of the backtrace that TVM's handler prints.
Signature signal_signature(const Answer& answer);

}  // namespace tilefuzz::targets::tilelang
