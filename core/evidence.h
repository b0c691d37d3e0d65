#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

// How a compilation ended, as the harness saw it, before any target's classifier judged it.
enum class EndedBy : std::uint8_t {
  exited,
  signalled,
  cpu_limit,
  wall_limit,
  memory_limit,
  output_limit,
  scratch_limit,
  process_limit,
  not_started,  // the harness could not start it; `harness_error` says why
};

// A code address: of the main binary when `module` is empty.
struct Frame {
  std::string module;
  std::uint64_t offset = 0;
  friend auto operator<=>(const Frame&, const Frame&) = default;
};

// What the crash handler wrote, of the process that died.
struct CrashTrace {
  int signal = 0;
  std::string process;  // name of the executable, for instance "tileiras" or "ptxas"
  std::uint64_t fault_address = 0;
  std::vector<Frame> frames;  // innermost first
};

// Everything that a classifier may look at. Plain data; a fixture of a classifier test is one of these.
struct Evidence {
  EndedBy ended_by = EndedBy::exited;
  int exit_code = 0;
  int signal = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::string out;  // captured standard output, possibly cut
  std::string err;
  std::optional<CrashTrace> crash;
  std::vector<std::vector<Frame>> stack_samples;  // of a child that was still running at its limit
  std::map<std::string, std::string>
      reports;  // small files the launcher collected, by name (server report, shim log)
  std::optional<std::uint64_t> artifact_bytes;  // size of the artifact, if one was written
  std::string artifact_hash;
  std::string harness_error;
  std::string disturbance;  // limits or scratch that the user narrowed; named in a tool fault
};

}  // namespace tilefuzz
