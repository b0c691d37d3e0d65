#include "core/json.h"

#include <nlohmann/json.hpp>

namespace tilefuzz {

using nlohmann::json;

json to_json(const Configuration& configuration) {
  return {{"target", configuration.target},
          {"version", configuration.version},
          {"arch", configuration.arch},
          {"level", configuration.level},
          {"options", configuration.options}};
}

json to_json(const Outcome& outcome) {
  const auto or_null = [](const std::optional<int>& number) { return number ? json(*number) : json(); };
  return {{"kind", to_string(outcome.kind)},      {"phase", outcome.phase},
          {"message", outcome.message},           {"signature", outcome.signature.key},
          {"detail", outcome.signature.detail},   {"signal", or_null(outcome.signal)},
          {"exit", or_null(outcome.exit_code)},   {"frames", outcome.frames},
          {"artifact", outcome.artifact_hash},    {"cpu_seconds", outcome.cpu_seconds},
          {"wall_seconds", outcome.wall_seconds}, {"peak_memory_bytes", outcome.peak_memory_bytes}};
}

json to_json(const Verdict& verdict) {
  return {{"class", to_string(verdict.kind)},
          {"confidence", to_string(verdict.confidence)},
          {"tier", verdict.tier},
          {"evidence", verdict.evidence}};
}

json cell_json(const Configuration& configuration, const Outcome& outcome, const Verdict& verdict) {
  json cell = to_json(configuration);
  cell["schema"] = kJsonSchema;
  cell["kind"] = "cell";
  cell["outcome"] = to_json(outcome);
  cell["verdict"] = to_json(verdict);
  return cell;
}

}  // namespace tilefuzz
