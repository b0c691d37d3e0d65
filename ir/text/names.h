#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace tilefuzz::ir {

// Chooses the names under which a program's values are printed.
class Names {
 public:
  explicit Names(const Program& program) : program_(program), texts_(program.types.size()) {}

  // Names the values of one left-hand side, block head or parameter list, in this order. They are visible
  // from show() on, until the scope of that call is left.
  void choose(std::span<const ValueId> values);
  void show(std::span<const ValueId> values);
  void enter() { marks_.push_back(log_.size()); }
  void leave();
  // Gives a value the name of another: the two regions of a `while` share the names of carried values.
  void share(ValueId value, ValueId with);

  // `%name`; `%!7` for a value that is defined nowhere before.
  std::string text(ValueId value) const;

 private:
  bool known(ValueId value) const { return value >= 0 && static_cast<std::size_t>(value) < texts_.size(); }
  std::string unique(std::string_view wanted, const std::unordered_set<std::string>& siblings);

  const Program& program_;
  std::vector<std::string> texts_;
  std::unordered_set<std::string> visible_;
  std::vector<std::string> log_;
  std::vector<std::size_t> marks_;
  std::unordered_map<std::string, int> suffixes_;
  std::size_t next_number_ = 0;
};

// Spellings of the extent names, by index: as given, made well-formed and distinct.
std::vector<std::string> extent_spellings(const Program& program);

// `text` with all that no name may contain replaced by `_`; `fallback` when nothing is left.
std::string well_formed_name(std::string_view text, std::string_view fallback);

}  // namespace tilefuzz::ir
