#pragma once

#include <sys/types.h>

#include <optional>

#include "harness/sandbox/supervisor/protocol.h"

namespace tilefuzz::harness::supervisor {

// Waits for `child`, holds the whole tree below this process to the limits, and leaves nothing of it
// alive. `signals` is a signalfd for SIGCHLD and SIGTERM. Nothing is returned when the harness has gone.
std::optional<Reply> watch(const Request& request, const char* scratch_folder, pid_t child, int signals);

}  // namespace tilefuzz::harness::supervisor
