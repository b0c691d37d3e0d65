#include "ir/text/format.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tilefuzz::ir {
namespace {

std::string_view between(std::string_view& rest, std::string_view open, std::string_view close) {
  rest.remove_prefix(open.size());
  const std::size_t end = rest.find(close);
  const std::string_view inside = rest.substr(0, end);
  rest.remove_prefix(inside.size() + close.size());
  return inside;
}

std::string_view leading_word(std::string_view& rest) {
  std::size_t end = 0;
  while (end < rest.size() && (rest[end] == '_' || (rest[end] >= 'a' && rest[end] <= 'z'))) ++end;
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

std::string_view flag_word(AttributeKey key) {
  const AttributeRow& attribute = row(key);
  return attribute.flag_word.empty() ? attribute.name : attribute.flag_word;
}

Piece clause(const OpRow& operation, std::string_view text) {
  Piece piece;
  piece.word = leading_word(text);
  text.remove_prefix(1);
  if (text.starts_with('<')) {
    piece.kind = Piece::Kind::clause_attribute;
    piece.key = find_attribute(between(text, "<", ">")).value_or(AttributeKey{});
  } else {
    piece.kind = Piece::Kind::clause_operand;
    piece.slot = operation.slot_index(text.substr(1));
  }
  return piece;
}

Piece next_piece(const OpRow& operation, std::string_view& rest) {
  Piece piece;
  if (rest.starts_with("[$")) {
    piece.kind = Piece::Kind::indices;
    piece.slot = operation.slot_index(between(rest, "[$", "...]"));
  } else if (rest.starts_with("[data]")) {
    piece.kind = Piece::Kind::permutation;
    between(rest, "[", "]");
  } else if (rest.starts_with('$')) {
    rest.remove_prefix(1);
    const std::string_view name = leading_word(rest);
    piece.slot = operation.slot_index(name);
    piece.kind = rest.starts_with("...") ? Piece::Kind::operands : Piece::Kind::operand;
    if (piece.kind == Piece::Kind::operands) rest.remove_prefix(3);
  } else if (rest.starts_with('<')) {
    piece.kind = Piece::Kind::attribute;
    piece.key = find_attribute(between(rest, "<", ">")).value_or(AttributeKey{});
  } else if (rest.starts_with('{')) {
    piece.kind = Piece::Kind::flag;
    piece.key = find_attribute(between(rest, "{", "}")).value_or(AttributeKey{});
    piece.word = flag_word(piece.key);
  } else if (rest.starts_with('(')) {
    piece = clause(operation, between(rest, "(", ")?"));
  } else if (rest.starts_with(',')) {
    piece.kind = Piece::Kind::comma;
    rest.remove_prefix(1);
  } else {
    piece.word = leading_word(rest);
    piece.kind = piece.word == "literal" ? Piece::Kind::literal : Piece::Kind::word;
    if (piece.word.empty()) rest = {};  // not of the format language; a test holds the table to it
  }
  return piece;
}

std::vector<Piece> compile(const OpRow& operation) {
  std::vector<Piece> result;
  std::string_view rest = operation.format;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty()) return result;
    result.push_back(next_piece(operation, rest));
  }
}

std::array<std::vector<Piece>, kOpcodeCount> compile_all() {
  std::array<std::vector<Piece>, kOpcodeCount> all;
  for (const OpRow& operation : operation_table()) {
    all[static_cast<std::size_t>(operation.opcode)] = compile(operation);
  }
  return all;
}

}  // namespace

std::span<const Piece> pieces(Opcode opcode) {
  static const auto kAll = compile_all();
  return kAll[static_cast<std::size_t>(opcode)];
}

}  // namespace tilefuzz::ir
