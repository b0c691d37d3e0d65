#include "targets/tileiras/classify.h"

#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "targets/tileiras/assembler_report.h"
#include "targets/tileiras/launch.h"

namespace tilefuzz::targets::tileiras {

namespace {

// Numbers of signal(7) on Linux that a compiler's own fault raises, by name.
struct SignalName {
  int number;
  std::string_view name;
};
constexpr std::array<SignalName, 6> kFaults = {
    {{4, "SIGILL"}, {5, "SIGTRAP"}, {6, "SIGABRT"}, {7, "SIGBUS"}, {8, "SIGFPE"}, {11, "SIGSEGV"}}};

constexpr std::string_view kError = "error: ";
constexpr std::string_view kGeneral = "failed to compile Tile IR program";
constexpr std::string_view kFatal = "LLVM ERROR: ";
constexpr std::size_t kLongestText = 240;

std::optional<std::string_view> fault_name(int signal) {
  for (const SignalName& fault : kFaults) {
    if (fault.number == signal) return fault.name;
  }
  return std::nullopt;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (const auto line = text.substr(0, end); !line.empty()) lines.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// `LOCATION: error: TEXT` or `error: TEXT`; empty when the line is no error.
std::string_view error_text(std::string_view line) {
  const std::size_t at = line.starts_with(kError) ? 0 : line.find(": error: ");
  if (at == std::string_view::npos) return {};
  return line.substr(line.find(kError, at) + kError.size());
}

std::string hex(std::uint64_t value) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
  return {digits, end};
}

std::string frame_text(const Frame& frame) {
  return frame.module.empty() ? hex(frame.offset) : frame.module + "+" + hex(frame.offset);
}

std::string joined(const std::vector<Frame>& frames) {
  std::string text;
  for (const Frame& frame : frames) text += (text.empty() ? "" : " ") + frame_text(frame);
  return text;
}

// Which component a stack lies in.
std::string component(const std::string& process, const std::vector<Frame>& frames) {
  if (process == "ptxas" || process == "ptxas.real") return "ptxas";
  if (!frames.empty() && frames.front().module.starts_with("libnvvm")) return "libnvvm";
  return "tileiras";
}

// The line with which LLVM or the C++ library ends a process, with what follows a colon at its end.
std::string last_words(std::string_view err) {
  const auto lines = lines_of(err);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const bool says = line.starts_with(kFatal) || line.find("Assertion `") != std::string_view::npos ||
                      line.starts_with("UNREACHABLE executed") || line.starts_with("terminate called");
    if (!says) continue;
    std::string text(line);
    if (line.ends_with(':') && i + 1 < lines.size()) text += " " + std::string(lines[i + 1]);
    return text;
  }
  return {};
}

bool memory_ran_out(std::string_view err) {
  return err.find("std::bad_alloc") != std::string_view::npos ||
         err.find("LLVM ERROR: out of memory") != std::string_view::npos ||
         err.find("Buffer allocation failed") != std::string_view::npos;
}

class Classifier {
 public:
  explicit Classifier(const Evidence& evidence) : evidence_(evidence) {
    const auto report = evidence.reports.find(std::string(kAssemblerReport));
    if (report != evidence.reports.end()) assembler_ = parse_assembler_report(report->second);
    outcome_.cpu_seconds = evidence.cpu_seconds;
    outcome_.wall_seconds = evidence.wall_seconds;
    outcome_.peak_memory_bytes = evidence.peak_memory_bytes;
    outcome_.phase = "tileiras";
  }

  Outcome run() {
    switch (evidence_.ended_by) {
      case EndedBy::exited:
        outcome_.exit_code = evidence_.exit_code;
        if (evidence_.exit_code == 0) {
          ok();
        } else {
          exited();
        }
        break;
      case EndedBy::signalled:
        outcome_.signal = evidence_.signal;
        signalled();
        break;
      case EndedBy::cpu_limit:
      case EndedBy::wall_limit:
        hang();
        break;
      case EndedBy::memory_limit:
        out_of_memory("used more memory than its limit");
        break;
      case EndedBy::output_limit:
        tool_fault("wrote more output than its limit");
        break;
      case EndedBy::scratch_limit:
        tool_fault("wrote more into its scratch folder than its limit");
        break;
      case EndedBy::process_limit:
        tool_fault("started more processes than its limit");
        break;
      case EndedBy::not_started:
        tool_fault(evidence_.harness_error.empty() ? "could not be started" : evidence_.harness_error);
        break;
    }
    disturbed();
    return std::move(outcome_);
  }

 private:
  // A run under limits or with a scratch folder of the user's making says nothing about the compiler unless
  // it went well.
  void disturbed() {
    if (evidence_.disturbance.empty() || outcome_.kind == OutcomeKind::ok) return;
    const std::string what = outcome_.message;
    tool_fault("under " + evidence_.disturbance + ": " + what);
  }

  void tool_fault(std::string message) {
    outcome_.kind = OutcomeKind::tool_fault;
    outcome_.message = std::move(message);
    outcome_.signature = {};
    outcome_.phase = "harness";
  }

  void out_of_memory(std::string message) {
    outcome_.kind = OutcomeKind::out_of_memory;
    outcome_.message = std::move(message);
    outcome_.signature = {"memory", outcome_.message};
  }

  void ok() {
    outcome_.kind = OutcomeKind::ok;
    // The hash stays empty where there is no artifact: the judge sees that.
    if (evidence_.artifact_bytes.value_or(0) > 0) outcome_.artifact_hash = evidence_.artifact_hash;
    for (const std::string_view line : lines_of(evidence_.err)) {
      if (line.find("warning: ") == std::string_view::npos) continue;
      outcome_.message = std::string(line);
      return;
    }
  }

