#include "ir/text/names.h"

#include <algorithm>

namespace tilefuzz::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string well_formed_name(std::string_view text, std::string_view fallback) {
  std::string name(text.empty() ? fallback : text);
  for (char& c : name) {
    if (!is_word(c)) c = '_';
  }
  return name;
}

std::string Names::unique(std::string_view wanted, const std::unordered_set<std::string>& siblings) {
  const std::string name = well_formed_name(wanted, "");
  if (std::all_of(name.begin(), name.end(), is_digit)) return std::to_string(next_number_);
  std::string candidate = name;
  while (visible_.contains(candidate) || siblings.contains(candidate)) {
    candidate = name + "_" + std::to_string(++suffixes_[name]);
  }
  return candidate;
}

void Names::choose(std::span<const ValueId> values) {
  std::unordered_set<std::string> siblings;
  for (const ValueId value : values) {
    if (known(value)) {
      std::string& text = texts_[static_cast<std::size_t>(value)];
      text = unique(program_.value_name(value), siblings);
      siblings.insert(text);
    }
    ++next_number_;
  }
}

void Names::share(ValueId value, ValueId with) {
  ++next_number_;
  if (known(value) && known(with))
    texts_[static_cast<std::size_t>(value)] = texts_[static_cast<std::size_t>(with)];
}

void Names::show(std::span<const ValueId> values) {
  for (const ValueId value : values) {
    if (known(value) && visible_.insert(texts_[static_cast<std::size_t>(value)]).second) {
      log_.push_back(texts_[static_cast<std::size_t>(value)]);
    }
  }
}

void Names::leave() {
  const std::size_t mark = marks_.back();
  marks_.pop_back();
  for (; log_.size() > mark; log_.pop_back()) visible_.erase(log_.back());
}

std::string Names::text(ValueId value) const {
  if (known(value) && !texts_[static_cast<std::size_t>(value)].empty()) {
    return "%" + texts_[static_cast<std::size_t>(value)];
  }
  return "%!" + std::to_string(value);
}

std::vector<std::string> extent_spellings(const Program& program) {
  std::vector<std::string> spellings;
  std::unordered_set<std::string> used;
  for (const std::string& given : program.extent_names) {
    std::string name = well_formed_name(given, "E");
    if (is_digit(name.front())) name.insert(0, "E");
    std::string candidate = name;
    for (int suffix = 1; !used.insert(candidate).second; ++suffix)
      candidate = name + "_" + std::to_string(suffix);
    spellings.push_back(candidate);
  }
  return spellings;
}

}  // namespace tilefuzz::ir
