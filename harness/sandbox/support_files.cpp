#include "harness/sandbox/support_files.h"

#include <system_error>

namespace tilefuzz::harness {

std::filesystem::path support_file(std::string_view name) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& candidate : {folder / name, folder / ".." / "lib" / "tilefuzz" / name}) {
    if (std::filesystem::exists(candidate, error)) return candidate.lexically_normal();
  }
  return std::filesystem::path(TILEFUZZ_SUPPORT_FOLDER) / name;
}

}  // namespace tilefuzz::harness
