#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/source_position.h"
#include "targets/target.h"

namespace tilefuzz::targets::tilelang {

// Lines of Python with their indentation, and the operation that each one came from.
class Writer {
 public:
  void line(std::string_view text);
  // Lines that follow stand one level deeper until the matching close().
  void open(std::string_view text);
  void close() { --depth_; }
  // From here on lines belong to the operation at this position.
  void at(SourcePosition position) { position_ = position; }
  int depth() const { return depth_; }
  void set_depth(int depth) { depth_ = depth; }
  bool empty() const { return lines_.empty(); }
  std::size_t size() const { return lines_.size(); }

  void append(const Writer& other);
  std::string text() const;
  std::vector<SourceMapEntry> source_map() const;

 private:
  struct Line {
    std::string text;
    SourcePosition position;
  };
  std::vector<Line> lines_;
  int depth_ = 0;
  SourcePosition position_;
};

}  // namespace tilefuzz::targets::tilelang
