#include "targets/tilelang/classify.h"

#include <algorithm>

#include "targets/tilelang/answer.h"
#include "targets/tilelang/options.h"
#include "targets/tilelang/rejections.h"
#include "targets/tilelang/signature.h"

namespace tilefuzz::targets::tilelang {
namespace {

// Exit status of a child that could not even start its case (python/supervise.py).
constexpr int kCouldNotRun = 70;
constexpr std::size_t kShownFrames = 6;

Outcome tool_fault(std::string phase, std::string message) {
  Outcome out;
  out.kind = OutcomeKind::tool_fault;
  out.phase = std::move(phase);
  out.message = std::move(message);
  return out;
}

std::string place_of(const Answer& answer) {
  if (answer.pipeline) {
    const std::string pass = pass_of(answer.pipeline->text);
    return pass.empty() ? answer.pipeline->function : pass;
  }
  if (answer.phase == "build") return "front-end";
  const bool codegen = std::ranges::any_of(answer.native, [](const Answer::NativeFrame& frame) {
    return frame.name.find("codegen::") != std::string::npos ||
           frame.file.find("codegen") != std::string::npos;
  });
  return codegen ? "codegen" : "lower";
}

// Python's own errors about names and attributes while the program is built mean that the emitter wrote
// something that this TileLang does not have.
bool is_emitters_fault(const Answer& answer) {
  if (answer.phase != "build" || !answer.native.empty()) return false;
  const bool name_error = answer.type.ends_with("NameError") || answer.type.ends_with("SyntaxError");
  const bool unknown =
      answer.type.ends_with("AttributeError") &&
      answer.first_line.find("module 'tilelang.language' has no attribute") != std::string::npos;
  return name_error || unknown;
}

// A sentence to the user from Python code. KeyError, IndexError, TypeError and the like are accidents.
bool is_sentence(const Answer& answer) {
  const bool says = answer.type.ends_with("ValueError") || answer.type.ends_with("NotImplementedError") ||
                    answer.type.ends_with("AssertionError");
  const bool raised_in_python = answer.native.empty() || answer.native.back().name.starts_with("TVMFFI");
  return says && raised_in_python && answer.first_line.find(' ') != std::string::npos;
}

// Fragment layouts are inferred over the whole kernel and may not exist; that is a fault only where the
// emitter asked for no more fragments than T.gemm needs.
bool is_layout_refusal(const Answer& answer) {
  constexpr std::string_view kTexts[] = {"Layout infer conflict", "no available layout found",
                                         "Get different layout"};
  return std::ranges::any_of(
      kTexts, [&](std::string_view text) { return answer.first_line.find(text) != std::string::npos; });
}

Outcome classify_exception(const Configuration& configuration, const Answer& answer) {
  if (answer.phase == "load")
    return tool_fault("emitter", "the emitted file does not run: " + answer.first_line);
  if (answer.phase == "configure") return tool_fault("configuration", answer.first_line);
  if (answer.phase == "write")
    return tool_fault("harness", "the text could not be written: " + answer.first_line);
  if (is_emitters_fault(answer)) return tool_fault("emitter", answer.type + ": " + answer.first_line);
  Outcome out;
  out.phase = place_of(answer);
  out.message = answer.type + ": " + answer.first_line;
  out.exit_code = 1;
  const Rejection* rejection = find_rejection(answer);
  const bool layout = option(configuration, "placement") == "fragment" && is_layout_refusal(answer);
  if (rejection != nullptr || layout || is_sentence(answer)) {
    out.kind = OutcomeKind::diagnostic;
    out.signature.key =
        rejection != nullptr ? std::string(rejection->name) : answer.type + " | " + masked(answer.first_line);
    out.signature.detail = out.message;
    return out;
  }
  out.kind = OutcomeKind::crash;
  out.signature = exception_signature(answer);
  for (auto frame = answer.native.rbegin(); frame != answer.native.rend(); ++frame) {
    if (out.frames.size() < kShownFrames) out.frames.push_back(short_name(frame->name));
  }
  return out;
}

Outcome classify_limit(const Evidence& evidence, const Answer& answer) {
  Outcome out;
  out.phase = "lower";
  if (answer.status == "memory-limit") {
    if (!evidence.disturbance.empty())
      return tool_fault("limit", "out of memory under " + evidence.disturbance);
    out.kind = OutcomeKind::out_of_memory;
    out.message = "more memory than the limit allows";
    out.signature.key = "memory";
    return out;
  }
  if (answer.status == "output-limit") return tool_fault("limit", "a file larger than the limit allows");
  out.kind = OutcomeKind::timeout;
  out.message =
      answer.status == "cpu-limit" ? "the CPU-time limit was reached" : "no end within the wall-clock limit";
  out.signature = hang_signature(answer);
  if (!answer.samples.empty()) out.frames = answer.samples.back();
  return out;
}

}  // namespace

Outcome classify(const Configuration& configuration, const Evidence& evidence) {
  const auto report = evidence.reports.find(std::string(kServerReport));
  const auto answer = report == evidence.reports.end() ? std::nullopt : read_answer(report->second);
  if (!answer) {
    return tool_fault("server",
                      evidence.harness_error.empty() ? "no answer of the server" : evidence.harness_error);
  }
  if (answer->status == "ok") {
    Outcome out;
    out.exit_code = 0;
    out.artifact_hash = evidence.artifact_hash;
    return out;
  }
  if (answer->status == "exception") return classify_exception(configuration, *answer);
  if (answer->status == "signal") {
    Outcome out;
    out.kind = OutcomeKind::crash;
    out.phase = "lower";
    out.signal = answer->signal;
    out.message = "ended by signal " + std::to_string(answer->signal);
    out.signature = signal_signature(*answer);
    return out;
  }
  if (answer->status == "no-evidence") {
    if (answer->exit == kCouldNotRun) return tool_fault("server", answer->stderr_tail.substr(0, 500));
    Outcome out;
    out.kind = OutcomeKind::crash;
    out.phase = "lower";
    out.exit_code = answer->exit;
    out.message = "ended by itself with status " + std::to_string(answer->exit);
    out.signature = {"exit " + std::to_string(answer->exit), answer->stderr_tail.substr(0, 2000)};
    return out;
  }
  if (answer->status.ends_with("-limit")) return classify_limit(evidence, *answer);
  return tool_fault("server", "an answer of unknown status: " + answer->status);
}

}  // namespace tilefuzz::targets::tilelang
