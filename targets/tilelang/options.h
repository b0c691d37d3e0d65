#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/configuration.h"
#include "targets/target.h"

namespace tilefuzz::targets::tilelang {

// Options of the target: choices of the emitter, and TileLang's own pass configurations.
std::span<const OptionRow> options();

// The pass configurations of a configuration, as a JSON object: `{"tl.disable_wgmma": true}`.
std::string pass_configs(const Configuration& configuration);

// The configuration's value of an option, or the default; empty for an unknown name.
std::string option(const Configuration& configuration, std::string_view name);

}  // namespace tilefuzz::targets::tilelang
