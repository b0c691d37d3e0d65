#include "ir/verify/names.h"

#include <algorithm>

namespace tilefuzz::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}
// Names of digits alone are the text form's "no name".
bool is_unnamed(std::string_view name) { return std::ranges::all_of(name, is_digit); }

}  // namespace

bool is_word(std::string_view name) { return !name.empty() && std::ranges::all_of(name, is_word_character); }

void NameScope::define_named(ValueId value, SourcePosition position) {
  const std::string_view name = program_.value_name(value);
  if (is_unnamed(name)) return;
  if (!is_word(name)) {
    report_.add(Rule::name_spelling, position,
                say("the name of value ", value, " has characters that a name does not have"));
    return;
  }
  if (visible_.insert(name).second) {
    names_.push_back(name);
  } else {
    report_.add(Rule::name_unique, position, say("the name %", name, " is visible here already"));
  }
}

void NameScope::leave(std::size_t mark) {
  while (names_.size() > mark) {
    visible_.erase(names_.back());
    names_.pop_back();
  }
}

void check_names(const Program& program, Report& report) {
  if (!is_word(program.name))
    report.add(Rule::name_spelling, {}, "the kernel's name has characters that a name does not have");
  absl::flat_hash_set<std::string_view> seen;
  for (const std::string& name : program.extent_names) {
    if (!is_word(name) || is_digit(name.front())) {
      report.add(Rule::name_spelling, {}, say("an extent is named `", name, "`"),
                 "a letter or underscore, then letters, digits and underscores");
    } else if (!seen.insert(name).second) {
      report.add(Rule::name_unique, {}, say("two extents are named ?", name));
    }
  }
}

}  // namespace tilefuzz::ir
