#include "harness/fetch.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "harness/installation.h"

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;

// Beside the sources, or where `cmake --install` put it.
fs::path script() {
  std::error_code error;
  const fs::path binary = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = binary.parent_path().parent_path() / "share/tilefuzz/scripts/fetch-compilers.sh";
  return fs::exists(installed) ? installed : fs::path(TILEFUZZ_SOURCE_FOLDER) / "scripts/fetch-compilers.sh";
}

}  // namespace

bool fetch_compilers(const std::vector<std::string>& names) {
  const fs::path path = script();
  if (!fs::exists(path)) {
    std::fprintf(stderr, "tilefuzz: %s is missing\n", path.c_str());
    return false;
  }
  const pid_t child = fork();
  if (child == 0) {
    setenv("TILEFUZZ_COMPILERS", Installations::default_root().c_str(), 1);
    std::vector<std::string> words = {path.string()};
    words.insert(words.end(), names.begin(), names.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace tilefuzz::harness
