#include "harness/sandbox/supervisor/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "harness/sandbox/folder_size.h"
#include "harness/sandbox/supervisor/process_tree.h"
#include "harness/sandbox/supervisor/stack_sampler.h"

namespace tilefuzz::harness::supervisor {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A poll of a two-process tree costs about 0.1 ms: at these intervals 0.2-1 % of a core.
constexpr double first_interval = 0.010;
constexpr double longest_interval = 0.050;
// What is dear to measure (a big tree, a big scratch folder) is measured less often: at most 2 % of the time.
constexpr double cost_factor = 50;
constexpr double sample_spacing = 0.050;

class Watch {
 public:
  Watch(const Request& request, const char* scratch_folder, pid_t child, int signals)
      : request_(request),
        limits_(request.limits),
        scratch_(scratch_folder),
        child_(child),
        signals_(signals) {}

  std::optional<Reply> run() {
    double interval = first_interval;
    while (!child_ended_ && !reason_ && !abandoned_) {
      wait_for_event(std::min(interval, std::max(0.0, time_left())));
      if (child_ended_ || reason_ || abandoned_) break;
      const double before = elapsed();
      check_limits();
      const double cost = elapsed() - before;
      interval = std::max({first_interval, std::min(longest_interval, before / 20), cost * cost_factor});
    }
    if (reason_ == EndedBy::wall_limit || reason_ == EndedBy::cpu_limit)
      take_samples(request_.samples_at_limit);
    const double wall = elapsed();
    kill_everything();
    if (abandoned_) return std::nullopt;
    return reply(wall);
  }

 private:
  double elapsed() const { return Seconds(Clock::now() - start_).count(); }

  double time_left() const {
    return limits_.wall_seconds > 0 ? limits_.wall_seconds - elapsed() : longest_interval;
  }

  void wait_for_event(double seconds) {
    pollfd events[2] = {{signals_, POLLIN, 0}, {control_descriptor, POLLIN, 0}};
    if (poll(events, 2, static_cast<int>(seconds * 1000) + 1) <= 0) return;
    if (events[0].revents != 0) read_signals();
    if (events[1].revents != 0) read_command();
  }

  void read_signals() {
    signalfd_siginfo info;
    while (read(signals_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
      if (info.ssi_signo == SIGTERM) abandoned_ = true;
    }
    reap();
  }

  // True while there are children.
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, WNOHANG);
      if (ended == child_) {
        child_ended_ = true;
        status_ = status;
      } else if (ended > 0) {
        if (child_ended_) ++leftovers_;
      } else if (ended == 0) {
        return true;
      } else if (errno != EINTR) {
        return false;
      }
    }
  }

  void read_command() {
    char command = 0;
    const ssize_t count = read(control_descriptor, &command, 1);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) abandoned_ = true;
    if (count != 1) return;
    switch (static_cast<Command>(command)) {
      case Command::stop:
        reason_ = EndedBy::stopped;
        break;
      case Command::output_limit:
        reason_ = EndedBy::output_limit;
        break;
      case Command::sample:
        sample_busiest_thread(getpid());
        break;
    }
  }

  void check_limits() {
    if (limits_.wall_seconds > 0 && elapsed() >= limits_.wall_seconds) reason_ = EndedBy::wall_limit;
    std::uint64_t ticks = 0, resident = 0;
    std::uint32_t alive = 0;
    for (const ProcessInfo& process : processes_below(getpid())) {
      ticks += process.own_cpu_ticks + process.reaped_cpu_ticks;
      resident += process.resident_bytes;
      alive += process.state != 'Z';
    }
    const double cpu = reaped_cpu() + static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
    if (limits_.cpu_seconds > 0 && cpu >= limits_.cpu_seconds) reason_ = EndedBy::cpu_limit;
    if (limits_.resident_bytes != 0 && resident > limits_.resident_bytes) reason_ = EndedBy::memory_limit;
    if (limits_.processes != 0 && alive > limits_.processes) reason_ = EndedBy::process_limit;
    if (!reason_) check_scratch();
  }

  void check_scratch() {
    if (limits_.scratch_bytes == 0 || scratch_[0] == '\0' || elapsed() < next_scratch_check_) return;
    const double before = elapsed();
    if (folder_size(scratch_) > limits_.scratch_bytes) reason_ = EndedBy::scratch_limit;
    next_scratch_check_ = elapsed() + std::max(longest_interval, (elapsed() - before) * cost_factor);
  }

  // Of children that this process has waited for, with what those had waited for.
  static double reaped_cpu() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  }

  void take_samples(std::uint32_t count) {
    for (std::uint32_t taken = 0; taken < count; ++taken) {
      if (!sample_busiest_thread(getpid())) return;
      usleep(static_cast<useconds_t>(sample_spacing * 1e6));
    }
  }

  // Killing a group is atomic against forks within it, so a fork bomb that stays in its group is gone in
  // one step; one that changes groups takes several rounds. Groups of descendants hold only descendants,
  // because the child leads a session of its own. Orphans come to this process, the subreaper.
  void kill_everything() {
    if (!child_ended_) kill(-child_, SIGKILL);
    const pid_t own_group = getpgrp();
    while (reap()) {
      for (const ProcessInfo& process : processes_below(getpid())) {
        if (process.group != own_group) kill(-process.group, SIGKILL);
        kill(process.pid, SIGKILL);
      }
      pollfd event{signals_, POLLIN, 0};
      poll(&event, 1, 2);
      signalfd_siginfo info;
      while (read(signals_, &info, sizeof info) > 0) {
      }
    }
  }

  Reply reply(double wall) const {
    Reply result;
    result.child = child_;
    result.wait_status = status_;
    result.leftover_processes = leftovers_;
    result.cpu_microseconds = static_cast<std::uint64_t>(reaped_cpu() * 1e6);
    result.wall_microseconds = static_cast<std::uint64_t>(wall * 1e6);
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    result.max_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    result.ended_by = judge(reaped_cpu());
    return result;
  }

  EndedBy judge(double cpu) const {
    if (!WIFSIGNALED(status_)) return EndedBy::exited;
    const int signal = WTERMSIG(status_);
    if (reason_ && signal == SIGKILL) return *reason_;
    if (signal == SIGXCPU) return EndedBy::cpu_limit;
    if (signal == SIGXFSZ) return EndedBy::file_limit;
    if (signal == SIGKILL && limits_.cpu_seconds > 0 && cpu >= limits_.cpu_seconds) return EndedBy::cpu_limit;
    return EndedBy::signalled;
  }

  const Request& request_;
  const Limits& limits_;
  const char* scratch_;
  const pid_t child_;
  const int signals_;
  const Clock::time_point start_ = Clock::now();
  double next_scratch_check_ = 0;
  std::optional<EndedBy> reason_;
  bool abandoned_ = false;
  bool child_ended_ = false;
  int status_ = 0;
  std::uint32_t leftovers_ = 0;
};

}  // namespace

std::optional<Reply> watch(const Request& request, const char* scratch_folder, pid_t child, int signals) {
  return Watch(request, scratch_folder, child, signals).run();
}

}  // namespace tilefuzz::harness::supervisor
