#include "harness/sandbox/limits.h"

namespace tilefuzz::harness {

const char* name_of(EndedBy ended_by) {
  switch (ended_by) {
    case EndedBy::exited:
      return "exited";
    case EndedBy::signalled:
      return "signalled";
    case EndedBy::wall_limit:
      return "wall-limit";
    case EndedBy::cpu_limit:
      return "cpu-limit";
    case EndedBy::memory_limit:
      return "memory-limit";
    case EndedBy::output_limit:
      return "output-limit";
    case EndedBy::file_limit:
      return "file-limit";
    case EndedBy::scratch_limit:
      return "scratch-limit";
    case EndedBy::process_limit:
      return "process-limit";
    case EndedBy::stopped:
      return "stopped";
    case EndedBy::spawn_failed:
      return "spawn-failed";
  }
  return "?";
}

}  // namespace tilefuzz::harness
