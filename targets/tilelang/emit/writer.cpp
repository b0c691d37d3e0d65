#include "targets/tilelang/emit/writer.h"

namespace tilefuzz::targets::tilelang {

void Writer::line(std::string_view text) {
  std::string full;
  if (!text.empty()) full.assign(static_cast<std::size_t>(depth_) * 4, ' ');
  lines_.push_back({full + std::string(text), position_});
}

void Writer::open(std::string_view text) {
  line(text);
  ++depth_;
}

void Writer::append(const Writer& other) {
  lines_.insert(lines_.end(), other.lines_.begin(), other.lines_.end());
}

std::string Writer::text() const {
  std::string out;
  for (const Line& each : lines_) {
    out += each.text;
    out += '\n';
  }
  return out;
}

std::vector<SourceMapEntry> Writer::source_map() const {
  std::vector<SourceMapEntry> out;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].position.line > 0) out.push_back({static_cast<std::int32_t>(i) + 1, lines_[i].position});
  }
  return out;
}

}  // namespace tilefuzz::targets::tilelang
