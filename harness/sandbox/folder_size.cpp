#include "harness/sandbox/folder_size.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace tilefuzz::harness {
namespace {

constexpr int deepest_level = 100;
constexpr std::uint64_t block_bytes = 512;  // unit of st_blocks, whatever the file system

std::uint64_t size_below(int folder, int level) {
  DIR* directory = fdopendir(folder);
  if (directory == nullptr) {
    close(folder);
    return 0;
  }
  std::uint64_t bytes = 0;
  while (const dirent* entry = readdir(directory)) {
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
    struct stat status {};
    if (fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    bytes += static_cast<std::uint64_t>(status.st_blocks) * block_bytes;
    if (!S_ISDIR(status.st_mode) || level >= deepest_level) continue;
    const int inner =
        openat(dirfd(directory), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner >= 0) bytes += size_below(inner, level + 1);
  }
  closedir(directory);
  return bytes;
}

}  // namespace

std::uint64_t folder_size(const char* folder) {
  const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? 0 : size_below(descriptor, 0);
}

}  // namespace tilefuzz::harness
