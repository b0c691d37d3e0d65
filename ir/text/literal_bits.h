#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "numeric/literal.h"

namespace tilefuzz::ir {

// Bits of an element as Op::data and LaunchArgument keep them: integers sign-extended, i1 0 or 1, floats
// zero-extended. The error is one sentence.
Result<std::int64_t, std::string> literal_bits(numeric::Element element, std::string_view text);
std::string literal_text(numeric::Element element, std::int64_t bits);

}  // namespace tilefuzz::ir
