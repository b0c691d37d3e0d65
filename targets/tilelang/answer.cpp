#include "targets/tilelang/answer.h"

#include <nlohmann/json.hpp>

namespace tilefuzz::targets::tilelang {
namespace {

using nlohmann::json;

std::string text(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int number(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

json array(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : json::array();
}

Answer::PythonFrame python_frame(const json& frame) {
  return {text(frame, "file"), number(frame, "line"), text(frame, "function"), text(frame, "text")};
}

void read_exception(const json& exception, Answer& answer) {
  answer.type = text(exception, "type");
  answer.message = text(exception, "message");
  answer.first_line = text(exception, "first_line");
  for (const json& frame : array(exception, "python")) {
    if (frame.is_object()) answer.python.push_back(python_frame(frame));
  }
  for (const json& frame : array(exception, "native")) {
    if (frame.is_object())
      answer.native.push_back({text(frame, "file"), number(frame, "line"), text(frame, "name")});
  }
  if (const auto pipeline = exception.find("pipeline");
      pipeline != exception.end() && pipeline->is_object()) {
    answer.pipeline = python_frame(*pipeline);
  }
}

}  // namespace

std::optional<Answer> read_answer(std::string_view text_of_answer) {
  const json parsed = json::parse(text_of_answer, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("status")) return std::nullopt;
  Answer answer;
  answer.status = text(parsed, "status");
  answer.phase = text(parsed, "phase");
  answer.stderr_tail = text(parsed, "stderr_tail");
  answer.signal = number(parsed, "signal");
  answer.exit = number(parsed, "exit");
  if (const auto exception = parsed.find("exception"); exception != parsed.end() && exception->is_object()) {
    read_exception(*exception, answer);
  }
  if (const auto samples = parsed.find("samples"); samples != parsed.end() && samples->is_array()) {
    for (const json& sample : *samples) {
      std::vector<std::string> frames;
      for (const json& frame : sample) {
        if (frame.is_string()) frames.push_back(frame.get<std::string>());
      }
      answer.samples.push_back(std::move(frames));
    }
  }
  return answer;
}

std::string pass_of(std::string_view line) {
  constexpr std::string_view kBefore = "transform.";
  const auto start = line.rfind(kBefore);
  if (start == std::string_view::npos) return "";
  line.remove_prefix(start + kBefore.size());
  return std::string(line.substr(0, line.find('(')));
}

std::string last_log_line(std::string_view log) {
  std::string last;
  while (!log.empty()) {
    const auto end = log.find('\n');
    std::string_view line = log.substr(0, end);
    log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
    constexpr std::size_t kTime = sizeof("[hh:mm:ss]") - 1;
    if (line.size() <= kTime || line[0] != '[' || line[3] != ':' || line[kTime - 1] != ']') continue;
    line.remove_prefix(kTime);
    while (!line.empty() && (line.front() == ' ' || line.front() == ':')) line.remove_prefix(1);
    last = std::string(line);
  }
  return last;
}

}  // namespace tilefuzz::targets::tilelang
