// tilefuzz-supervise SCRATCH PROGRAM [ARGUMENT...]
//
// Stands between the harness and one child. Being the subreaper of everything that the child starts, it can
// count, limit and kill descendants that changed group, session or parent, which a harness with several
// workers in one process could not tell apart. When the harness dies, it takes the tree with it.
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/close_range.h>
#include <cerrno>
#include <csignal>

#include "harness/sandbox/supervisor/child_start.h"
#include "harness/sandbox/supervisor/protocol.h"
#include "harness/sandbox/supervisor/watch.h"

namespace {

using namespace tilefuzz::harness::supervisor;

void send(const Reply& reply) { ::send(control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL); }

Reply failure(Stage stage, int error) {
  Reply reply;
  reply.failed_stage = stage;
  reply.error = error;
  return reply;
}

}  // namespace

int main(int argc, char** argv, char** environment) {
  Request request;
  if (argc < 3 ||
      read(control_descriptor, &request, sizeof request) != static_cast<ssize_t>(sizeof request) ||
      request.version != protocol_version) {
    send(failure(Stage::supervisor, EPROTO));
    return 2;
  }
  // The child gets 0, 1, 2 and its channel; nothing that the harness had open, and not the control socket.
  close_range(request.has_channel != 0 ? channel_descriptor + 1 : channel_descriptor, ~0u, 0);
  close_range(control_descriptor, channel_descriptor, CLOSE_RANGE_CLOEXEC);

  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigaddset(&watched, SIGTERM);
  sigprocmask(SIG_BLOCK, &watched, nullptr);
  const int signals = signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) {
    send(failure(Stage::supervisor, errno));
    return 2;
  }
  if (getppid() != request.parent) return 2;

  const StartedChild started = start_child(request, argv + 2, environment);
  if (started.pid < 0) {
    send(failure(started.failed_stage, started.error));
    return 1;
  }
  Reply running;
  running.kind = Reply::Kind::started;
  running.child = started.pid;
  send(running);

  if (const auto reply = watch(request, argv[1], started.pid, signals)) send(*reply);
  return 0;
}
