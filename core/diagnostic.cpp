#include "core/diagnostic.h"

#include <algorithm>

namespace tilefuzz {
namespace {

// A hostile line may be 100 MB long: the excerpt shows a window around the column.
constexpr std::size_t kExcerptWidth = 100;

std::string_view line_of(std::string_view source, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line; ++i) {
    const std::size_t next = source.find('\n', begin);
    if (next == std::string_view::npos) return {};
    begin = next + 1;
  }
  return source.substr(begin, source.find('\n', begin) - begin);
}

std::string excerpt(std::string_view source, SourcePosition position) {
  std::string_view line = line_of(source, position.line);
  std::size_t column = position.column == 0 ? 0 : position.column - 1;
  if (line.empty() || column > line.size()) return {};
  if (line.size() > kExcerptWidth) {
    const std::size_t begin = column > kExcerptWidth / 2 ? column - kExcerptWidth / 2 : 0;
    line = line.substr(begin, kExcerptWidth);
    column -= begin;
  }
  std::string shown;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte >= 0x20 && byte < 0x7f ? c : (c == '\t' ? ' ' : '?');
  }
  return "    " + shown + "\n    " + std::string(column, ' ') + "^\n";
}

}  // namespace

std::string render(const Diagnostic& diagnostic, std::string_view file, std::string_view source) {
  std::string out(file);
  if (diagnostic.position.known()) {
    out += ":" + std::to_string(diagnostic.position.line) + ":" + std::to_string(diagnostic.position.column);
  }
  out += ": error: " + diagnostic.message;
  if (!diagnostic.rule.empty()) out += " [" + diagnostic.rule + "]";
  out += "\n";
  if (diagnostic.position.known() && !source.empty()) out += excerpt(source, diagnostic.position);
  if (!diagnostic.help.empty()) out += "    help: " + diagnostic.help + "\n";
  return out;
}

std::string render(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                   std::string_view source) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic, file, source);
  return out;
}

}  // namespace tilefuzz
