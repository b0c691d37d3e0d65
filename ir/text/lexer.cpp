#include "ir/text/lexer.h"

#include <algorithm>
#include <string>

namespace tilefuzz::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_digit(c) || is_letter(c); }

}  // namespace

void Lexer::skip_blanks() {
  while (here_ < text_.size()) {
    const char c = text_[here_];
    if (c == '\n') {
      ++here_;
      ++line_;
      line_start_ = here_;
      fresh_ = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++here_;
    } else if (c == '/' && at(here_ + 1) == '/') {
      here_ = std::min(text_.find('\n', here_), text_.size());
    } else {
      return;
    }
  }
}

std::size_t Lexer::word_end(std::size_t from) const {
  while (from < text_.size() && is_word(text_[from])) ++from;
  return from;
}

std::size_t Lexer::number_end(std::size_t from) const {
  bool decimal = true;  // only digits and points so far
  while (from < text_.size()) {
    const char c = text_[from];
    if (is_digit(c) || c == '.') {
      ++from;
    } else if ((c == 'e' || c == 'E') && decimal && (at(from + 1) == '-' || at(from + 1) == '+') &&
               is_digit(at(from + 2))) {
      from += 2;
      decimal = false;
    } else if (is_letter(c)) {
      ++from;
      decimal = false;
    } else {
      break;
    }
  }
  return from;
}

Token Lexer::next() {
  skip_blanks();
  Token token;
  token.position = {line_, static_cast<std::uint32_t>(here_ - line_start_ + 1)};
  token.first_on_line = fresh_;
  fresh_ = false;
  if (here_ == text_.size()) return token;

  const char c = text_[here_];
  const char after = at(here_ + 1);
  std::size_t end = here_ + 1;
  token.kind = TokenKind::invalid;
  if (is_letter(c)) {
    token.kind = TokenKind::word;
    end = word_end(here_);
  } else if (is_digit(c) || (c == '-' && is_digit(after))) {
    token.kind = TokenKind::number;
    end = number_end(here_ + 1);
  } else if (c == '-' && text_.substr(here_ + 1, 3) == "inf" && !is_word(at(here_ + 4))) {
    token.kind = TokenKind::number;
    end = here_ + 4;
  } else if ((c == '%' || c == '@') && is_word(after)) {
    token.kind = c == '%' ? TokenKind::value : TokenKind::symbol;
    end = word_end(here_ + 1);
  } else if (c == '?') {
    token.kind = TokenKind::extent;
    if (is_letter(after)) end = word_end(here_ + 1);
  } else if (std::string_view("(){}[]<>,=:*+-").find(c) != std::string_view::npos) {
    token.kind = TokenKind::punctuation;
  }
  token.text = text_.substr(here_, end - here_);
  here_ = end;
  return token;
}

namespace {

// Length of the well-formed UTF-8 sequence at the start (RFC 3629: shortest form, no surrogates, at most
// U+10FFFF), or 0.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!follows(1) || !follows(2)) return 0;
    if (first == 0xe0 && byte(1) < 0xa0) return 0;
    if (first == 0xed && byte(1) >= 0xa0) return 0;
    return 3;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) >= 0x90) return 0;
    return 4;
  }
  return 0;
}

std::string hex_byte(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + kDigits[byte >> 4] + kDigits[byte & 0xf];
}

}  // namespace

std::optional<Diagnostic> find_bad_byte(std::string_view text) {
  std::uint32_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c >= 0x20 && c < 0x7f) {
      ++i;
      continue;
    }
    const bool control = (c >= 0 && c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
    const std::size_t length = control ? 0 : utf8_length(text.substr(i));
    if (length == 0) {
      Diagnostic bad;
      bad.position = {line, static_cast<std::uint32_t>(i - line_start + 1)};
      bad.message = "byte " + hex_byte(c) + " at offset " + std::to_string(i) + " is " +
                    (control ? "a control character" : "not valid UTF-8");
      return bad;
    }
    if (c == '\n') {
      ++line;
      line_start = i + 1;
    }
    i += length;
  }
  return std::nullopt;
}

}  // namespace tilefuzz::ir
