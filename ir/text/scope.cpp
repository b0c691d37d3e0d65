#include "ir/text/scope.h"

#include <algorithm>
#include <string>

#include "core/suggest.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

void Scope::leave() {
  const std::size_t mark = marks_.back();
  marks_.pop_back();
  for (; log_.size() > mark; log_.pop_back()) {
    const Change& change = log_.back();
    if (change.before) {
      visible_[change.name] = *change.before;
    } else {
      visible_.erase(change.name);
    }
  }
}

const Scope::Entry* Scope::find(std::string_view name) const {
  const auto found = visible_.find(name);
  return found == visible_.end() ? nullptr : &found->second;
}

void Scope::bind(std::string_view name, Entry entry) {
  const Entry* before = find(name);
  log_.push_back({name, before ? std::optional(*before) : std::nullopt});
  visible_[name] = entry;
}

std::string Scope::suggest(std::string_view name) const {
  // The map's order is not fixed, messages are: of equally near names the first in the text wins.
  Suggestion suggestion(name);
  for (const Change& change : log_) {
    if (find(change.name)) suggestion.offer(change.name);
  }
  return suggestion.help("%");
}

std::string_view spelling_of(const Token& token) {
  const std::string_view name = token.name();
  return name.find_first_not_of("0123456789") == std::string_view::npos ? std::string_view() : name;
}

std::string already_defined(const Token& token, const Scope::Entry& other) {
  return quote(token) + " is already defined at " + std::to_string(other.position.line) + ":" +
         std::to_string(other.position.column) + " and visible here";
}

}  // namespace tilefuzz::ir
