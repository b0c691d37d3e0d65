#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "targets/target.h"

namespace tilefuzz::harness {

// Makes the folder that a target asks for below `base` and returns the installation as seen through it.
// An installation whose target asks for none comes back as it is.
Result<targets::Installation, std::string> make_private(const targets::Target& target,
                                                        const targets::Installation& installation,
                                                        const std::filesystem::path& base);

}  // namespace tilefuzz::harness
