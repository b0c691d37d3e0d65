#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "harness/workbench.h"

namespace tilefuzz::app {

// `tileiras@13.3.36,tilelang` -> installed compilers. The error is for the user.
Result<std::vector<harness::Compiler>, std::string> open_compilers(const std::string& names,
                                                                   const std::filesystem::path& private_base);

// NAME=VALUE options against the targets that know them; the error names what is known.
Result<std::map<std::string, std::string>, std::string> parse_options(
    const std::vector<std::string>& words, const std::vector<harness::Compiler>& compilers);

// Those of `options` that `target` knows.
std::map<std::string, std::string> options_of(const targets::Target& target,
                                              const std::map<std::string, std::string>& options);

// `sm_90,sm_120`, or all of the compiler's profile when empty. The error names an architecture that no
// compiler has.
Result<std::vector<std::string>, std::string> parse_architectures(
    const std::string& names, const std::vector<harness::Compiler>& compilers);

}  // namespace tilefuzz::app
