#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/source_position.h"
#include "ir/operation.h"
#include "ir/text/lexer.h"

namespace tilefuzz::ir {

// The value names that are visible at one place of a text. Names point into the text.
class Scope {
 public:
  struct Entry {
    ValueId value = -1;
    SourcePosition position;
  };

  void enter() { marks_.push_back(log_.size()); }
  void leave();  // forgets what was bound since the matching enter()

  const Entry* find(std::string_view name) const;
  void bind(std::string_view name, Entry entry);
  // "did you mean '%x'?", or empty.
  std::string suggest(std::string_view name) const;

 private:
  struct Change {
    std::string_view name;
    std::optional<Entry> before;
  };
  std::unordered_map<std::string_view, Entry> visible_;
  std::vector<Change> log_;
  std::vector<std::size_t> marks_;
};

// The name that a `%name` token gives to a value: all-digit names are numbering, not names.
std::string_view spelling_of(const Token& token);

// "'%x' is already defined at 3:5, and is visible here"
std::string already_defined(const Token& token, const Scope::Entry& other);

}  // namespace tilefuzz::ir
