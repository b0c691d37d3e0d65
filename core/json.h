#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/configuration.h"
#include "core/outcome.h"
#include "core/verdict.h"

namespace tilefuzz {

// The JSON form of records, as `--json` prints it and findings keep it. A cell is
//   {"schema": 1, "kind": "cell", "target", "version", "arch", "level", "options",
//    "outcome": {"kind", "phase", "signal", "exit", "message", "signature", "detail", "frames", "artifact",
//                "cpu_seconds", "wall_seconds", "peak_memory_bytes"},
//    "verdict": {"class", "confidence", "tier", "evidence"}}
inline constexpr int kJsonSchema = 1;

nlohmann::json to_json(const Configuration& configuration);  // the five configuration fields
nlohmann::json to_json(const Outcome& outcome);
nlohmann::json to_json(const Verdict& verdict);
nlohmann::json cell_json(const Configuration& configuration, const Outcome& outcome, const Verdict& verdict);

}  // namespace tilefuzz
