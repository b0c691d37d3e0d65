#pragma once

#include "targets/target.h"

namespace tilefuzz::targets {

// A compiler of our own with planted, labelled faults (mock/roots.h): milliseconds a case, so campaign,
// buckets, confirmation and reducer are tested on it.
const Target& mock_target();

}  // namespace tilefuzz::targets
