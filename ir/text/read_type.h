#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "ir/program.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

// `128x64xf32` or `f32`: extents and element, of kind `tile`. The error is one sentence.
Result<Type, std::string> shape_from_text(std::string_view text);

// Type of a value or buffer: `f32`, `tile<128x64xf32>`, `sparse<2:4, 128x128xi8>`, `buffer<64x64xf32>`.
std::optional<Type> read_type(TokenStream& tokens);

// Type of a parameter: a scalar, `tensor<f32, [?M, 64], [?*4, 1]>` or `sparse_tensor<2:4, i8, [128, 256]>`.
// Extents, strides and signedness go to `param`.
std::optional<Type> read_param_type(TokenStream& tokens, Program& program, Param& param);

// A decimal integer, or an error that says what it stands for.
std::optional<std::int64_t> read_integer(TokenStream& tokens, std::string_view what);

// `[1, 2, 3]`, at most kLongestList numbers.
inline constexpr std::size_t kLongestList = 64;
std::optional<std::vector<std::int64_t>> read_integers(TokenStream& tokens, std::string_view what);

}  // namespace tilefuzz::ir
