#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace tilefuzz::generators {

// One draw: what was asked (label, bounds) and what came out. The value is the thing itself (64 rows, not
// "option 2"), so that labels with values are readable as features of a case; `word` spells it where a number
// says little (`f16`, `middle_mma`).
struct Choice {
  std::string_view label;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t value = 0;
  std::string_view word;

  friend bool operator==(const Choice&, const Choice&) = default;
};

// The choices of one case, in order. A value; equal logs give the equal program under one grammar, profile
// and policy. Labels of drawn choices are literals of the program text; those of a parsed log are owned by it
// (copies share them).
class ChoiceLog {
 public:
  void add(const Choice& choice) { choices_.push_back(choice); }
  void clear() { choices_.clear(); }
  void reserve(std::size_t count) { choices_.reserve(count); }
  std::size_t size() const { return choices_.size(); }
  bool empty() const { return choices_.empty(); }
  const Choice& operator[](std::size_t index) const { return choices_[index]; }
  Choice& operator[](std::size_t index) { return choices_[index]; }
  auto begin() const { return choices_.begin(); }
  auto end() const { return choices_.end(); }
  // For mutators: the choices from `first` on, `count` of them, are left out.
  void erase(std::size_t first, std::size_t count);

  friend bool operator==(const ChoiceLog& a, const ChoiceLog& b) { return a.choices_ == b.choices_; }

  // A line a choice: `label[#n] low..high value [word]`; n counts from 2 the repetitions of a label.
  std::string print() const;
  // `label=value` or `label=word`, with the same counter; in order.
  std::vector<std::string> features() const;
  // Reads what print() writes. The error names line and what was expected.
  static Result<ChoiceLog, std::string> parse(std::string_view text);

 private:
  std::string_view own(std::string_view text);

  std::vector<Choice> choices_;
  std::shared_ptr<std::deque<std::string>> owned_;  // null until something was parsed
};

}  // namespace tilefuzz::generators
