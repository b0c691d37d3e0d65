#include "ir/text/read_header.h"

#include <limits>

#include "core/suggest.h"
#include "ir/text/hint_text.h"
#include "ir/text/read_launch.h"
#include "ir/text/read_type.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kMostParams = 1024;
constexpr std::size_t kMostGridAxes = 16;  // that there are 1 to 3 is a rule of the verifier
constexpr std::size_t kMostTerms = 16;

// Skips to the `,` before the next parameter or the `)` after the last one.
void skip_param(TokenStream& tokens) {
  while (!tokens.at(TokenKind::end)) {
    const bool outside = tokens.brace_depth() == 0;
    if (outside && tokens.at(",") && tokens.peek(1).kind == TokenKind::value) return;
    if (outside && (tokens.at(")") || tokens.at("grid"))) return;
    tokens.take();
  }
}

bool read_fact(TokenStream& tokens, std::string_view word, std::int32_t& fact, std::int64_t low) {
  const SourcePosition position = tokens.peek().position;
  const auto number = read_integer(tokens, "a number after " + quote(word));
  if (!number) return false;
  if (*number < low || *number > std::numeric_limits<std::int32_t>::max()) {
    return tokens.error(position,
                        quote(word) + " takes a number from " + std::to_string(low) + " to 2147483647");
  }
  fact = static_cast<std::int32_t>(*number);
  return true;
}

bool read_param(TokenStream& tokens, Program& program, Param& param) {
  if (!tokens.expect(":", "and a type after the name of a parameter")) return false;
  const auto type = read_param_type(tokens, program, param);
  if (!type) return false;
  program.types[static_cast<std::size_t>(param.value)] = *type;
  while (!tokens.at(",") && !tokens.at(")")) {
    if (tokens.accept("align")) {
      if (!read_fact(tokens, "align", param.align, 1)) return false;
    } else if (tokens.accept("alias")) {
      if (!read_fact(tokens, "alias", param.alias, 0)) return false;
    } else if (tokens.accept("readonly")) {
      param.readonly = true;
    } else if (tokens.at("hint")) {
      if (!read_hints(tokens, param.hints)) return false;
    } else {
      Suggestion suggestion(tokens.peek().text);
      for (const std::string_view word : {"align", "alias", "readonly", "hint"}) suggestion.offer(word);
      return tokens.unexpected("',', ')' or a fact (align, alias, readonly)", suggestion.help());
    }
  }
  return true;
}

bool read_params(TokenStream& tokens, Program& program, Scope& scope) {
  if (!tokens.expect("(", "before the parameters")) return false;
  while (!tokens.at(")")) {
    if (!program.params.empty() && !tokens.expect(",", "or ')' after a parameter")) return false;
    const Token name = tokens.peek();
    if (name.kind != TokenKind::value) return tokens.unexpected("a parameter such as '%x: i32'");
    tokens.take();
    if (program.params.size() == kMostParams) {
      tokens.error(name.position, "more than " + std::to_string(kMostParams) + " parameters");
      tokens.stop();
      return false;
    }
    Param param;
    param.position = name.position;
    param.value = program.add_value(Type::poison(), spelling_of(name));
    if (const Scope::Entry* other = scope.find(name.name())) {
      tokens.error(name.position, already_defined(name, *other));
    }
    if (!read_param(tokens, program, param)) skip_param(tokens);
    scope.bind(name.name(), {param.value, name.position});
    program.params.push_back(std::move(param));
    if (tokens.at(TokenKind::end)) break;
  }
  return tokens.expect(")", "after the parameters");
}

std::optional<std::int32_t> find_extent(TokenStream& tokens, const Program& program, const Token& token) {
  const std::string_view name = token.name();
  if (name.empty()) {
    tokens.error(token.position, "the grid needs named extents",
                 "name it in the type of a parameter, as in [?M, 64]");
    return std::nullopt;
  }
  Suggestion suggestion(name);
  for (std::size_t i = 0; i < program.extent_names.size(); ++i) {
    if (program.extent_names[i] == name) return static_cast<std::int32_t>(i);
    suggestion.offer(program.extent_names[i]);
  }
  tokens.error(token.position, "no parameter has an extent " + quote(token), suggestion.help("?"));
  return std::nullopt;
}

// `?M`, `?M*2` or a number.
bool read_term(TokenStream& tokens, const Program& program, bool negative, GridExtent& extent) {
  const Token token = tokens.peek();
  if (token.kind == TokenKind::extent) {
    tokens.take();
    const auto name = find_extent(tokens, program, token);
    if (!name) return false;
    GridExtent::Term term{*name, 1};
    if (tokens.accept("*")) {
      const auto coefficient = read_integer(tokens, "a number after '*'");
      if (!coefficient) return false;
      term.coefficient = *coefficient;
    }
    if (negative && __builtin_sub_overflow(std::int64_t{0}, term.coefficient, &term.coefficient)) {
      return tokens.error(token.position, "the grid's numbers do not fit 64 bits");
    }
    if (extent.terms.size() == kMostTerms) {
      return tokens.error(token.position,
                          "more than " + std::to_string(kMostTerms) + " terms in one grid extent");
    }
    extent.terms.push_back(term);
    return true;
  }
  const auto number = read_integer(tokens, "a number or a named extent of a parameter, such as '?M'");
  if (!number) return false;
  const bool overflow = negative ? __builtin_sub_overflow(extent.offset, *number, &extent.offset)
                                 : __builtin_add_overflow(extent.offset, *number, &extent.offset);
  return !overflow || tokens.error(token.position, "the grid's numbers do not fit 64 bits");
}

