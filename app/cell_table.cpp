#include "app/cell_table.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

#include "app/parse_values.h"

namespace tilefuzz::app {
namespace {

constexpr const char* kColumns = "{:<18} {:<8} {:<5} {:<13} {:<19} {:<10} {}";
constexpr std::size_t kMessageWidth = 160;

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

// What the outcome alone does not say: that a refusal was expected, or what is bad about an artifact.
std::string reason_of(const Outcome& outcome, const Verdict& verdict) {
  const bool refused = outcome.kind == OutcomeKind::diagnostic && verdict.kind == VerdictClass::none;
  if ((!refused && verdict.kind != VerdictClass::bad_artifact) || verdict.evidence.empty()) return {};
  return " (" + verdict.evidence.front() + ")";
}

}  // namespace

std::string describe(const Outcome& outcome) {
  if (outcome.kind == OutcomeKind::ok) return show_duration(outcome.cpu_seconds) + " CPU";
  if (outcome.kind == OutcomeKind::tool_fault) return outcome.message;
  std::string out;
  if (outcome.signal) out = signal_name(*outcome.signal);
  if (outcome.exit_code && outcome.kind != OutcomeKind::timeout && *outcome.exit_code > 0) {
    out += (out.empty() ? "" : ", ") + ("exit " + std::to_string(*outcome.exit_code));
  }
  if (!outcome.phase.empty()) out += (out.empty() ? "in " : " in ") + outcome.phase;
  // "… died of SIGSEGV" says no more than what stands already.
  const bool repeats = outcome.signal && outcome.message.ends_with(signal_name(*outcome.signal));
  if (!outcome.message.empty() && !repeats)
    out += (out.empty() ? "" : ": ") + outcome.message.substr(0, kMessageWidth);
  if (!outcome.frames.empty()) {
    out += " at";
    for (const std::string& frame : outcome.frames) out += " " + frame;
  }
  if (outcome.kind == OutcomeKind::timeout) out += " (" + show_duration(outcome.cpu_seconds) + " CPU)";
  return out;
}

std::string cell_header() {
  return fmt::format(kColumns, "target", "arch", "level", "outcome", "class", "confidence", "detail");
}

std::string cell_line(const Configuration& configuration, const Outcome& outcome, const Verdict& verdict) {
  const bool judged = verdict.kind != VerdictClass::none;
  return fmt::format(kColumns, configuration.target + "@" + configuration.version, configuration.arch,
                     "O" + std::to_string(configuration.level), to_string(outcome.kind),
                     judged ? to_string(verdict.kind) : "-",
                     judged && verdict.kind != VerdictClass::tool_fault ? to_string(verdict.confidence) : "-",
                     describe(outcome) + reason_of(outcome, verdict));
}

}  // namespace tilefuzz::app
