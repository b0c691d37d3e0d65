#include "harness/sandbox/supervisor/stack_sampler.h"

#include <dirent.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness/sandbox/supervisor/process_tree.h"
#include "harness/sandbox/supervisor/protocol.h"

namespace tilefuzz::harness::supervisor {
namespace {

int sample_signal() { return SIGRTMIN + sample_signal_offset; }

bool catches_sample_signal(pid_t process) {
  char path[64];
  char text[4096];
  std::snprintf(path, sizeof path, "/proc/%d/status", process);
  if (read_proc(path, text, sizeof text) == 0) return false;
  const char* caught = std::strstr(text, "\nSigCgt:");
  if (caught == nullptr) return false;
  const unsigned long long mask = std::strtoull(caught + std::strlen("\nSigCgt:"), nullptr, 16);
  return (mask >> (sample_signal() - 1) & 1) != 0;
}

// A thread that runs now comes before any that waits: a driver waiting for its assembler has often used
// more CPU than the assembler that hangs.
bool busier(const ProcessInfo& a, const ProcessInfo& b) {
  if ((a.state == 'R') != (b.state == 'R')) return a.state == 'R';
  return a.own_cpu_ticks > b.own_cpu_ticks;
}

ProcessInfo busiest_thread(pid_t process) {
  char folder[64];
  std::snprintf(folder, sizeof folder, "/proc/%d/task", process);
  ProcessInfo best;
  DIR* directory = opendir(folder);
  if (directory == nullptr) return best;
  while (const dirent* entry = readdir(directory)) {
    if (entry->d_name[0] == '.') continue;
    char path[400];
    std::snprintf(path, sizeof path, "%s/%s/stat", folder, entry->d_name);
    ProcessInfo thread;
    if (read_stat(path, thread) && (best.pid == 0 || busier(thread, best))) best = thread;
  }
  closedir(directory);
  return best;
}

}  // namespace

bool sample_busiest_thread(pid_t root) {
  ProcessInfo best;
  pid_t owner = 0;
  for (const ProcessInfo& process : processes_below(root)) {
    if (process.state == 'Z' || !catches_sample_signal(process.pid)) continue;
    const ProcessInfo thread = busiest_thread(process.pid);
    if (thread.pid != 0 && (owner == 0 || busier(thread, best))) {
      best = thread;
      owner = process.pid;
    }
  }
  return owner != 0 && syscall(SYS_tgkill, owner, best.pid, sample_signal()) == 0;
}

}  // namespace tilefuzz::harness::supervisor
