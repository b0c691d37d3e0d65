#pragma once

#include <optional>
#include <string>

#include "targets/target.h"

namespace tilefuzz::targets::tileiras {

// The compiler as scripts/fetch-compilers.sh installed it: below $TILEFUZZ_COMPILERS, else build/compilers.
std::optional<Installation> installed(const std::string& version);

struct RunResult {
  int exit_code = 0;  // 128 + signal where it was killed, 124 after `timeout`
  std::string err;
};

// Compiles in a fresh scratch folder that is removed afterwards.
RunResult compile(const Installation& installation, const Configuration& configuration,
                  const Emitted& emitted, int timeout_seconds = 120);

}  // namespace tilefuzz::targets::tileiras
