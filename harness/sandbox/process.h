#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/sandbox/limits.h"

namespace tilefuzz::harness {

// One program to run in the sandbox. What is not said here does not reach the child: it sees this
// environment, descriptors 0, 1, 2 (and 3, the channel), a session of its own and default signals.
//
//   ProcessSpec spec{.argv = {"/opt/x/bin/tileiras", "--version"}, .working_directory = scratch.path()};
//   spec.limits.cpu_seconds = 3;
//   ProcessResult result = run(spec);
struct ProcessSpec {
  std::vector<std::string> argv;         // argv[0] is a path; PATH is not searched
  std::vector<std::string> environment;  // "NAME=VALUE"
  std::filesystem::path working_directory;
  std::filesystem::path input;  // what the child reads as standard input; empty: /dev/null
  Limits limits;
  std::filesystem::path preload;         // put first in LD_PRELOAD; see crash_trace.h
  std::filesystem::path scratch_folder;  // measured against limits.scratch_bytes
  unsigned samples_at_limit = 0;         // stacks asked for when CPU or wall time is up; see crash_trace.h
  int channel = -1;                      // a descriptor that the child gets as 3 (a socket to a server)
};

struct ProcessResult {
  EndedBy ended_by = EndedBy::spawn_failed;
  int exit_code = -1;      // if it exited
  int signal = 0;          // that ended it, also when the sandbox sent it
  double cpu_seconds = 0;  // user + system of the whole tree, sandbox excluded
  double wall_seconds = 0;
  std::uint64_t max_rss_bytes = 0;  // of the largest process of the tree
  std::string standard_output;
  std::string standard_error;
  bool output_truncated = false;
  bool error_truncated = false;
  std::uint32_t leftover_processes = 0;  // still there when the child ended; killed
  std::string spawn_error;

  bool succeeded() const { return ended_by == EndedBy::exited && exit_code == 0; }
};

// A child that runs. Destroying it kills the tree. The thread that starts it must live until it has ended:
// the kernel takes the death of that thread for the death of the harness. Different objects may be used by
// different threads at once.
class RunningProcess {
 public:
  explicit RunningProcess(const ProcessSpec& spec);
  RunningProcess(RunningProcess&&) noexcept;
  RunningProcess& operator=(RunningProcess&&) noexcept;
  ~RunningProcess();

  // Reads what the child prints for up to `seconds`; true when it has ended. A child that prints waits
  // when nobody calls this.
  bool pump(double seconds);
  ProcessResult wait();

  void stop();            // ends the tree; wait() then says `stopped`
  void request_sample();  // one line in the crash file with the stack of the busiest thread

  // Of the program itself; 0 before pump() has learned it and after its end.
  int pid() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

ProcessResult run(const ProcessSpec& spec);

}  // namespace tilefuzz::harness
