#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/result.h"
#include "harness/sandbox/process.h"

namespace tilefuzz::harness {

// A warmed compiler process that forks a child per compilation and speaks JSON lines over one socket: it
// says "ready" first, then answers each request with one line (the protocol stands at the head of
// targets/tilelang/python/server.py). Used by the thread that started it.
class Server {
 public:
  // Waits for "ready". The error is what the server said, or that it said nothing in time.
  static Result<std::unique_ptr<Server>, std::string> start(const std::vector<std::string>& argv,
                                                            const std::vector<std::string>& environment,
                                                            const std::string& working_directory,
                                                            double start_seconds);
  ~Server();

  // Sends a line, waits for the answer line up to `seconds`.
  Result<std::string, std::string> request(const std::string& line, double seconds);
  bool alive() const { return alive_; }

 private:
  Server() = default;
  Result<std::string, std::string> read_line(double seconds);

  std::unique_ptr<RunningProcess> process_;
  int socket_ = -1;
  std::string pending_;
  bool alive_ = false;
};

}  // namespace tilefuzz::harness