bool read_sum(TokenStream& tokens, const Program& program, GridExtent& extent) {
  if (!read_term(tokens, program, false, extent)) return false;
  while (true) {
    bool negative = false;
    if (tokens.accept("-")) {
      negative = true;
    } else if (!tokens.accept("+") &&
               !(tokens.at(TokenKind::number) && tokens.peek().text.starts_with('-'))) {
      return true;  // `?M -1` and `?M-1` have a number that brings its sign
    }
    if (!read_term(tokens, program, negative, extent)) return false;
  }
}

bool read_grid_extent(TokenStream& tokens, const Program& program, GridExtent& extent) {
  if (!tokens.accept("ceildiv")) return read_sum(tokens, program, extent);
  if (!tokens.expect("(", "after 'ceildiv'") || !read_sum(tokens, program, extent) ||
      !tokens.expect(",", "and the divisor")) {
    return false;
  }
  const SourcePosition position = tokens.peek().position;
  const auto divisor = read_integer(tokens, "the divisor");
  if (!divisor) return false;
  if (*divisor < 1) return tokens.error(position, "the divisor is a positive number");
  extent.divisor = *divisor;
  return tokens.expect(")", "after the divisor");
}

bool read_grid(TokenStream& tokens, Program& program) {
  if (!tokens.expect("grid", "and its extents after the parameters") ||
      !tokens.expect("[", "before the extents of the grid")) {
    return false;
  }
  while (!tokens.at("]")) {
    if (!program.grid.empty() && !tokens.expect(",", "or ']' in the grid")) return false;
    if (program.grid.size() == kMostGridAxes)
      return tokens.error(tokens.peek().position, "a grid has 1 to 3 axes");
    GridExtent extent;
    if (!read_grid_extent(tokens, program, extent)) return false;
    program.grid.push_back(std::move(extent));
  }
  return tokens.expect("]", "after the grid");
}

// Skips to the brace that begins the kernel's body, past clauses in braces.
void skip_to_body(TokenStream& tokens) {
  while (!tokens.at(TokenKind::end)) {
    if (tokens.at("{") && tokens.brace_depth() == 0) return;
    if ((tokens.at("hint") || tokens.at("launch")) && tokens.brace_depth() == 0 && tokens.peek(1).is("{")) {
      tokens.take();
    }
    tokens.take();
  }
}

}  // namespace

bool read_version(TokenStream& tokens) {
  const std::string_view help = "a program begins with the line 'tile 1'";
  if (!tokens.at("tile")) return tokens.unexpected("'tile 1'", std::string(help));
  tokens.take();
  const Token version = tokens.peek();
  if (version.kind != TokenKind::number)
    return tokens.unexpected("the version of the format", std::string(help));
  tokens.take();
  if (version.text != "1") {
    tokens.error(version.position, "format version " + quote(version) + " is not known; this reader knows 1");
    tokens.stop();
    return false;
  }
  return true;
}

bool read_header(TokenStream& tokens, Program& program, Scope& scope) {
  if (!tokens.expect("kernel", "after the version")) return false;
  if (!tokens.at(TokenKind::symbol)) return tokens.unexpected("the kernel's name, such as '@gemm'");
  program.name = tokens.take().name();
  if (!read_params(tokens, program, scope) || !read_grid(tokens, program)) skip_to_body(tokens);
  while (!tokens.at("{")) {
    bool done = false;
    if (tokens.at("hint")) {
      done = read_hints(tokens, program.hints);
    } else if (tokens.at("launch")) {
      done = read_launch(tokens, program, scope);
    } else {
      if (tokens.stopped()) return false;
      Suggestion suggestion(tokens.peek().text);
      for (const std::string_view word : {"hint", "launch"}) suggestion.offer(word);
      tokens.unexpected("'hint', 'launch' or the kernel's body in braces", suggestion.help());
      if (tokens.at(TokenKind::word) && tokens.peek(1).is("{")) {  // a misspelt clause
        tokens.take();
        tokens.take();
      }
    }
    if (!done) {
      // Inside a clause: leave it. Otherwise go on at the body.
      while (tokens.brace_depth() > 0 && !tokens.at(TokenKind::end)) tokens.take();
      if (tokens.at("hint") || tokens.at("launch")) continue;
      skip_to_body(tokens);
      return !tokens.at(TokenKind::end);
    }
  }
  return true;
}

}  // namespace tilefuzz::ir
