#pragma once

#include <sys/types.h>

#include <string>

#include "core/result.h"
#include "harness/sandbox/descriptor.h"
#include "harness/sandbox/process.h"

namespace tilefuzz::harness {

struct StartedSupervisor {
  pid_t pid = -1;
  Descriptor control;  // see supervisor/protocol.h; closing it ends the tree
  Descriptor output;   // reading ends, non-blocking
  Descriptor error;
};

// The error is a text that names what could not be done.
Result<StartedSupervisor, std::string> start_supervisor(const ProcessSpec& spec);

}  // namespace tilefuzz::harness
