#include "harness/sandbox/supervisor/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace tilefuzz::harness::supervisor {
namespace {

template <class Use>
void each_number_in(const char* folder, Use use) {
  DIR* directory = opendir(folder);
  if (directory == nullptr) return;
  while (const dirent* entry = readdir(directory)) {
    char* end = nullptr;
    const long number = std::strtol(entry->d_name, &end, 10);
    if (number > 0 && *end == '\0') use(static_cast<pid_t>(number));
  }
  closedir(directory);
}

// The kernel keeps children per thread. Without CONFIG_PROC_CHILDREN the file is missing.
bool append_children(pid_t process, std::vector<pid_t>& found) {
  char path[96];
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  bool known = true;
  each_number_in(path, [&](pid_t thread) {
    char file[128];
    char text[16384];
    std::snprintf(file, sizeof file, "/proc/%d/task/%d/children", process, thread);
    if (read_proc(file, text, sizeof text) == 0 && process == getpid() && access(file, R_OK) != 0)
      known = false;
    for (char* at = text; *at != '\0';) {
      char* end = nullptr;
      const long child = std::strtol(at, &end, 10);
      if (end == at) break;
      found.push_back(static_cast<pid_t>(child));
      at = end;
    }
  });
  return known;
}

// For kernels without children files: read every process, then keep what hangs below `root`.
std::vector<pid_t> descendants_by_scan(pid_t root) {
  std::vector<std::pair<pid_t, pid_t>> child_and_parent;
  each_number_in("/proc", [&](pid_t process) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    ProcessInfo info;
    pid_t parent = 0;
    if (read_stat(path, info, &parent)) child_and_parent.emplace_back(process, parent);
  });
  std::vector<pid_t> found{root};
  for (std::size_t at = 0; at < found.size(); ++at) {
    for (const auto& [child, parent] : child_and_parent) {
      if (parent == found[at]) found.push_back(child);
    }
  }
  found.erase(found.begin());
  return found;
}

std::vector<pid_t> descendants(pid_t root) {
  std::vector<pid_t> found;
  if (!append_children(root, found)) return descendants_by_scan(root);
  for (std::size_t at = 0; at < found.size(); ++at) append_children(found[at], found);
  return found;
}

}  // namespace

std::size_t read_proc(const char* path, char* text, std::size_t capacity) {
  text[0] = '\0';
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::size_t length = 0;
  while (length + 1 < capacity) {
    const ssize_t count = read(file, text + length, capacity - 1 - length);
    if (count <= 0) break;
    length += static_cast<std::size_t>(count);
  }
  close(file);
  text[length] = '\0';
  return length;
}

bool read_stat(const char* stat_path, ProcessInfo& info, pid_t* parent) {
  char text[1024];
  if (read_proc(stat_path, text, sizeof text) == 0) return false;
  // The command name stands in parentheses and may itself hold any of them.
  const char* fields = std::strrchr(text, ')');
  if (fields == nullptr) return false;
  int parent_field = 0, group = 0;
  unsigned long user = 0, system = 0, reaped_user = 0, reaped_system = 0;
  long resident_pages = 0;
  const int matched = std::sscanf(
      fields + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu %*d %*d %*d %*d %*u %*u %ld",
      &info.state, &parent_field, &group, &user, &system, &reaped_user, &reaped_system, &resident_pages);
  if (matched != 8) return false;
  info.pid = static_cast<pid_t>(std::strtol(text, nullptr, 10));
  info.group = group;
  info.own_cpu_ticks = user + system;
  info.reaped_cpu_ticks = reaped_user + reaped_system;
  info.resident_bytes =
      static_cast<std::uint64_t>(resident_pages) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  if (parent != nullptr) *parent = parent_field;
  return true;
}

std::vector<ProcessInfo> processes_below(pid_t root) {
  std::vector<ProcessInfo> processes;
  for (const pid_t pid : descendants(root)) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
    ProcessInfo info;
    if (read_stat(path, info)) processes.push_back(info);
  }
  return processes;
}

}  // namespace tilefuzz::harness::supervisor
