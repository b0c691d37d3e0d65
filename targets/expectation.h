#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/source_position.h"
#include "targets/profile.h"

namespace tilefuzz::targets {

struct RuleBreak {
  std::string rule;  // "tileiras.tile.power-of-two"
  Provenance provenance = Provenance::ours;
  std::string message;  // names the operation, the value and what would be right
  SourcePosition position;
};

// What a configuration must do with a program.
struct Expectation {
  enum class Kind : std::uint8_t { accept, reject, accept_or_diagnose, no_crash };
  Kind kind = Kind::accept;
  std::vector<RuleBreak> rules;  // of a reject: all that are broken
  std::string reason;            // of accept_or_diagnose: the resource; of no_crash: why no more is known
};
std::string_view to_string(Expectation::Kind kind);

}  // namespace tilefuzz::targets
