#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace tilefuzz::harness::supervisor {

struct ProcessInfo {
  pid_t pid = 0;
  pid_t group = 0;
  char state = '?';                    // as in proc(5); 'Z' is a zombie
  std::uint64_t own_cpu_ticks = 0;     // user + system
  std::uint64_t reaped_cpu_ticks = 0;  // of children that it has waited for
  std::uint64_t resident_bytes = 0;
};

// Every living process below `root`, `root` itself left out. Descendants whose parents died count as long
// as `root` is their subreaper. The list is a snapshot that may miss a process being born.
std::vector<ProcessInfo> processes_below(pid_t root);

// Reads `path` (a file of /proc) into `text`, closed by a zero; the length, or 0 if it cannot be read.
std::size_t read_proc(const char* path, char* text, std::size_t capacity);

// `stat_path` is /proc/PID/stat or /proc/PID/task/TID/stat, format in proc(5). False if it is gone.
bool read_stat(const char* stat_path, ProcessInfo& info, pid_t* parent = nullptr);

}  // namespace tilefuzz::harness::supervisor
