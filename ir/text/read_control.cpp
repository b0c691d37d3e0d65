#include <algorithm>

#include "ir/text/hint_text.h"
#include "ir/text/read_statement.h"
#include "ir/text/read_type.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kMostCarried = 255;

std::string plural(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace

// `carry (%c = %init, ...)`
bool StatementReader::read_carry(Carried& carried) {
  if (!tokens_.accept("carry")) return true;
  if (!tokens_.expect("(", "after 'carry'")) return false;
  do {
    if (!tokens_.at(TokenKind::value)) return tokens_.unexpected("a carried value such as '%c = %init'");
    if (carried.names.size() == kMostCarried) {
      return tokens_.error(tokens_.peek().position, "more than 255 carried values");
    }
    carried.names.push_back(tokens_.take());
    if (!tokens_.expect("=", "and an initial value after the name of a carried one")) return false;
    const auto init = read_operand("the initial value of " + quote(carried.names.back()));
    if (!init) return false;
    carried.init.push_back(*init);
  } while (tokens_.accept(","));
  return tokens_.expect(")", "or ',' after a carried value");
}

void StatementReader::add_arguments(Block& block, const Carried& carried, std::vector<Binding>& names) {
  for (std::size_t i = 0; i < carried.names.size(); ++i) {
    const Type type = program_.type(carried.init[i]);
    const ValueId value = program_.add_value(type, spelling_of(carried.names[i]));
    block.arguments.push_back(value);
    names.push_back({carried.names[i], value});
  }
}

bool StatementReader::read_written_types(std::vector<Type>& types) {
  if (!tokens_.accept(":")) return true;
  do {
    const auto type = read_type(tokens_);
    if (!type) return false;
    types.push_back(*type);
  } while (types.size() <= kMostCarried && tokens_.accept(","));
  return true;
}

bool StatementReader::set_region_results(Op& op, const std::vector<Type>& found,
                                         const std::vector<Type>& written, std::string_view what) {
  for (std::size_t i = 0; i < op.results.size() && i < found.size(); ++i) {
    program_.types[static_cast<std::size_t>(op.results[i])] = found[i];
  }
  if (op.results.size() != found.size()) {
    return tokens_.error(op.position, quote(row(op.code).name) + " " + std::string(what) + " " +
                                          plural(found.size(), "value") + ", but " +
                                          plural(op.results.size(), "result") +
                                          (op.results.size() == 1 ? " is" : " are") + " named");
  }
  if (!written.empty() && written.size() != found.size()) {
    return tokens_.error(op.position,
                         plural(written.size(), "type") + " written for " + plural(found.size(), "result"));
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] != found[i] && found[i].kind != TypeKind::poison) {
      tokens_.error(op.position, "result " + std::to_string(i) + " of " + quote(row(op.code).name) + " is " +
                                     to_string(found[i]) + ", but " + to_string(written[i]) + " is written");
    }
  }
  return true;
}

// for %k : i64 = LOWER to UPPER step STEP carry (...) : TYPES hint {...} { ... }
bool StatementReader::read_for(Op& op) {
  const Token induction = tokens_.peek();
  if (induction.kind != TokenKind::value)
    return tokens_.unexpected("the induction variable of 'for', such as '%k'");
  tokens_.take();
  Type induction_type = Type::scalar(Element::i32);
  if (tokens_.accept(":")) {
    const auto type = read_type(tokens_);
    if (!type) return false;
    induction_type = *type;
  }
  if (!tokens_.expect("=", "after the induction variable")) return false;
  const auto lower = read_operand("the lower bound of 'for'");
  if (!lower || !tokens_.expect("to", "after the lower bound")) return false;
  const auto upper = read_operand("the upper bound of 'for'");
  if (!upper) return false;
  Operand step = Operand::constant(1);
  if (tokens_.accept("step")) {
    const auto written = read_operand("the step of 'for'");
    if (!written) return false;
    step = *written;
  }
  Carried carried;
  std::vector<Type> written;
  if (!read_carry(carried) || !read_written_types(written) || !read_hints(tokens_, op.hints)) return false;
  op.counts = {1, 1, 1, static_cast<std::uint8_t>(carried.init.size())};
  op.operands = {*lower, *upper, step};
  op.operands.insert(op.operands.end(), carried.init.begin(), carried.init.end());

  Block block;
  std::vector<Binding> names;
  block.arguments.push_back(program_.add_value(induction_type, spelling_of(induction)));
  names.push_back({induction, block.arguments.front()});
  add_arguments(block, carried, names);
  if (!read_block(block, names)) return false;
  op.regions.push_back(std::move(block));
  std::vector<Type> types;
  for (const Operand& init : carried.init) types.push_back(program_.type(init));
  return set_region_results(op, types, written, "carries");
}

// while carry (...) : TYPES hint {...} { ... condition %go } do { ... }
bool StatementReader::read_while(Op& op) {
  Carried carried;
  std::vector<Type> written;
  if (!read_carry(carried) || !read_written_types(written) || !read_hints(tokens_, op.hints)) return false;
  op.counts = {static_cast<std::uint8_t>(carried.init.size())};
  op.operands.assign(carried.init.begin(), carried.init.end());
  for (const BlockKind kind : {BlockKind::condition, BlockKind::plain}) {
    if (kind == BlockKind::plain &&
        !tokens_.expect("do", "and the body after the condition region of 'while'")) {
      return false;
    }
    Block block;
    std::vector<Binding> names;
    add_arguments(block, carried, names);
    if (!read_block(block, names, kind)) return false;
    op.regions.push_back(std::move(block));
  }
  std::vector<Type> types;
  for (const Operand& init : carried.init) types.push_back(program_.type(init));
  return set_region_results(op, types, written, "carries");
}

// if %go : TYPES { ... } else { ... }
bool StatementReader::read_if(Op& op) {
  const auto condition = read_operand("the condition of 'if'");
  if (!condition) return false;
  op.operands = {*condition};
  std::vector<Type> written;
  if (!read_written_types(written) || !read_hints(tokens_, op.hints)) return false;
  Block then;
  if (!read_block(then, {})) return false;
  Block otherwise;
  if (tokens_.accept("else")) {
    if (!read_block(otherwise, {})) return false;
  } else {
    Op yield;
    yield.code = Opcode::yield;
    yield.counts.push_back(0);
    yield.position = op.position;
    otherwise.ops.push_back(std::move(yield));
  }
  // Results come from the branches that yield; which of them must agree is the verifier's business.
  std::vector<Type> types;
  for (const Block* branch : {&then, &otherwise}) {
    if (branch->ops.empty() || branch->ops.back().code != Opcode::yield || !types.empty()) continue;
    for (const Operand& value : branch->ops.back().operands) types.push_back(program_.type(value));
  }
  op.regions.push_back(std::move(then));
  op.regions.push_back(std::move(otherwise));
  return set_region_results(op, types, written, "yields");
}

}  // namespace tilefuzz::ir
