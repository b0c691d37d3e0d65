#pragma once

#include <filesystem>
#include <string_view>

namespace tilefuzz::harness {

// Files that are installed with tilefuzz and run outside of it. Looked for beside the running binary, then
// in ../lib/tilefuzz, then where this build put them; the last is returned when none exists.
std::filesystem::path support_file(std::string_view name);

inline constexpr std::string_view supervisor_file = "tilefuzz-supervise";
inline constexpr std::string_view crash_library_file = "libtilefuzz_crash.so";

}  // namespace tilefuzz::harness
