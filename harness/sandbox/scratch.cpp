#include "harness/sandbox/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "harness/sandbox/folder_size.h"

namespace tilefuzz::harness {
namespace {

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* directory = copy < 0 ? nullptr : fdopendir(copy);
  if (directory == nullptr) {
    if (copy >= 0) close(copy);
    return names;
  }
  while (const dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(directory);
  return names;
}

// Folders are not descended into: what a folder holds is lifted into `root`, so a tree of any depth takes
// two descriptors and no recursion.
class Emptying {
 public:
  explicit Emptying(int root) : root_(root) {}

  bool run() {
    for (std::vector<std::string> pending = names_in(root_); !pending.empty();) {
      const std::string name = std::move(pending.back());
      pending.pop_back();
      if (unlinkat(root_, name.c_str(), 0) == 0 || errno == ENOENT) continue;
      for (std::string& lifted : empty_folder(name)) pending.push_back(std::move(lifted));
      if (unlinkat(root_, name.c_str(), AT_REMOVEDIR) != 0) complete_ = false;
    }
    return complete_;
  }

 private:
  std::vector<std::string> empty_folder(const std::string& name) {
    std::vector<std::string> lifted;
    struct stat status {};
    if (fstatat(root_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode))
      return lifted;
    fchmodat(root_, name.c_str(), 0700, 0);
    const int folder = openat(root_, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return lifted;
    for (const std::string& inner : names_in(folder)) {
      if (unlinkat(folder, inner.c_str(), 0) == 0) continue;
      fchmodat(folder, inner.c_str(), 0700, 0);  // moving a folder writes its ".."
      std::string fresh = "lifted-" + std::to_string(++count_) + "-" + std::to_string(getpid());
      if (renameat(folder, inner.c_str(), root_, fresh.c_str()) == 0) lifted.push_back(std::move(fresh));
    }
    close(folder);
    return lifted;
  }

  int root_;
  bool complete_ = true;
  unsigned count_ = 0;
};

}  // namespace

bool clear_folder(const std::filesystem::path& folder) {
  const int root = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return errno == ENOENT;
  const bool complete = Emptying(root).run();
  close(root);
  return complete;
}

Result<Scratch, std::string> Scratch::create(const std::filesystem::path& base) {
  std::string name = (base / "tilefuzz-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    return fail("cannot make a scratch folder in " + base.string() + ": " + std::strerror(errno));
  }
  return Scratch(name);
}

Scratch::Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

Scratch::~Scratch() {
  if (path_.empty()) return;
  clear();
  rmdir(path_.c_str());
}

std::uint64_t Scratch::size() const { return folder_size(path_.c_str()); }

bool Scratch::clear() {
  chmod(path_.c_str(), 0700);
  return clear_folder(path_);
}

}  // namespace tilefuzz::harness
