#include "harness/sandbox/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "harness/sandbox/captured_stream.h"
#include "harness/sandbox/supervisor/protocol.h"
#include "harness/sandbox/supervisor_start.h"

namespace tilefuzz::harness {
namespace {

using Clock = std::chrono::steady_clock;

// The supervisor keeps the wall limit; this is for a supervisor that was stopped, or a child that cannot be
// killed because it sits in the kernel.
constexpr double supervisor_grace_seconds = 20;

const char* stage_text(supervisor::Stage stage) {
  switch (stage) {
    case supervisor::Stage::supervisor:
      return "cannot set up the sandbox for ";
    case supervisor::Stage::fork:
      return "cannot fork for ";
    case supervisor::Stage::limits:
      return "cannot set the limits of ";
    default:
      return "cannot execute ";
  }
}

}  // namespace

struct RunningProcess::State {
  std::string program;
  Limits limits;
  pid_t supervisor = -1;
  Descriptor control;
  CapturedStream output, error;
  pid_t child = 0;
  bool ended = false;
  bool over_output = false;
  ProcessResult result;
  Clock::time_point start = Clock::now();

  ~State() { release(); }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

  void command(supervisor::Command what) {
    const char byte = static_cast<char>(what);
    if (!ended && control.open()) ::send(control.get(), &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  // Closing the socket makes the supervisor kill the tree; it goes when nothing is left of it.
  void release() {
    control.reset();
    if (supervisor <= 0) return;
    if (elapsed() > limits.wall_seconds + supervisor_grace_seconds && limits.wall_seconds > 0) {
      kill(supervisor, SIGKILL);  // takes the child along, by its parent-death signal
    }
    while (waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
    }
    supervisor = -1;
  }

  void finish_with_error(std::string text) {
    result.ended_by = EndedBy::spawn_failed;
    result.spawn_error = std::move(text);
    finish();
  }

  void finish() {
    ended = true;
    child = 0;
    release();
    output.read_available();
    error.read_available();
    result.output_truncated = output.truncated();
    result.error_truncated = error.truncated();
    result.standard_output = output.take_text();
    result.standard_error = error.take_text();
  }

  void read_reply() {
    supervisor::Reply reply;
    const ssize_t count = ::recv(control.get(), &reply, sizeof reply, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count != static_cast<ssize_t>(sizeof reply)) return finish_with_error("the supervisor was lost");
    if (reply.kind == supervisor::Reply::Kind::started) {
      child = reply.child;
    } else if (reply.failed_stage != supervisor::Stage::none) {
      finish_with_error(stage_text(reply.failed_stage) + program + ": " + std::strerror(reply.error));
    } else {
      result.ended_by = reply.ended_by;
      if (WIFEXITED(reply.wait_status)) result.exit_code = WEXITSTATUS(reply.wait_status);
      if (WIFSIGNALED(reply.wait_status)) result.signal = WTERMSIG(reply.wait_status);
      result.cpu_seconds = static_cast<double>(reply.cpu_microseconds) * 1e-6;
      result.wall_seconds = static_cast<double>(reply.wall_microseconds) * 1e-6;
      result.max_rss_bytes = reply.max_rss_bytes;
      result.leftover_processes = reply.leftover_processes;
      finish();
    }
  }

  void read_streams() {
    output.read_available();
    error.read_available();
    if (!over_output && limits.output_total_bytes != 0 &&
        output.total_bytes() + error.total_bytes() > limits.output_total_bytes) {
      over_output = true;
      command(supervisor::Command::output_limit);
    }
  }

  void wait_for_event(double seconds) {
    pollfd events[3] = {
        {control.get(), POLLIN, 0}, {output.descriptor(), POLLIN, 0}, {error.descriptor(), POLLIN, 0}};
    if (poll(events, 3, static_cast<int>(seconds * 1000) + 1) <= 0) return;
    if (events[1].revents != 0 || events[2].revents != 0) read_streams();
    if (events[0].revents != 0) read_reply();
  }
};

RunningProcess::RunningProcess(const ProcessSpec& spec) : state_(std::make_unique<State>()) {
  state_->limits = spec.limits;
  if (!spec.argv.empty()) state_->program = spec.argv[0];
  auto started = start_supervisor(spec);
  if (!started) {
    state_->finish_with_error(std::move(started).error());
    return;
  }
  state_->supervisor = started->pid;
  state_->control = std::move(started->control);
  state_->output = CapturedStream(std::move(started->output), spec.limits.output_bytes);
  state_->error = CapturedStream(std::move(started->error), spec.limits.output_bytes);
}

RunningProcess::RunningProcess(RunningProcess&&) noexcept = default;
RunningProcess& RunningProcess::operator=(RunningProcess&&) noexcept = default;
RunningProcess::~RunningProcess() = default;

bool RunningProcess::pump(double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!state_->ended) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    state_->wait_for_event(std::clamp(left, 0.0, 1.0));
    const double wall = state_->limits.wall_seconds;
    if (!state_->ended && wall > 0 && state_->elapsed() > wall + supervisor_grace_seconds) {
      state_->finish_with_error("no answer from the supervisor long after the wall limit");
    }
    if (left <= 0) break;
  }
  return state_->ended;
}

ProcessResult RunningProcess::wait() {
  while (!pump(1.0)) {
  }
  return std::move(state_->result);
}

void RunningProcess::stop() { state_->command(supervisor::Command::stop); }
void RunningProcess::request_sample() { state_->command(supervisor::Command::sample); }
int RunningProcess::pid() const { return state_->child; }

ProcessResult run(const ProcessSpec& spec) { return RunningProcess(spec).wait(); }

}  // namespace tilefuzz::harness
