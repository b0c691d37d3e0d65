#pragma once

#include "core/configuration.h"
#include "ir/program.h"
#include "targets/expectation.h"

namespace tilefuzz::targets::tileiras {

// What a configuration must do with a program that the IR's own verifier accepts: every broken rule of
// rules.h, or a resource that it may run out of, or acceptance.
Expectation expect(const ir::Program& program, const Configuration& configuration);

}  // namespace tilefuzz::targets::tileiras
