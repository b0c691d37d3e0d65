#include "ir/text/parse.h"

#include <string>

#include "ir/text/read_header.h"
#include "ir/text/read_statement.h"
#include "ir/text/scope.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

ParseResult parse(std::string_view text, const ParseLimits& limits) {
  ParseResult result;
  if (text.size() > limits.bytes) {
    result.errors.push_back({{1, 1},
                             {},
                             "the text has " + std::to_string(text.size()) +
                                 " bytes, more than the limit of " + std::to_string(limits.bytes),
                             {}});
    return result;
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  if (auto bad = find_bad_byte(text)) {
    result.errors.push_back(std::move(*bad));
    return result;
  }
  TokenStream tokens(text, limits.errors);
  Scope scope;
  scope.enter();
  if (read_version(tokens) && read_header(tokens, result.program, scope)) {
    StatementReader reader(tokens, result.program, scope, limits);
    reader.read_block(result.program.body, {});
    if (!tokens.at(TokenKind::end)) tokens.unexpected("the end of the text after the kernel");
  }
  result.errors = std::move(tokens.errors());
  return result;
}

}  // namespace tilefuzz::ir
