#include "ir/text/hint_text.h"

#include <algorithm>
#include <limits>

#include "core/suggest.h"
#include "ir/text/number.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kCounted = "(n)";

std::string unknown_hint_help(std::string_view name) {
  Suggestion suggestion(name);
  for (const HintRow& candidate : hint_table()) suggestion.offer(candidate.name);
  return suggestion.help();
}

bool read_hint(TokenStream& tokens, Hints& hints) {
  const Token name = tokens.peek();
  if (name.kind != TokenKind::word) return tokens.unexpected("the name of a hint");
  tokens.take();
  const auto key = find_hint(name.text);
  if (!key) {
    return tokens.error(name.position, "unknown hint " + quote(name), unknown_hint_help(name.text));
  }
  if (!tokens.expect("=", "after the name of a hint")) return false;
  const Token value = tokens.peek();
  if (value.kind != TokenKind::word && value.kind != TokenKind::number) {
    return tokens.unexpected("the value of hint " + quote(name));
  }
  std::string text(tokens.take().text);
  if (tokens.accept("(")) {
    if (!tokens.at(TokenKind::number)) return tokens.unexpected("a number in " + quote(text + "(n)"));
    text += "(" + std::string(tokens.take().text) + ")";
    if (!tokens.expect(")", "after the number")) return false;
  }
  const auto number = hint_value_from_text(*key, text);
  if (!number) return tokens.error(value.position, number.error());
  if (!add_hint(hints, {*key, *number})) {
    return tokens.error(name.position, "hint " + quote(name) + " is written twice");
  }
  return true;
}

}  // namespace

std::string hint_value_text(const Hint& hint) {
  const HintRow& entry = row(hint.key);
  if (entry.words.empty()) return std::to_string(hint.value);
  // A word that takes a number is stored as n * kWordStride + index, another one as its index.
  const std::int32_t index = hint.value & (kWordStride - 1);
  if (hint.value < 0 || static_cast<std::size_t>(index) >= entry.words.size()) {
    return "!" + std::to_string(hint.value);
  }
  const std::string_view word = entry.words[static_cast<std::size_t>(index)];
  const std::int32_t count = hint.value / kWordStride;
  if (word.ends_with(kCounted)) {
    return std::string(word.substr(0, word.size() - kCounted.size())) + "(" + std::to_string(count) + ")";
  }
  return count == 0 ? std::string(word) : "!" + std::to_string(hint.value);
}

std::string hint_choices(const HintRow& entry) {
  if (entry.words.empty())
    return "a number from " + std::to_string(entry.low) + " to " + std::to_string(entry.high);
  std::string out;
  for (std::size_t i = 0; i < entry.words.size(); ++i) {
    if (i > 0) out += i + 1 == entry.words.size() ? " or " : ", ";
    out += entry.words[i];
  }
  return out;
}

Result<std::int32_t, std::string> hint_value_from_text(HintKey key, std::string_view text) {
  const HintRow& entry = row(key);
  const auto refusal = [&] {
    return "hint '" + std::string(entry.name) + "' is " + hint_choices(entry) + ", not " + quote(text);
  };
  if (entry.words.empty()) {
    if (const auto number = number_from<std::int32_t>(text)) return *number;
    return fail(refusal());
  }
  for (std::size_t i = 0; i < entry.words.size(); ++i) {
    const std::string_view word = entry.words[i];
    if (!word.ends_with(kCounted)) {
      if (word == text) return static_cast<std::int32_t>(i);
      continue;
    }
    const std::string_view stem = word.substr(0, word.size() - kCounted.size() + 1);
    if (!text.starts_with(stem) || !text.ends_with(')')) continue;
    const auto number = number_from<std::int32_t>(text.substr(stem.size(), text.size() - stem.size() - 1));
    constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max() / kWordStride - 1;
    if (number && *number >= 0 && *number <= kLargest) {
      return *number * kWordStride + static_cast<std::int32_t>(i);
    }
  }
  return fail(refusal());
}

std::string hints_text(const Hints& hints) {
  if (hints.empty()) return {};
  std::string out = "hint {";
  for (const Hint& hint : hints) {
    if (&hint != hints.data()) out += ", ";
    out += std::string(row(hint.key).name) + " = " + hint_value_text(hint);
  }
  return out + "}";
}

bool read_hints(TokenStream& tokens, Hints& hints) {
  if (!tokens.accept("hint")) return true;
  if (!tokens.expect("{", "after 'hint'")) return false;
  if (tokens.accept("}")) return true;
  do {
    if (!read_hint(tokens, hints)) return false;
  } while (tokens.accept(","));
  return tokens.expect("}", "or ',' after a hint");
}

bool add_hint(Hints& hints, Hint hint) {
  const auto place = std::lower_bound(hints.begin(), hints.end(), hint.key,
                                      [](const Hint& entry, HintKey key) { return entry.key < key; });
  if (place != hints.end() && place->key == hint.key) return false;
  hints.insert(place, hint);
  return true;
}

}  // namespace tilefuzz::ir
