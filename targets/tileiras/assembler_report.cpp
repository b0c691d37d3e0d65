#include "targets/tileiras/assembler_report.h"

#include <charconv>

namespace tilefuzz::targets::tileiras {

namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

bool number_after(std::string_view line, std::string_view word, int& number) {
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  std::from_chars(line.data(), line.data() + line.size(), number);
  return true;
}

}  // namespace

std::optional<AssemblerReport> parse_assembler_report(std::string_view text) {
  if (next_line(text) != "tilefuzz-ptxas 1") return std::nullopt;
  AssemblerReport report;
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (number_after(line, "exited ", report.exit_code) || number_after(line, "signalled ", report.signal)) {
      report.finished = true;
    } else if (line == "output") {
      report.output = std::string(text);
      break;
    }
  }
  return report;
}

}  // namespace tilefuzz::targets::tileiras
