#include "generators/choice_log.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace tilefuzz::generators {
namespace {

// `label`, or `label#n` from its second appearance on.
class Counter {
 public:
  std::string spell(std::string_view label) {
    const int number = ++seen_[label];
    std::string out(label);
    if (number > 1) out += '#' + std::to_string(number);
    return out;
  }

 private:
  std::map<std::string_view, int> seen_;
};

std::string_view next_word(std::string_view& rest) {
  const std::size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  const std::size_t end = std::min(rest.find(' ', begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

bool read(std::string_view text, std::int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

void ChoiceLog::erase(std::size_t first, std::size_t count) {
  first = std::min(first, choices_.size());
  count = std::min(count, choices_.size() - first);
  const auto from = choices_.begin() + static_cast<std::ptrdiff_t>(first);
  choices_.erase(from, from + static_cast<std::ptrdiff_t>(count));
}

std::string ChoiceLog::print() const {
  Counter counter;
  std::string out;
  for (const Choice& choice : choices_) {
    out += counter.spell(choice.label) + ' ' + std::to_string(choice.low) + ".." +
           std::to_string(choice.high) + ' ' + std::to_string(choice.value);
    if (!choice.word.empty()) out += ' ' + std::string(choice.word);
    out += '\n';
  }
  return out;
}

std::vector<std::string> ChoiceLog::features() const {
  Counter counter;
  std::vector<std::string> out;
  out.reserve(choices_.size());
  for (const Choice& choice : choices_) {
    out.push_back(counter.spell(choice.label) + '=' +
                  (choice.word.empty() ? std::to_string(choice.value) : std::string(choice.word)));
  }
  return out;
}

std::string_view ChoiceLog::own(std::string_view text) {
  if (text.empty()) return {};
  if (!owned_) owned_ = std::make_shared<std::deque<std::string>>();
  return owned_->emplace_back(text);
}

Result<ChoiceLog, std::string> ChoiceLog::parse(std::string_view text) {
  ChoiceLog log;
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(' ') == std::string_view::npos) continue;
    const std::string_view label = next_word(line);
    const std::string_view bounds = next_word(line);
    const std::string_view value = next_word(line);
    const std::string_view word = next_word(line);
    const std::size_t dots = bounds.find("..");
    Choice choice;
    if (dots == std::string_view::npos || !read(bounds.substr(0, dots), choice.low) ||
        !read(bounds.substr(dots + 2), choice.high) || !read(value, choice.value) ||
        !next_word(line).empty()) {
      return tl::unexpected("line " + std::to_string(line_number) +
                            ": expected `label low..high value [word]`");
    }
    choice.label = log.own(label.substr(0, label.find('#')));
    choice.word = log.own(word);
    log.add(choice);
  }
  return log;
}

}  // namespace tilefuzz::generators