  void hang() {
    outcome_.kind = OutcomeKind::timeout;
    const std::vector<Frame> frames =
        evidence_.stack_samples.empty() ? std::vector<Frame>{} : evidence_.stack_samples.front();
    if (assembler_ && !assembler_->finished) {
      outcome_.phase = "ptxas";
    } else {
      outcome_.phase = component({}, frames);
    }
    outcome_.message = outcome_.phase + " did not end within its time limit";
    for (const Frame& frame : frames) outcome_.frames.push_back(frame_text(frame));
    outcome_.signature = {"hang " + outcome_.phase + (frames.empty() ? "" : " " + joined(frames)),
                          outcome_.message};
  }

  void crash(int signal, const std::string& process, const std::vector<Frame>& frames,
             std::string_view said) {
    outcome_.kind = OutcomeKind::crash;
    outcome_.phase = component(process, frames);
    const std::string name(fault_name(signal).value_or("signal " + std::to_string(signal)));
    for (const Frame& frame : frames) outcome_.frames.push_back(frame_text(frame));
    const std::string words = last_words(said);
    outcome_.message = words.empty() ? outcome_.phase + " died of " + name : words;
    outcome_.signature.key = name;
    if (!words.empty()) outcome_.signature.key += " " + masked(words);
    if (!frames.empty()) outcome_.signature.key += " " + joined(frames);
    if (outcome_.phase != "tileiras") outcome_.signature.key = outcome_.phase + " " + outcome_.signature.key;
    outcome_.signature.detail = outcome_.message + (frames.empty() ? "" : " at " + joined(frames));
  }

  void signalled() {
    if (!fault_name(evidence_.signal)) {
      return tool_fault("was ended from outside by signal " + std::to_string(evidence_.signal));
    }
    if (memory_ran_out(evidence_.err)) return out_of_memory("tileiras ran out of memory");
    const auto frames = evidence_.crash ? evidence_.crash->frames : std::vector<Frame>{};
    crash(evidence_.signal, evidence_.crash ? evidence_.crash->process : "", frames, evidence_.err);
  }

  void exited() {
    // tileiras outlives its assembler's crash and exits with 5.
    if (evidence_.crash && component(evidence_.crash->process, {}) == "ptxas") {
      return crash(evidence_.crash->signal, "ptxas", evidence_.crash->frames, {});
    }
    if (assembler_ && assembler_->failed()) return assembler_failed();
    if (memory_ran_out(evidence_.err)) return out_of_memory("tileiras ran out of memory");
    switch (evidence_.exit_code) {
      case 1:
        return refused_options("Cannot find option named");
      case 2:
        return refused_options("");
      case 3:
        return diagnostic("bytecode");
      case 5:
        return failed();
      default:
        break;
    }
    diagnostic("tileiras");
  }

  void assembler_failed() {
    if (assembler_->signal != 0) return crash(assembler_->signal, "ptxas", {}, {});
    // The shim could not run it.
    if (assembler_->exit_code == 127) return tool_fault("ptxas cannot be run");
    outcome_.kind = OutcomeKind::diagnostic;
    outcome_.phase = "ptxas";
    const auto lines = lines_of(assembler_->output);
    outcome_.message = lines.empty() ? "ptxas failed with status " + std::to_string(assembler_->exit_code)
                                     : std::string(lines.front().substr(0, kLongestText));
    outcome_.signature = {"ptxas " + masked(outcome_.message), outcome_.message};
  }

  // Options are ours; only an architecture or level that this version lacks is its answer.
  void refused_options(std::string_view needed) {
    const auto lines = lines_of(evidence_.err);
    const std::string text = lines.empty() ? "" : std::string(lines.front());
    if (text.empty() || text.find(needed) == std::string::npos) {
      return tool_fault("tileiras refuses its command line: " + (text.empty() ? "it says nothing" : text));
    }
    outcome_.kind = OutcomeKind::diagnostic;
    outcome_.phase = "options";
    outcome_.message = text.substr(0, kLongestText);
    outcome_.signature = {"options " + masked(text), text};
  }

  void failed() {
    if (evidence_.err.find("Failed to create temporary file") != std::string::npos) {
      return tool_fault("tileiras cannot write temporary files");
    }
    diagnostic("tileiras");
  }

  void diagnostic(std::string_view phase) {
    outcome_.kind = OutcomeKind::diagnostic;
    outcome_.phase = std::string(phase);
    std::string_view first;
    for (const std::string_view line : lines_of(evidence_.err)) {
      const std::string_view text = error_text(line);
      if (text.empty() || (!first.empty() && text == kGeneral)) continue;
      if (first.empty() || first == kGeneral) first = text;
    }
    outcome_.message = first.empty() ? "exit status " + std::to_string(evidence_.exit_code)
                                     : std::string(first.substr(0, kLongestText));
    outcome_.signature = {std::string(phase) + " " + masked(outcome_.message), outcome_.message};
  }

  const Evidence& evidence_;
  std::optional<AssemblerReport> assembler_;
  Outcome outcome_;
};

}  // namespace

std::string masked(std::string_view line) {
  if (const auto text = error_text(line); !text.empty()) line = text;
  std::string result;
  for (const char c : line.substr(0, kLongestText)) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (digit && !result.empty() && result.back() == '#') continue;
    result += digit ? '#' : c;
  }
  return result;
}

Outcome classify(const Evidence& evidence) { return Classifier(evidence).run(); }

}  // namespace tilefuzz::targets::tileiras
