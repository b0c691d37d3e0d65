#pragma once

#include <sys/types.h>

namespace tilefuzz::harness::supervisor {

// Asks the thread below `root` that uses most CPU to write one line with its stack (see crash_handler/).
// Does nothing to a process that does not catch the signal. True if one was asked.
bool sample_busiest_thread(pid_t root);

}  // namespace tilefuzz::harness::supervisor
