#include "harness/server.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace tilefuzz::harness {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPollMilliseconds = 20;

// The sandbox passes one socket as descriptor 3; a server speaks on its standard input and output.
constexpr const char* kRedirect = "exec \"$0\" \"$@\" <&3 >&3 3>&-";

}  // namespace

Result<std::unique_ptr<Server>, std::string> Server::start(const std::vector<std::string>& argv,
                                                           const std::vector<std::string>& environment,
                                                           const std::string& working_directory,
                                                           double start_seconds) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(std::string("cannot make a socket: ") + std::strerror(errno));
  }
  ProcessSpec spec;
  spec.argv = {"/bin/sh", "-c", kRedirect};
  spec.argv.insert(spec.argv.end(), argv.begin(), argv.end());
  spec.environment = environment;
  spec.working_directory = working_directory;
  spec.channel = ends[1];
  spec.limits.wall_seconds = 0;  // the server limits each case itself
  spec.limits.cpu_seconds = 0;
  spec.limits.output_total_bytes = 0;
  spec.limits.file_bytes = 0;
  std::unique_ptr<Server> server(new Server);
  server->process_ = std::make_unique<RunningProcess>(spec);
  close(ends[1]);
  server->socket_ = ends[0];
  server->alive_ = true;
  auto ready = server->read_line(start_seconds);
  if (!ready) return fail("the server did not start: " + ready.error());
  if (ready->find("\"ready\"") == std::string::npos) return fail("the server did not start: " + *ready);
  return server;
}

Server::~Server() {
  if (socket_ >= 0) close(socket_);
  if (process_) process_->stop();
}

Result<std::string, std::string> Server::request(const std::string& line, double seconds) {
  const std::string message = line + "\n";
  std::size_t sent = 0;
  while (sent < message.size()) {
    const ssize_t count = send(socket_, message.data() + sent, message.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      alive_ = false;
      return fail(std::string("the server is gone: ") + std::strerror(errno));
    }
    sent += static_cast<std::size_t>(count);
  }
  return read_line(seconds);
}

Result<std::string, std::string> Server::read_line(double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    if (const auto end = pending_.find('\n'); end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return line;
    }
    if (Clock::now() > deadline) {
      alive_ = false;
      return fail(std::string("no answer in time"));
    }
    pollfd waiting{socket_, POLLIN, 0};
    if (poll(&waiting, 1, kPollMilliseconds) > 0) {
      char block[1 << 16];
      const ssize_t count = recv(socket_, block, sizeof block, 0);
      if (count > 0) {
        pending_.append(block, static_cast<std::size_t>(count));
        continue;
      }
      if (count == 0 || errno != EINTR) {
        alive_ = false;
        process_->stop();
        const ProcessResult result = process_->wait();
        return fail("the server ended (" + std::string(name_of(result.ended_by)) +
                    "): " + result.standard_error.substr(0, 2000));
      }
    }
    process_->pump(0);  // what it prints must not block it
  }
}

}  // namespace tilefuzz::harness
