#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/evidence.h"
#include "harness/sandbox/process.h"
#include "targets/target.h"

namespace tilefuzz::harness {

// From what the sandbox saw. `crash_file` is where the crash handler wrote; it need not exist.
Evidence to_evidence(const ProcessResult& result, const std::filesystem::path& crash_file);

// From a server's answer line (protocol: targets/tilelang/python/server.py). The line itself goes into
// reports["server"].
Evidence to_evidence(std::string_view answer);

// Adds the artifact's size and hash and the reports that the plan names.
void collect_files(const targets::LaunchPlan& plan, const std::filesystem::path& scratch, Evidence& evidence);

}  // namespace tilefuzz::harness
