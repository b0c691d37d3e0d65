#include "ir/text/token_stream.h"

#include <utility>

namespace tilefuzz::ir {

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() > kLongest) return "'" + std::string(text.substr(0, kLongest)) + "...'";
  return "'" + std::string(text) + "'";
}

std::string quote(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the text";
  if (token.kind == TokenKind::invalid && (token.text.front() & 0x80) != 0) return "a non-ASCII character";
  return quote(token.text);
}

TokenStream::TokenStream(std::string_view text, std::size_t max_errors)
    : lexer_(text), max_errors_(max_errors) {
  for (Token& token : ahead_) token = lexer_.next();
}

const Token& TokenStream::peek(std::size_t ahead) { return ahead_[(first_ + ahead) % kLookahead]; }

Token TokenStream::take() {
  Token token = ahead_[first_];
  if (token.is("{")) ++brace_depth_;
  if (token.is("}")) --brace_depth_;
  if (!stopped_) {
    ahead_[first_] = lexer_.next();
    first_ = (first_ + 1) % kLookahead;
  }
  return token;
}

bool TokenStream::accept(std::string_view spelling) {
  if (!at(spelling)) return false;
  take();
  return true;
}

bool TokenStream::expect(std::string_view spelling, std::string_view where) {
  if (accept(spelling)) return true;
  return unexpected(quote(spelling) + (where.empty() ? "" : " ") + std::string(where));
}

bool TokenStream::error(SourcePosition position, std::string message, std::string help) {
  if (stopped_) return false;
  errors_.push_back({position, {}, std::move(message), std::move(help)});
  if (errors_.size() >= max_errors_) {
    errors_.push_back({position, {}, "too many errors, the rest of the text was not read", {}});
    stop();
  }
  return false;
}

bool TokenStream::unexpected(std::string_view expected, std::string help) {
  return error(peek().position, "expected " + std::string(expected) + ", found " + quote(peek()),
               std::move(help));
}

void TokenStream::stop() {
  stopped_ = true;
  for (Token& token : ahead_) {
    token.kind = TokenKind::end;
    token.text = {};
  }
}

}  // namespace tilefuzz::ir
