#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"
#include "ir/text/lexer.h"

namespace tilefuzz::ir {

// The tokens of a text with a little lookahead, and the errors found so far. After stop(), or after
// `max_errors` errors, only the end is seen, so every reader ends by itself.
class TokenStream {
 public:
  TokenStream(std::string_view text, std::size_t max_errors);

  const Token& peek(std::size_t ahead = 0);  // ahead < kLookahead
  Token take();
  bool at(std::string_view spelling) { return peek().is(spelling); }
  bool at(TokenKind kind) { return peek().kind == kind; }
  bool accept(std::string_view spelling);
  // Takes the spelling, or reports "expected 'SPELLING' WHERE, found ..." and gives false.
  bool expect(std::string_view spelling, std::string_view where);

  // All give false, so that a reader can end with `return tokens.error(...)`.
  bool error(SourcePosition position, std::string message, std::string help = {});
  bool unexpected(std::string_view expected, std::string help = {});  // "expected EXPECTED, found ..."

  // Braces that were opened and not closed by what was taken.
  int brace_depth() const { return brace_depth_; }

  void stop();
  bool stopped() const { return stopped_; }
  std::vector<Diagnostic>& errors() { return errors_; }

  // A place to come back to. Only for text without errors and braces between.
  TokenStream fork() const { return *this; }

 private:
  static constexpr std::size_t kLookahead = 3;

  Lexer lexer_;
  std::array<Token, kLookahead> ahead_;
  std::size_t first_ = 0;  // ring buffer
  int brace_depth_ = 0;
  bool stopped_ = false;
  std::size_t max_errors_;
  std::vector<Diagnostic> errors_;
};

// The token as a message shows it: in quotes, long ones cut short.
std::string quote(std::string_view text);
std::string quote(const Token& token);

}  // namespace tilefuzz::ir
