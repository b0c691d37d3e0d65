#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/configuration.h"
#include "core/outcome.h"

namespace tilefuzz {

enum class VerdictClass : std::uint8_t {
  none,  // nothing is wrong
  wrong_code,
  race,
  ice_on_valid_code,
  ice_on_invalid_code,
  rejects_valid,
  accepts_invalid,
  unclear_diagnostic,
  hang,
  compile_time_hog,
  memory_hog,
  nondeterminism,
  bad_artifact,
  tool_fault,
};
std::string_view to_string(VerdictClass verdict);  // "ice-on-valid-code"

// seen -> reproduced (alone, bare, 3 of 3) -> confirmed (also: the emitted file decodes to the program, the
// trap interpreter ran it cleanly, a control passes). `flaky`: some but not all of the repeats showed it.
enum class Confidence : std::uint8_t { seen, flaky, reproduced, confirmed };
std::string_view to_string(Confidence confidence);

struct Verdict {
  VerdictClass kind = VerdictClass::none;
  Confidence confidence = Confidence::seen;
  std::string tier;                   // which tier decided, for numbers; empty else
  std::vector<std::string> evidence;  // short facts, each one line
};

// One cell and what it did.
struct Observation {
  Configuration configuration;
  Outcome outcome;
  Verdict verdict;
};

}  // namespace tilefuzz
