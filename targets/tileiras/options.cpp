#include "targets/tileiras/options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "targets/tileiras/profile/profile.h"

namespace tilefuzz::targets::tileiras {

namespace {

const std::array<OptionRow, 4>& rows() {
  static const std::array<OptionRow, 4> made = {{
      {kTokens,
       {"minimal", "serial", "joined", "one-group"},
       OptionEffect::preserves,
       "how program order of memory operations is written as tokens"},
      {kBytecode,
       {"auto", "native", "13.1", "13.2"},
       OptionEffect::preserves,
       "file version; auto is 13.3, native the release's own; never newer than the release reads, and raised "
       "where the program "
       "needs it"},
      {kOverflow,
       {"plain", "nsw"},
       OptionEffect::preserves,
       "nsw: arithmetic that does not overflow says so"},
      {kLineInfo, {"off", "on"}, OptionEffect::preserves, "--lineinfo"},
  }};
  return made;
}

// Every release from 13.3 on reads it, so one file serves all of them.
constexpr int kCommonMinor = 3;

}  // namespace

std::span<const OptionRow> options() { return rows(); }

std::string_view option(const Configuration& configuration, std::string_view name) {
  const auto set = configuration.options.find(std::string(name));
  if (set != configuration.options.end()) return set->second;
  for (const OptionRow& row : rows()) {
    if (row.name == name) return row.values.front();
  }
  return {};
}

Result<LowerOptions, EmitError> lower_options(const ir::Program& program,
                                              const Configuration& configuration) {
  const auto wrong = [&](std::string_view name) {
    return tilefuzz::fail(EmitError{
        "option " + std::string(name) + " has no value " + std::string(option(configuration, name)), {}});
  };
  LowerOptions result;
  const auto tokens = token_policy(option(configuration, kTokens));
  if (!tokens) return wrong(kTokens);
  result.tokens = *tokens;
  result.arch = configuration.arch;
  result.no_wrap = option(configuration, kOverflow) == "nsw";
  const int newest = minor_version(configuration.version);
  int minor = std::min(newest, kCommonMinor);
  const std::string_view wanted = option(configuration, kBytecode);
  if (wanted == "native") {
    minor = newest;
  } else if (wanted != "auto") {
    if (!wanted.starts_with("13.")) return wrong(kBytecode);
    const auto [end, error] = std::from_chars(wanted.data() + 3, wanted.data() + wanted.size(), minor);
    if (error != std::errc{} || end != wanted.data() + wanted.size() || minor < 1) {
      return wrong(kBytecode);
    }
    minor = std::min(minor, newest);
  }
  const int needed = needed_version(program).minor;
  if (needed > newest) {
    return tilefuzz::fail(EmitError{"the program needs Tile IR 13." + std::to_string(needed) + ", " +
                                        configuration.version + " reads up to 13." + std::to_string(newest),
                                    {}});
  }
  result.version.minor = static_cast<std::uint8_t>(std::max(minor, needed));
  return result;
}

}  // namespace tilefuzz::targets::tileiras
