#pragma once

#include "core/configuration.h"
#include "core/evidence.h"
#include "core/outcome.h"

namespace tilefuzz::targets::tilelang {

// Name of the report that holds the server's answer line.
inline constexpr std::string_view kServerReport = "server";

// What a case did. Deliberate rejections are told from internal faults by rejections.cpp; whatever cannot be
// the compiler's doing is a tool fault.
Outcome classify(const Configuration& configuration, const Evidence& evidence);

}  // namespace tilefuzz::targets::tilelang
