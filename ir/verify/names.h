#pragma once

#include <absl/container/flat_hash_set.h>

#include <string_view>
#include <vector>

#include "ir/verify/report.h"

namespace tilefuzz::ir {

// Letters, digits and underscores, at least one.
bool is_word(std::string_view name);

// The names that are visible at a place, block by block.
class NameScope {
 public:
  NameScope(const Program& program, Report& report)
      : program_(program), report_(report), used_(!program.value_names.empty()) {}

  void define(ValueId value, SourcePosition position) {
    if (used_) define_named(value, position);
  }
  std::size_t mark() const { return names_.size(); }
  void leave(std::size_t mark);  // forgets what was defined since

 private:
  void define_named(ValueId value, SourcePosition position);

  const Program& program_;
  Report& report_;
  bool used_;
  absl::flat_hash_set<std::string_view> visible_;
  std::vector<std::string_view> names_;
};

// Kernel and extent names.
void check_names(const Program& program, Report& report);

}  // namespace tilefuzz::ir
