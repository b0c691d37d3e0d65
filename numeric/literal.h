#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "numeric/element.h"

namespace tilefuzz::numeric {

// The bits of a value as program text, such that parse_literal gives the same bits back.
//   integers: decimal, negative where the sign bit is set; i1: `true`, `false`.
//   floats:   always with a '.'; the fewest digits that read back, except that whole numbers below 10^7 are
//             written out (f16 65504.0, although 65500.0 would do). `nan`, `inf`, `-inf`.
//   other NaN patterns, and tf32 with bits set below its fraction: `0x` and all hexadecimal digits.
std::string format_literal(Element e, std::uint64_t bits);

// Reads a literal for the element; the error is one sentence that quotes the text.
//   integers: decimal, signed or unsigned spelling (i8: -128 to 255), or `0x` bits; i1 also `true`, `false`.
//   floats:   decimal (see decimal.h), rounded once, to nearest even, from the decimal itself and not by way
//             of double; `nan`, `inf`, `-inf` where the format has them; `0x` bits. A number that rounds
//             beyond the largest finite one is an error, even where casts saturate; one that rounds to zero
//             is not (but f8e8m0 has neither zero nor negative numbers).
Result<std::uint64_t, std::string> parse_literal(Element e, std::string_view text);

}  // namespace tilefuzz::numeric
