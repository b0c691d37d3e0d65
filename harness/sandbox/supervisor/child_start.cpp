#include "harness/sandbox/supervisor/child_start.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>

namespace tilefuzz::harness::supervisor {
namespace {

struct Failure {
  Stage stage;
  int error;
};

// Polling sees the CPU limit of the tree first; this is for a child that keeps the supervisor from running.
constexpr rlim_t cpu_backstop_slack_seconds = 2;
constexpr rlim_t default_stack_bytes = 8u << 20;

bool limit(int resource, rlim_t soft, rlim_t hard) {
  rlimit current{};
  if (getrlimit(resource, &current) != 0) return false;
  if (current.rlim_max != RLIM_INFINITY && hard > current.rlim_max) hard = current.rlim_max;
  if (soft > hard) soft = hard;
  const rlimit wanted{soft, hard};
  return setrlimit(resource, &wanted) == 0;
}

bool set_limits(const Limits& limits) {
  bool set = limit(RLIMIT_CORE, 0, 0);
  if (limits.cpu_seconds > 0) {
    const rlim_t seconds = static_cast<rlim_t>(std::ceil(limits.cpu_seconds)) + cpu_backstop_slack_seconds;
    set = limit(RLIMIT_CPU, seconds, seconds + cpu_backstop_slack_seconds) && set;
  }
  if (limits.file_bytes != 0) set = limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes) && set;
  set = limit(RLIMIT_STACK, limits.stack_bytes != 0 ? limits.stack_bytes : default_stack_bytes,
              RLIM_INFINITY) &&
        set;
  // Last: a small address space makes anything after it fail.
  if (limits.memory_bytes != 0) set = limit(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes) && set;
  return set;
}

// When memory runs out, the kernel is to take the child, never the harness.
void prefer_as_victim() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = write(file, "800", 3);
  close(file);
}

[[noreturn]] void become(const Request& request, pid_t supervisor, int failure_pipe, char** argv,
                         char** environment) {
  const auto give_up = [&](Stage stage) {
    const Failure failure{stage, errno};
    [[maybe_unused]] const ssize_t written = write(failure_pipe, &failure, sizeof failure);
    _exit(127);
  };
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prefer_as_victim();
  if (request.has_channel != 0) dup2(channel_descriptor, child_channel_descriptor);
  if (!set_limits(request.limits)) give_up(Stage::limits);
  execve(argv[0], argv, environment);
  give_up(Stage::execute);
  _exit(127);
}

}  // namespace

StartedChild start_child(const Request& request, char** argv, char** environment) {
  int failure_pipe[2];
  if (pipe2(failure_pipe, O_CLOEXEC) != 0) return {-1, Stage::fork, errno};
  const pid_t supervisor = getpid();
  const pid_t child = fork();
  if (child == 0) become(request, supervisor, failure_pipe[1], argv, environment);
  const int fork_error = errno;
  close(failure_pipe[1]);
  if (child < 0) {
    close(failure_pipe[0]);
    return {-1, Stage::fork, fork_error};
  }
  Failure failure{};
  ssize_t count;
  do {
    count = read(failure_pipe[0], &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  close(failure_pipe[0]);
  if (count != static_cast<ssize_t>(sizeof failure)) return {child, Stage::none, 0};
  waitpid(child, nullptr, 0);
  return {-1, failure.stage, failure.error};
}

}  // namespace tilefuzz::harness::supervisor
