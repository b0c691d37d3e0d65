#pragma once

#include <cstdint>

namespace tilefuzz::harness {

// Disk blocks below `folder` in bytes, links not followed. Levels deeper than 100 are not counted: each
// level holds a descriptor. What cannot be read counts as 0, as does a folder that is missing.
std::uint64_t folder_size(const char* folder);

}  // namespace tilefuzz::harness
