#include "targets/tilelang/signature.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace tilefuzz::targets::tilelang {
namespace {

constexpr std::size_t kMaskedLength = 300;
constexpr std::size_t kSignalFrames = 4;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_dtype(std::string_view word) {
  const std::size_t digits = word.find_first_of("0123456789");
  const std::string_view stem = word.substr(0, digits);
  constexpr std::string_view kStems[] = {"int", "uint", "float", "bfloat", "boolx"};
  return digits != std::string_view::npos && std::ranges::find(kStems, stem) != std::end(kStems);
}

std::string masked_word(std::string_view word, char before, char after) {
  if (is_digit(word.front())) return "#";
  if (is_dtype(word)) return std::string(word.substr(0, word.find_first_of("0123456789"))) + "#";
  if (before == '.' || before == ':' || after == '(' || after == ':')
    return std::string(word);  // of TileLang
  const bool is_name =
      word.size() == 1 || std::ranges::any_of(word, [](char c) { return is_digit(c) || c == '_'; });
  return is_name ? "%" : std::string(word);
}

// Of a list of names that ends here, `(%, %, %` or `(%,`, one stays: how many names the program has is not
// part of the fault.
void shorten_list(std::string& out) {
  const auto open = out.rfind('(');
  if (open == std::string::npos || out.size() - open < 3) return;
  const std::string_view list = std::string_view(out).substr(open + 1);
  if (list.front() == '%' && list.find_first_not_of("%, ") == std::string_view::npos) out.resize(open + 2);
}

// Functions of a backtrace in the form `File "...", line 0, in NAME`.
std::vector<std::string> functions_of(std::string_view backtrace) {
  std::vector<std::string> out;
  constexpr std::string_view kIn = ", in ";
  while (!backtrace.empty()) {
    const auto end = backtrace.find('\n');
    const std::string_view line = backtrace.substr(0, end);
    backtrace.remove_prefix(end == std::string_view::npos ? backtrace.size() : end + 1);
    const auto in = line.find(kIn);
    if (line.find("File \"") == std::string_view::npos || in == std::string_view::npos) continue;
    const std::string name = short_name(line.substr(in + kIn.size()));
    if (!name.empty() && !name.starts_with("0x")) out.push_back(name);
  }
  return out;
}

Signature make(const std::vector<std::string>& parts, std::string detail) {
  Signature out;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    out.key += (out.key.empty() ? "" : " | ") + part;
  }
  out.detail = std::move(detail);
  return out;
}

// `Check failed: (CONDITION) is false: WITH THE VALUES OF THIS CASE`: the condition names the fault, what
// follows may be a whole expression of the program.
std::string_view without_values(std::string_view line) {
  constexpr std::string_view kFailed = ") is false";
  const auto end = line.find(kFailed);
  return line.starts_with("Check failed: ") && end != std::string_view::npos
             ? line.substr(0, end + kFailed.size())
             : line;
}

// `tilelang/cuda/pipeline.py:142 Body | mod = ...LowerTileOp()(mod)` without the number.
std::string without_line(std::string_view frame) {
  const auto colon = frame.find(':');
  if (colon == std::string_view::npos) return std::string(frame);
  std::size_t end = colon + 1;
  while (end < frame.size() && is_digit(frame[end])) ++end;
  return std::string(frame.substr(0, colon)) + std::string(frame.substr(end));
}

}  // namespace

std::string masked(std::string_view message) {
  std::string out;
  char before = ' ';
  for (std::size_t i = 0; i < message.size() && out.size() < kMaskedLength;) {
    const char c = message[i];
    if (c == '\'' || c == '"' || c == '`') {
      const auto end = message.find(c, i + 1);
      if (end != std::string_view::npos && (i == 0 || !is_word(message[i - 1]))) {
        out += "'%'";
        before = c;
        i = end + 1;
        continue;
      }
    }
    if (!is_word(c)) {
      if (c == ')') shorten_list(out);
      out += c;
      before = c;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < message.size() && is_word(message[end])) ++end;
    // The kernel's name, too.
    out += out.ends_with("PrimFunc ")
               ? "%"
               : masked_word(message.substr(i, end - i), before, end < message.size() ? message[end] : ' ');
    before = message[end - 1];
    i = end;
  }
  return out;
}

std::string short_name(std::string_view frame) {
  // Arguments begin at the last parenthesis that opens at depth 0 outside of template arguments.
  int depth = 0;
  std::size_t end = frame.size();
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const char c = frame[i];
    if (c == '<') ++depth;
    if (c == '>' && depth > 0) --depth;
    if (c == '(' && depth == 0 && i > 0 && !frame.substr(0, i).ends_with("operator")) {
      end = i;
      break;
    }
  }
  std::string_view head = frame.substr(0, end);
  depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '<') ++depth;
    if (head[i] == '>' && depth > 0) --depth;
    if (head[i] == ' ' && depth == 0) start = i + 1;
  }
  head.remove_prefix(start);
  std::string out;
  depth = 0;
  for (const char c : head) {
    if (c == '<' && !out.ends_with("operator")) ++depth;
    if (depth == 0) out += c;
    if (c == '>' && depth > 0) --depth;
  }
  return out;
}

Signature exception_signature(const Answer& answer) {
  std::string native = answer.native.empty() ? "" : short_name(answer.native.back().name);
  // LOG(FATAL) throws from one helper; the function above it says where.
  if (native.ends_with("LogFatal::~LogFatal") && answer.native.size() > 1) {
    native = short_name(answer.native[answer.native.size() - 2].name);
  }
  std::string python;
  if (!answer.python.empty()) {
    const auto& last = answer.python.back();
    python = last.file + " " + last.function;
  }
  // An error that Python raised inside a callback of the passes is told by the Python function.
  const bool from_python = native.starts_with("TVMFFI") || native.empty();
  const std::string where = answer.pipeline ? answer.pipeline->text : answer.phase;
  Signature out = make(
      {answer.type, masked(without_values(answer.first_line)), where, from_python ? python : native}, "");
  out.detail = answer.type + ": " + answer.first_line;
  if (const std::string log = last_log_line(answer.stderr_tail); !log.empty())
    out.detail += "\nlogged before: " + log;
  if (!answer.native.empty()) out.detail += "\nin " + answer.native.back().name;
  return out;
}

Signature hang_signature(const Answer& answer) {
  std::string innermost;
  std::string pass;
  if (!answer.samples.empty()) {
    const auto& first = answer.samples.front();
    for (const std::string& frame : first) {
      const bool everywhere = std::ranges::all_of(answer.samples, [&](const auto& sample) {
        return std::ranges::find(sample, frame) != sample.end();
      });
      if (!everywhere) continue;
      if (innermost.empty()) innermost = without_line(frame);
      // TVM's wrappers below a pass are the same for all of them.
      const bool own = frame.starts_with("tilelang/") && !frame.starts_with("tilelang/3rdparty/");
      if (pass.empty() && own) pass = without_line(frame);
    }
  }
  return make({"hang", pass, pass.empty() ? innermost : ""}, innermost);
}

Signature signal_signature(const Answer& answer) {
  std::vector<std::string> parts = {"signal " + std::to_string(answer.signal)};
  for (const std::string& name : functions_of(answer.stderr_tail)) {
    if (parts.size() <= kSignalFrames && !name.starts_with("_Py") && !name.starts_with("Py"))
      parts.push_back(name);
  }
  return make(parts, answer.stderr_tail.substr(0, 2000));
}

}  // namespace tilefuzz::targets::tilelang
