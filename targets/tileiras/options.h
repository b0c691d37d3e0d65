#pragma once

#include <span>
#include <string_view>

#include "core/configuration.h"
#include "core/result.h"
#include "ir/program.h"
#include "targets/target.h"
#include "targets/tileiras/lower/lower.h"

namespace tilefuzz::targets::tileiras {

inline constexpr std::string_view kTokens = "tokens";
inline constexpr std::string_view kBytecode = "bytecode";
inline constexpr std::string_view kOverflow = "overflow";
inline constexpr std::string_view kLineInfo = "lineinfo";

std::span<const OptionRow> options();

// The configuration's value of an option, or the default.
std::string_view option(const Configuration& configuration, std::string_view name);

// How the program is to be written for a configuration. Fails for an option value that does not exist and for
// a program that needs a newer file version than the release reads.
Result<LowerOptions, EmitError> lower_options(const ir::Program& program, const Configuration& configuration);

}  // namespace tilefuzz::targets::tileiras
