#include "ir/text/hint_text.h"
#include "ir/text/literal_bits.h"
#include "ir/text/read_statement.h"
#include "ir/text/read_type.h"

namespace tilefuzz::ir {
namespace {

bool is_literal(const Token& token) {
  return token.kind == TokenKind::number || token.kind == TokenKind::word;
}

}  // namespace

// The element type stands after the literals: they are read twice, first for their extent only, so that a
// long list is never held as text.
bool StatementReader::read_constant(Op& op) {
  TokenStream again = tokens_.fork();
  std::size_t count = 0;
  bool is_list = false;
  if (!skip_literals(count, is_list) || !end_of_operation(row(op.code)) || !read_result_type(op))
    return false;
  const SourcePosition position = again.peek().position;
  if (op.results.empty()) return false;
  const Type type = program_.type(op.results.front());
  if (is_list && count == 1 && type.element_count() != 1) {
    return tokens_.error(position, "one element is listed for " + to_string(type),
                         "write it without brackets to fill the tile");
  }
  op.data.reserve(count);
  if (is_list) again.take();
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) again.take();
    const Token token = again.take();
    const auto bits = literal_bits(type.element, token.text);
    if (!bits) return tokens_.error(token.position, bits.error());
    op.data.push_back(*bits);
  }
  return read_hints(tokens_, op.hints) && end_of_operation(row(op.code));
}

bool StatementReader::skip_literals(std::size_t& count, bool& is_list) {
  constexpr std::string_view kWhat = "a literal such as 0, 1.5, inf or 0x7fc0";
  is_list = tokens_.accept("[");
  do {
    if (!is_literal(tokens_.peek())) return tokens_.unexpected(kWhat);
    const Token token = tokens_.take();
    ++count;
    if (++constant_elements_ > limits_.constant_elements) {
      tokens_.error(token.position,
                    "more than " + std::to_string(limits_.constant_elements) + " elements in constants");
      tokens_.stop();
      return false;
    }
  } while (is_list && tokens_.accept(","));
  return !is_list || tokens_.expect("]", "or ',' after an element");
}

}  // namespace tilefuzz::ir
