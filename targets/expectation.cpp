#include "targets/expectation.h"

namespace tilefuzz::targets {

std::string_view to_string(Expectation::Kind kind) {
  switch (kind) {
    case Expectation::Kind::accept:
      return "accept";
    case Expectation::Kind::reject:
      return "reject";
    case Expectation::Kind::accept_or_diagnose:
      return "accept-or-diagnose";
    case Expectation::Kind::no_crash:
      return "no-crash";
  }
  return "unknown";
}

}  // namespace tilefuzz::targets
