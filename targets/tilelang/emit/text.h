#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.h"

namespace tilefuzz::targets::tilelang {

// Pieces of TileLang text.

// The element that stands for `element` in a buffer: i1 is int8 (0 or 1), because boolean buffers do not
// reach CUDA text; tf32 is float32, because there is no such buffer. `ieee_names`: f8e4m3 as
// `float8_e4m3`, the only spelling that sparse operands take; else `float8_e4m3fn`.
std::string_view dtype(ir::Element element, bool ieee_names = false);
// `uint8` for i8 and so on.
std::string unsigned_dtype(ir::Element element);

// A typed literal from an element's bits (sign-extended for integers), exact: `T.int32(-1)`,
// `T.float32(0.1...)`; not-numbers and infinities by their bits.
std::string literal(ir::Element element, std::int64_t bits, bool ieee_names = false);

// Bytes of one element of a buffer of this dtype.
int dtype_bytes(std::string_view dtype);

std::string quoted(std::string_view text);
std::string call(std::string_view function, const std::vector<std::string>& arguments);
std::string cast(std::string_view to, std::string_view x);
std::string joined(const std::vector<std::string>& parts, std::string_view separator);

// Integer index arithmetic that folds literals: `0 * 64` is `0`, `i + 0` is `i`.
std::string times(const std::string& x, std::int64_t factor);
std::string plus(const std::string& a, const std::string& b);

// `(64, 32)`, `(64,)`.
std::string tuple(std::span<const std::int32_t> extents);
// Loop variables of a T.Parallel nest of this rank: `i`, `j`, `ii`, `jj`.
std::vector<std::string> parallel_variables(std::size_t rank);

}  // namespace tilefuzz::targets::tilelang
