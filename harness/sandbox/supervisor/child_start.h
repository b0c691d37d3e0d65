#pragma once

#include <sys/types.h>

#include "harness/sandbox/supervisor/protocol.h"

namespace tilefuzz::harness::supervisor {

struct StartedChild {
  pid_t pid = -1;
  Stage failed_stage = Stage::none;
  int error = 0;
};

// Forks, sets the limits and executes argv[0] with the environment as it is, in a session of its own.
// Returns when the program runs or has failed to start (then the child is already reaped).
StartedChild start_child(const Request& request, char** argv, char** environment);

}  // namespace tilefuzz::harness::supervisor
