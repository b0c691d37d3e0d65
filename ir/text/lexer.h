#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/diagnostic.h"
#include "core/source_position.h"

namespace tilefuzz::ir {

enum class TokenKind : std::uint8_t {
  end,
  word,         // load, f32, tile
  number,       // all that begins with a digit (or `-` and one): 12, -1.5e-3, 0x7f, 128x64xf32; and -inf
  value,        // %name
  symbol,       // @name
  extent,       // ? or ?name
  punctuation,  // one character
  invalid,      // a character that begins no token
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool first_on_line = false;
  std::string_view text;  // with its sigil; points into the source
  SourcePosition position;

  // Text without the sigil of a value, symbol or extent.
  std::string_view name() const { return text.substr(text.empty() ? 0 : 1); }
  bool is(std::string_view spelling) const {
    return text == spelling && (kind == TokenKind::word || kind == TokenKind::punctuation);
  }
};

// Splits a program text into tokens, one at a time, so that memory does not grow with the text. Never fails;
// never reads past the text, which must outlive it. Copying one saves the place.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  Token next();

 private:
  void skip_blanks();
  std::size_t number_end(std::size_t from) const;
  std::size_t word_end(std::size_t from) const;
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }

  std::string_view text_;
  std::size_t here_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool fresh_ = true;
};

// The first byte that may stand nowhere in a program, comments included: invalid UTF-8, NUL and other
// control characters but tab and line ends.
std::optional<Diagnostic> find_bad_byte(std::string_view text);

}  // namespace tilefuzz::ir
