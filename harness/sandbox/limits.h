#pragma once

#include <cstdint>

namespace tilefuzz::harness {

// What a child process and everything it starts may use. 0 means "no limit", except where said.
//
// Address space, stack, file size and a CPU backstop are set with setrlimit in the child; the rest is
// measured over the whole process tree every 10-50 ms, so a fast child can pass a limit by what it does
// within that time. Plain bytes: the struct is sent to the supervisor as it is.
struct Limits {
  double wall_seconds = 120;
  double cpu_seconds = 60;                // user + system, of the whole tree, with what has already ended
  std::uint64_t memory_bytes = 0;         // address space of each process (RLIMIT_AS)
  std::uint64_t resident_bytes = 0;       // resident memory, summed over the tree
  std::uint64_t stack_bytes = 8u << 20;   // main thread; 0 keeps 8 MiB, the default of Linux
  std::uint64_t file_bytes = 1u << 30;    // largest file that may be written (RLIMIT_FSIZE)
  std::uint64_t output_bytes = 1u << 20;  // kept of each stream; the rest is read and dropped
  std::uint64_t output_total_bytes = 256u << 20;  // printed by both streams before the child is ended
  std::uint64_t scratch_bytes = 0;                // disk blocks below the scratch folder
  std::uint32_t processes = 64;                   // alive at once
};

enum class EndedBy : std::uint8_t {
  exited,
  signalled,  // by its own fault, or by somebody outside the sandbox
  wall_limit,
  cpu_limit,
  memory_limit,  // resident_bytes; a child refused address space ends in its own way
  output_limit,
  file_limit,  // killed by SIGXFSZ
  scratch_limit,
  process_limit,
  stopped,       // the caller asked for it
  spawn_failed,  // the program never ran, or its end was lost; see ProcessResult::spawn_error
};

const char* name_of(EndedBy ended_by);

}  // namespace tilefuzz::harness
