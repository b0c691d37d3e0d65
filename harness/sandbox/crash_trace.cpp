#include "harness/sandbox/crash_trace.h"

#include <charconv>
#include <fstream>
#include <iterator>

#include "harness/sandbox/support_files.h"

namespace tilefuzz::harness {
namespace {

constexpr std::string_view head = "tilefuzz-stack 1 ";

template <class T>
bool read_number(std::string_view text, T& value, int base) {
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value, base);
  return error == std::errc{} && at == end;
}

std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t at = text.find(separator);
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return part;
}

bool read_frames(std::string_view text, std::vector<Frame>& frames) {
  while (!text.empty()) {
    std::string_view part = take_until(text, ',');
    Frame frame;
    if (part.starts_with('*')) {
      frame.in_main = true;
      part.remove_prefix(1);
    }
    const std::size_t plus = part.rfind('+');
    if (plus == std::string_view::npos || !read_number(part.substr(plus + 1), frame.offset, 16)) return false;
    frame.module = part.substr(0, plus);
    frames.push_back(std::move(frame));
  }
  return true;
}

bool read_field(std::string_view name, std::string_view value, CrashTrace& trace) {
  if (name == "kind") {
    trace.kind = value == "sample" ? CrashTrace::Kind::sample : CrashTrace::Kind::crash;
    return value == "sample" || value == "crash";
  }
  if (name == "pid") return read_number(value, trace.pid, 10);
  if (name == "process") {
    trace.process = value;
    return true;
  }
  if (name == "signal") return read_number(value, trace.signal, 10);
  if (name == "code") return read_number(value, trace.code, 10);
  if (name == "address") return read_number(value, trace.address, 16);
  if (name == "frames") return read_frames(value, trace.frames);
  return false;
}

}  // namespace

std::optional<CrashTrace> parse_crash_line(std::string_view line) {
  if (!line.starts_with(head)) return std::nullopt;
  line.remove_prefix(head.size());
  CrashTrace trace;
  int fields = 0;
  while (!line.empty()) {
    std::string_view value = take_until(line, ' ');
    const std::string_view name = take_until(value, '=');
    if (!read_field(name, value, trace)) return std::nullopt;
    ++fields;
  }
  constexpr int all_fields = 7;
  if (fields != all_fields) return std::nullopt;
  return trace;
}

std::vector<CrashTrace> read_crash_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::vector<CrashTrace> traces;
  std::string_view rest = text;
  while (rest.find('\n') != std::string_view::npos) {
    if (auto trace = parse_crash_line(take_until(rest, '\n'))) traces.push_back(std::move(*trace));
  }
  return traces;
}

void add_crash_handler(ProcessSpec& spec, const std::filesystem::path& file) {
  spec.preload = std::filesystem::absolute(support_file(crash_library_file));
  spec.environment.push_back("TILEFUZZ_CRASH_FILE=" + std::filesystem::absolute(file).string());
}

std::string to_string(const Frame& frame) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, frame.offset, 16);
  const std::string offset(digits, end);
  return frame.in_main ? offset : frame.module + "+" + offset;
}

}  // namespace tilefuzz::harness
