#include "core/configuration.h"
#include "core/outcome.h"
#include "core/verdict.h"

namespace tilefuzz {

std::string to_string(const Configuration& configuration) {
  std::string out = configuration.target + "@" + configuration.version + " " + configuration.arch + " O" +
                    std::to_string(configuration.level);
  for (const auto& [name, value] : configuration.options) out += " " + name + "=" + value;
  return out;
}

std::string_view to_string(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::ok:
      return "ok";
    case OutcomeKind::diagnostic:
      return "diagnostic";
    case OutcomeKind::crash:
      return "crash";
    case OutcomeKind::timeout:
      return "timeout";
    case OutcomeKind::out_of_memory:
      return "out-of-memory";
    case OutcomeKind::tool_fault:
      return "tool-fault";
  }
  return "unknown";
}

std::string_view to_string(VerdictClass verdict) {
  switch (verdict) {
    case VerdictClass::none:
      return "none";
    case VerdictClass::wrong_code:
      return "wrong-code";
    case VerdictClass::race:
      return "race";
    case VerdictClass::ice_on_valid_code:
      return "ice-on-valid-code";
    case VerdictClass::ice_on_invalid_code:
      return "ice-on-invalid-code";
    case VerdictClass::rejects_valid:
      return "rejects-valid";
    case VerdictClass::accepts_invalid:
      return "accepts-invalid";
    case VerdictClass::unclear_diagnostic:
      return "unclear-diagnostic";
    case VerdictClass::hang:
      return "hang";
    case VerdictClass::compile_time_hog:
      return "compile-time-hog";
    case VerdictClass::memory_hog:
      return "memory-hog";
    case VerdictClass::nondeterminism:
      return "nondeterminism";
    case VerdictClass::bad_artifact:
      return "bad-artifact";
    case VerdictClass::tool_fault:
      return "tool-fault";
  }
  return "unknown";
}

std::string_view to_string(Confidence confidence) {
  switch (confidence) {
    case Confidence::seen:
      return "seen";
    case Confidence::flaky:
      return "flaky";
    case Confidence::reproduced:
      return "reproduced";
    case Confidence::confirmed:
      return "confirmed";
  }
  return "unknown";
}

}  // namespace tilefuzz
