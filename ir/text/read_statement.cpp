#include "ir/text/read_statement.h"

#include "core/suggest.h"
#include "ir/text/hint_text.h"
#include "ir/text/number.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kMostResults = 255;

std::string place(SourcePosition position) {
  return std::to_string(position.line) + ":" + std::to_string(position.column);
}

std::string operation_help(std::string_view name) {
  Suggestion suggestion(name);
  for (const OpRow& candidate : operation_table()) suggestion.offer(candidate.name);
  return suggestion.help();
}

// Whether the tokens look like the first ones of a statement: for going on after an error.
bool starts_statement(TokenStream& tokens) {
  const Token& token = tokens.peek();
  if (!token.first_on_line) return false;
  if (token.kind == TokenKind::value) return tokens.peek(1).is("=") || tokens.peek(1).is(",");
  if (token.kind != TokenKind::word) return false;
  for (const std::string_view clause : {"hint", "else", "do", "carry", "to", "step"}) {
    if (token.is(clause)) return false;
  }
  return true;
}

}  // namespace

bool StatementReader::read_block(Block& block, const std::vector<Binding>& names, BlockKind kind) {
  const Token open = tokens_.peek();
  if (!tokens_.expect("{", "before a block")) return false;
  if (depth_ > kMaxRegionDepth) {
    tokens_.error(open.position, "blocks are nested more than " + std::to_string(kMaxRegionDepth) + " deep");
    tokens_.stop();
    return false;
  }
  ++depth_;
  scope_.enter();
  for (const Binding& binding : names) {
    if (const Scope::Entry* other = scope_.find(binding.name.name())) {
      tokens_.error(binding.name.position, already_defined(binding.name, *other),
                    "choose another name; a name may be used again only where the other is not visible");
    }
    scope_.bind(binding.name.name(), {binding.value, binding.name.position});
  }
  bool said_unreachable = false;
  while (!tokens_.at("}")) {
    if (tokens_.at(TokenKind::end)) {
      tokens_.unexpected("'}' to close the block that begins at " + place(open.position));
      tokens_.stop();
      break;
    }
    if (!block.ops.empty() && row(block.ops.back().code).is_terminator() && !said_unreachable) {
      said_unreachable = true;
      tokens_.unexpected("'}' after '" + std::string(row(block.ops.back().code).name) +
                         "', which ends the block");
    }
    const int brace_depth = tokens_.brace_depth();
    if (!read_statement(block)) recover(brace_depth);
  }
  terminate(block, tokens_.peek(), kind);
  tokens_.accept("}");
  scope_.leave();
  --depth_;
  return true;
}

void StatementReader::terminate(Block& block, const Token& brace, BlockKind kind) {
  if (!block.ops.empty() && row(block.ops.back().code).is_terminator()) return;
  if (kind == BlockKind::condition) {
    tokens_.error(brace.position, "expected 'condition %VALUE' at the end of the first region of 'while'");
  }
  Op op;
  op.code = Opcode::yield;
  op.counts.push_back(0);
  op.position = brace.position;
  block.ops.push_back(std::move(op));
}

void StatementReader::recover(int brace_depth) {
  while (!tokens_.at(TokenKind::end)) {
    if (tokens_.brace_depth() <= brace_depth && (tokens_.at("}") || starts_statement(tokens_))) return;
    tokens_.take();
  }
}

bool StatementReader::read_names(std::vector<Token>& names) {
  if (!tokens_.at(TokenKind::value)) return true;
  do {
    if (!tokens_.at(TokenKind::value)) return tokens_.unexpected("a name such as '%x'");
    if (names.size() == kMostResults) return tokens_.error(tokens_.peek().position, "more than 255 results");
    names.push_back(tokens_.take());
  } while (tokens_.accept(","));
  return tokens_.expect("=", "after " + quote(names.back()));
}

bool StatementReader::read_statement(Block& block) {
  Op op;
  std::vector<Token> names;
  bool ok = read_names(names);
  for (const Token& name : names) op.results.push_back(program_.add_value(Type::poison(), spelling_of(name)));
  if (ok) {
    const Token name = tokens_.peek();
    const OpRow* entry = name.kind == TokenKind::word ? find_operation(name.text) : nullptr;
    if (entry) {
      tokens_.take();
      op.code = entry->opcode;
      op.position = name.position;
      ok = read_operation(op, name);
    } else if (name.kind == TokenKind::word) {
      tokens_.take();
      ok = tokens_.error(name.position, "unknown operation " + quote(name), operation_help(name.text));
    } else {
      ok = tokens_.unexpected(names.empty() ? "a statement" : "an operation");
      if (!tokens_.at("}")) tokens_.take();
    }
  }
  bind(names, op);
  if (!ok) return false;
  if (++operations_ > limits_.operations) {
    tokens_.error(op.position, "more than " + std::to_string(limits_.operations) + " operations");
    tokens_.stop();
    return false;
  }
  block.ops.push_back(std::move(op));
  return true;
}

void StatementReader::bind(const std::vector<Token>& names, const Op& op) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const Scope::Entry* other = scope_.find(names[i].name())) {
      tokens_.error(names[i].position, already_defined(names[i], *other),
                    "choose another name; a name may be used again only where the other is not visible");
    }
    scope_.bind(names[i].name(), {op.results[i], names[i].position});
  }
}

bool StatementReader::read_operation(Op& op, const Token& name) {
  const OpRow& entry = row(op.code);
  if (entry.result == ResultRule::none && !op.results.empty()) {
    return tokens_.error(name.position, quote(name) + " has no result to give a name");
  }
  if (entry.syntax == Syntax::for_) return read_for(op);
  if (entry.syntax == Syntax::while_) return read_while(op);
  if (entry.syntax == Syntax::if_) return read_if(op);

  const bool may_drop = entry.result == ResultRule::atomic_old || entry.result == ResultRule::none;
  if (op.results.empty() && !may_drop) {
    tokens_.error(name.position, quote(name) + " has a result that needs a name",
                  "write '%x = " + std::string(entry.name) + " ...'");
  }
  if (op.results.size() > 1) {
    tokens_.error(name.position,
                  quote(name) + " has one result, " + std::to_string(op.results.size()) + " are named");
  }
  if (op.code == Opcode::constant) return read_constant(op);
  return read_formatted(op) && end_of_operation(entry) && read_result_type(op) &&
         read_hints(tokens_, op.hints) && end_of_operation(entry);
}

std::optional<Operand> StatementReader::read_operand(std::string_view what) {
  const Token token = tokens_.peek();
  if (token.kind == TokenKind::value) {
    tokens_.take();
    if (const Scope::Entry* entry = scope_.find(token.name())) return Operand(entry->value);
    tokens_.error(token.position, "unknown value " + quote(token), scope_.suggest(token.name()));
    return Operand(program_.add_value(Type::poison()));
  }
  if (token.kind != TokenKind::number) {
    const bool is_operation = token.kind == TokenKind::word && find_operation(token.text);
    tokens_.unexpected(what,
                       is_operation ? "statements do not nest: give the inner one a name of its own" : "");
    return std::nullopt;
  }
  tokens_.take();
  if (const auto number = number_from<std::int32_t>(token.text)) return Operand::constant(*number);
  const bool digits = token.text.find_first_not_of("-0123456789") == std::string_view::npos;
  tokens_.error(token.position,
                "operand " + quote(token) + (digits ? " does not fit i32" : " is not an integer"),
                "write '%x = constant " + std::string(token.text.substr(0, 40)) + " : " +
                    (digits ? "i64" : "f32") + "' and use '%x'");
  return std::nullopt;
}

}  // namespace tilefuzz::ir
