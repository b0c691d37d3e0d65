#pragma once

#include <vector>

#include "targets/profile.h"

namespace tilefuzz::targets::tileiras {

// GPU names that a minor version takes (`--gpu-name`), with what each can hold and multiply.
std::vector<ArchProfile> architectures(int minor);

}  // namespace tilefuzz::targets::tileiras
