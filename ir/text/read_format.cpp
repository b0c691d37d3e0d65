#include <algorithm>
#include <limits>

#include "core/suggest.h"
#include "ir/infer.h"
#include "ir/text/read_statement.h"
#include "ir/text/read_type.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kMostOperands = std::numeric_limits<std::uint8_t>::max();  // Op::counts are bytes

bool takes_memory(Accepts accepts) {
  return accepts == Accepts::tensor || accepts == Accepts::any_tensor || accepts == Accepts::buffer;
}

std::string operand_name(const OpRow& entry, const Slot& slot) {
  const std::string what = takes_memory(slot.accepts) ? " (a name)" : " (a value or an integer)";
  return "operand '" + std::string(slot.name) + "' of '" + std::string(entry.name) + "'" + what;
}

std::string words_of(const AttributeRow& attribute) {
  std::string out;
  for (const std::string_view word : attribute.words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

}  // namespace

bool StatementReader::read_formatted(Op& op) {
  const OpRow& entry = row(op.code);
  std::vector<std::vector<Operand>> slots(entry.slots.size());
  const auto all = pieces(op.code);
  for (std::size_t i = 0; i < all.size();) {
    if (!all[i].is_optional()) {
      if (!read_piece(op, all[i++], slots)) return false;
      continue;
    }
    std::size_t end = i;
    while (end < all.size() && all[end].is_optional()) ++end;
    if (!read_optional_pieces(op, all.subspan(i, end - i), slots)) return false;
    i = end;
  }
  for (const auto& slot : slots) {
    if (entry.has_counts()) op.counts.push_back(static_cast<std::uint8_t>(slot.size()));
    op.operands.insert(op.operands.end(), slot.begin(), slot.end());
  }
  return true;
}

bool StatementReader::add_operand(std::vector<Operand>& operands, std::string_view what) {
  if (operands.size() == kMostOperands) {
    return tokens_.error(tokens_.peek().position, "more than 255 operands in one list");
  }
  const auto operand = read_operand(what);
  if (operand) operands.push_back(*operand);
  return operand.has_value();
}

// `%a, %b, ...` up to what cannot go on; empty before the next statement and at the end of the block.
bool StatementReader::read_open_list(std::vector<Operand>& operands, std::string_view what) {
  const bool is_value = tokens_.at(TokenKind::value) && !tokens_.peek(1).is("=");
  if (!is_value && !tokens_.at(TokenKind::number)) return true;
  do {
    if (!add_operand(operands, what)) return false;
  } while (tokens_.accept(","));
  return true;
}

// `[%i, 0]`
bool StatementReader::read_indices(std::vector<Operand>& operands, std::string_view operation) {
  const std::string what = "an index of " + quote(operation) + " (a value or an integer)";
  if (!tokens_.expect("[", "before the indices of " + quote(operation))) return false;
  while (!tokens_.at("]")) {
    if (!operands.empty() && !tokens_.expect(",", "or ']' after an index of " + quote(operation)))
      return false;
    if (!add_operand(operands, what)) return false;
  }
  tokens_.take();
  return true;
}

bool StatementReader::read_piece(Op& op, const Piece& piece, std::vector<std::vector<Operand>>& slots) {
  const OpRow& entry = row(op.code);
  const Slot* slot = piece.slot >= 0 ? &entry.slots[static_cast<std::size_t>(piece.slot)] : nullptr;
  switch (piece.kind) {
    case Piece::Kind::operand: {
      const std::string what = operand_name(entry, *slot);
      if (takes_memory(slot->accepts) && tokens_.at(TokenKind::number)) return tokens_.unexpected(what);
      const auto operand = read_operand(what);
      if (operand) slots[static_cast<std::size_t>(piece.slot)].push_back(*operand);
      return operand.has_value();
    }
    case Piece::Kind::operands:
      return read_open_list(slots[static_cast<std::size_t>(piece.slot)], operand_name(entry, *slot));
    case Piece::Kind::indices:
      return read_indices(slots[static_cast<std::size_t>(piece.slot)], entry.name);
    case Piece::Kind::permutation: {
      auto numbers = read_integers(tokens_, "numbers of axes");
      if (numbers) op.data = std::move(*numbers);
      return numbers.has_value();
    }
    case Piece::Kind::attribute:
      return read_attribute(op, piece);
    case Piece::Kind::comma:
      return tokens_.expect(",", "between the operands of " + quote(entry.name));
    case Piece::Kind::word:
      return tokens_.expect(piece.word, "in " + quote(entry.name));
    case Piece::Kind::literal:  // read_constant
    case Piece::Kind::flag:
    case Piece::Kind::clause_attribute:
    case Piece::Kind::clause_operand:
      break;
  }
  return true;
}

bool StatementReader::read_optional_pieces(Op& op, std::span<const Piece> run,
                                           std::vector<std::vector<Operand>>& slots) {
  std::vector<bool> seen(run.size(), false);
  while (true) {
    const Token token = tokens_.peek();
    if (token.kind != TokenKind::word) return true;
    const bool signedness = std::any_of(run.begin(), run.end(), [](const Piece& piece) {
      return piece.kind == Piece::Kind::flag && piece.key == AttributeKey::is_unsigned;
    });
    if (signedness && token.is("signed")) {  // the default, never printed
      tokens_.take();
      continue;
    }
    const auto found =
        std::find_if(run.begin(), run.end(), [&](const Piece& p) { return p.word == token.text; });
    if (found == run.end()) return true;
    const auto index = static_cast<std::size_t>(found - run.begin());
    if (seen[index]) return tokens_.error(token.position, quote(token) + " is written twice");
    seen[index] = true;
    tokens_.take();
    if (found->kind == Piece::Kind::flag) {
      op.set(found->key);
    } else if (found->kind == Piece::Kind::clause_attribute) {
      if (!read_attribute(op, *found)) return false;
    } else {
      const OpRow& entry = row(op.code);
      const auto operand =
          read_operand(operand_name(entry, entry.slots[static_cast<std::size_t>(found->slot)]));
      if (!operand) return false;
      slots[static_cast<std::size_t>(found->slot)].push_back(*operand);
    }
  }
}

bool StatementReader::read_attribute(Op& op, const Piece& piece) {
  const AttributeRow& attribute = row(piece.key);
  const std::string what = "the " + std::string(attribute.name) + " of " + quote(row(op.code).name);
  if (attribute.words.empty()) {
    const auto number = read_integer(tokens_, what + " (a number)");
    if (number) op.set(piece.key, *number);
    return number.has_value();
  }
  const Token token = tokens_.peek();
  const auto found = std::find(attribute.words.begin(), attribute.words.end(), token.text);
  if (token.kind != TokenKind::word || found == attribute.words.end()) {
    Suggestion suggestion(token.text);
    suggestion.offer(attribute.words);
    const std::string help = suggestion.help();
    return tokens_.unexpected(what + " (" + words_of(attribute) + ")", help);
  }
  tokens_.take();
  op.set(piece.key, found - attribute.words.begin());
  return true;
}

bool StatementReader::end_of_operation(const OpRow& entry) {
  const Token& token = tokens_.peek();
  if (token.kind == TokenKind::end || token.kind == TokenKind::value || token.first_on_line ||
      token.is("}") || token.is(":") || token.is("hint")) {
    return true;
  }
  if (token.kind == TokenKind::word) {
    if (find_operation(token.text)) return true;
    Suggestion suggestion(token.text);
    for (const Piece& piece : pieces(entry.opcode)) {
      if (piece.is_optional()) suggestion.offer(piece.word);
    }
    suggestion.offer("hint");
    return tokens_.error(token.position, quote(token) + " does not belong to " + quote(entry.name),
                         suggestion.help());
  }
  return tokens_.unexpected("the end of " + quote(entry.name));
}

bool StatementReader::read_result_type(Op& op) {
  const OpRow& entry = row(op.code);
  const Token colon = tokens_.peek();
  std::optional<Type> written;
  if (tokens_.accept(":")) {
    written = read_type(tokens_);
    if (!written) return false;
    if (entry.result == ResultRule::none || op.results.empty()) {
      return tokens_.error(colon.position, quote(entry.name) + " has no result to give a type");
    }
  } else if (entry.result == ResultRule::written) {
    return tokens_.unexpected("': TYPE' after " + quote(entry.name) +
                              ", whose type does not follow from its operands");
  }
  return op.results.empty() || set_result_type(op, written, colon.position);
}

bool StatementReader::set_result_type(Op& op, const std::optional<Type>& written, SourcePosition position) {
  Type& type = program_.types[static_cast<std::size_t>(op.results.front())];
  const bool poisoned = std::any_of(op.operands.begin(), op.operands.end(), [&](const Operand& operand) {
    return program_.type(operand).kind == TypeKind::poison;
  });
  if (row(op.code).result == ResultRule::written || poisoned) {
    type = written.value_or(Type::poison());
    return true;
  }
  const auto inferred = infer_result(program_, op);
  if (inferred && written && *inferred != *written) {
    tokens_.error(position, "the result of " + quote(row(op.code).name) + " is " + to_string(*inferred) +
                                ", but " + to_string(*written) + " is written");
  }
  type = inferred ? *inferred : written.value_or(Type{});
  return true;
}

}  // namespace tilefuzz::ir
