#pragma once

#include <cstdint>
#include <type_traits>

#include "harness/sandbox/limits.h"

// What the library and the supervisor say to each other over the socket at `control_descriptor`. Both are
// built from this header in one build, so records are sent as their bytes; `protocol_version` catches a
// supervisor left over from another build.
namespace tilefuzz::harness::supervisor {

inline constexpr std::uint32_t protocol_version = 1;

// Descriptors of the supervisor at its start. 0, 1 and 2 are the child's own.
inline constexpr int control_descriptor = 3;
inline constexpr int channel_descriptor = 4;        // only if Request::has_channel
inline constexpr int child_channel_descriptor = 3;  // where the child finds it

// Default action: terminate. Only sent to processes that catch it, which those with the crash handler do.
inline constexpr int sample_signal_offset = 5;  // SIGRTMIN + 5

struct Request {
  std::uint32_t version = protocol_version;
  std::int32_t parent = 0;
  Limits limits;
  std::uint32_t samples_at_limit = 0;
  std::uint32_t has_channel = 0;
};

enum class Command : char { stop = 'q', output_limit = 'o', sample = 's' };

enum class Stage : std::uint32_t { none, supervisor, fork, limits, execute };

struct Reply {
  enum class Kind : std::uint32_t { started, ended } kind = Kind::ended;
  std::int32_t child = 0;
  EndedBy ended_by = EndedBy::spawn_failed;
  std::int32_t wait_status = 0;
  Stage failed_stage = Stage::none;
  std::int32_t error = 0;  // errno of the failed stage
  std::uint32_t leftover_processes = 0;
  std::uint64_t cpu_microseconds = 0;
  std::uint64_t wall_microseconds = 0;
  std::uint64_t max_rss_bytes = 0;
};

static_assert(std::is_trivially_copyable_v<Request> && std::is_trivially_copyable_v<Reply>);

}  // namespace tilefuzz::harness::supervisor
