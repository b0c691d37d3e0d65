#include "ir/text/print.h"

#include "ir/infer.h"
#include "ir/operation_table.h"
#include "ir/text/format.h"
#include "ir/text/hint_text.h"
#include "ir/text/literal_bits.h"
#include "ir/text/names.h"
#include "ir/text/print_header.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

constexpr int kDeepest = 2 * kMaxRegionDepth;

bool is_empty_yield(const Op& op) {
  return op.code == Opcode::yield && op.operands.empty() && op.results.empty() && op.attributes.empty() &&
         op.hints.empty();
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), names_(program) {}

  std::string run() {
    names_.enter();
    out_ = "tile 1\n" + header_text(program_, names_) + " ";
    block(program_.body, false);
    return std::move(out_) + "\n";
  }

 private:
  // The statements in braces; the names of the block's arguments are chosen already.
  void block(const Block& body, bool is_condition) {
    if (depth_ > kDeepest) {
      out_ += "{ ! }";
      return;
    }
    names_.enter();
    names_.show(body.arguments);
    ++depth_;
    out_ += "{\n";
    for (const Op& op : body.ops) {
      const bool is_last = &op == &body.ops.back();
      if (is_last && !is_condition && is_empty_yield(op)) continue;
      out_.append(2 * static_cast<std::size_t>(depth_), ' ');
      statement(op);
      out_ += "\n";
    }
    --depth_;
    out_.append(2 * static_cast<std::size_t>(depth_), ' ');
    out_ += "}";
    names_.leave();
  }

  void statement(const Op& op) {
    names_.choose(op.results);
    for (const ValueId result : op.results) {
      out_ += (result == op.results.front() ? "" : ", ") + names_.text(result);
    }
    if (!op.results.empty()) out_ += " = ";
    out_ += row(op.code).name;
    if (!fits(op)) {
      malformed(op);
    } else if (row(op.code).syntax == Syntax::for_) {
      for_loop(op);
    } else if (row(op.code).syntax == Syntax::while_) {
      while_loop(op);
    } else if (row(op.code).syntax == Syntax::if_) {
      branch(op);
    } else {
      formatted(op);
    }
    names_.show(op.results);
  }

  // Whether operands, counts and regions have the number that the row asks for.
  static bool fits(const Op& op) {
    const OpRow& entry = row(op.code);
    std::size_t expected = entry.slots.size();
    if (entry.has_counts()) {
      if (op.counts.size() != entry.slots.size()) return false;
      expected = 0;
      for (const std::uint8_t count : op.counts) expected += count;
    } else if (!op.counts.empty()) {
      return false;
    }
    if (op.operands.size() != expected || op.regions.size() != entry.regions) return false;
    if (entry.syntax == Syntax::for_) return op.regions[0].arguments.size() == op.operands.size() - 2;
    if (entry.syntax == Syntax::while_) {
      return op.regions[0].arguments.size() == op.operands.size() &&
             op.regions[1].arguments.size() == op.operands.size();
    }
    return true;
  }

  void malformed(const Op& op) {
    out_ += " !";
    for (const Operand& item : op.operands) out_ += " " + operand(item);
    for (const Block& region : op.regions) {
      out_ += " ";
      names_.choose(region.arguments);
      block(region, false);
    }
  }

  std::string operand(const Operand& item) const {
    return item.literal ? std::to_string(item.number) : names_.text(item.number);
  }

  std::string operands(std::span<const Operand> items) const {
    std::string text;
    for (const Operand& item : items) text += (&item == items.data() ? "" : ", ") + operand(item);
    return text;
  }

  static std::string attribute(AttributeKey key, std::int64_t value) {
    const AttributeRow& entry = row(key);
    if (entry.words.empty()) return std::to_string(value);
    if (value < 0 || static_cast<std::size_t>(value) >= entry.words.size())
      return "!" + std::to_string(value);
    return std::string(entry.words[static_cast<std::size_t>(value)]);
  }

  std::string literals(const Op& op) const {
    const bool known = !op.results.empty() && valid(op.result());
    const Element element = known ? program_.type(op.result()).element : Element::i64;
    std::string text;
    for (const std::int64_t bits : op.data) text += (text.empty() ? "" : ", ") + literal_text(element, bits);
    return op.data.size() == 1 ? text : "[" + text + "]";
  }

  bool valid(ValueId value) const {
    return value >= 0 && static_cast<std::size_t>(value) < program_.types.size();
  }

  void formatted(const Op& op) {
    std::vector<bool> printed(static_cast<std::size_t>(kAttributeKeyCount), false);
    bool after_operand = false;
    for (const Piece& piece : pieces(op.code)) {
      if (piece.kind == Piece::Kind::comma) {
        out_ += ",";
        continue;
      }
      const std::string text = piece_text(op, piece, printed);
      const bool glued = piece.kind == Piece::Kind::indices && after_operand;
      if (!text.empty()) out_ += (glued ? "" : " ") + text;
      if (!text.empty()) after_operand = piece.kind == Piece::Kind::operand;
    }
    for (const Attribute& item : op.attributes) {
      if (!printed[static_cast<std::size_t>(item.key)]) {
        out_ += " !" + std::string(row(item.key).name) + " = " + attribute(item.key, item.value);
      }
    }
    result_type(op);
    if (!op.hints.empty()) out_ += " " + hints_text(op.hints);
  }

  std::string piece_text(const Op& op, const Piece& piece, std::vector<bool>& printed) const {
    const auto found = op.attribute(piece.key);
    const bool has_attribute = piece.kind == Piece::Kind::attribute || piece.kind == Piece::Kind::flag ||
                               piece.kind == Piece::Kind::clause_attribute;
    if (has_attribute) printed[static_cast<std::size_t>(piece.key)] = true;
    switch (piece.kind) {
      case Piece::Kind::operand:
      case Piece::Kind::operands:
        return operands(op.slot(piece.slot));
      case Piece::Kind::indices:
        return "[" + operands(op.slot(piece.slot)) + "]";
      case Piece::Kind::permutation: {
        std::string text;
        for (const std::int64_t axis : op.data) text += (text.empty() ? "" : ", ") + std::to_string(axis);
        return "[" + text + "]";
      }
      case Piece::Kind::literal:
        return literals(op);
      case Piece::Kind::attribute:
        return found ? attribute(piece.key, *found) : "!";
      case Piece::Kind::flag:
        if (!found) return {};
        return std::string(*found == 1 ? "" : "!") + std::string(piece.word);
      case Piece::Kind::clause_attribute:
        return found ? std::string(piece.word) + " " + attribute(piece.key, *found) : "";
      case Piece::Kind::clause_operand: {
        const auto items = op.slot(piece.slot);
        return items.empty() ? "" : std::string(piece.word) + " " + operands(items);
      }
      case Piece::Kind::word:
        return std::string(piece.word);
      case Piece::Kind::comma:
        break;
    }
    return {};
  }

  // Written iff the type does not follow from the operands.
  void result_type(const Op& op) {
    if (op.results.empty() || !valid(op.result())) return;
    const Type& type = program_.type(op.result());
    if (type.kind == TypeKind::none || type.kind == TypeKind::poison) return;
    if (row(op.code).result != ResultRule::written && infer_result(program_, op) == type) return;
    out_ += " : " + to_string(type);
  }

  // `carry (%c = %init, ...)`; the arguments begin at `first` of the block.
  void carry(const Op& op, std::size_t first_operand, const Block& region, std::size_t first_argument) {
    if (op.operands.size() == first_operand) return;
    out_ += " carry (";
    for (std::size_t i = first_operand; i < op.operands.size(); ++i) {
      if (i > first_operand) out_ += ", ";
      out_ +=
          names_.text(region.arguments[first_argument + i - first_operand]) + " = " + operand(op.operands[i]);
    }
    out_ += ")";
  }

  void for_loop(const Op& op) {
    const Block& region = op.regions[0];
    // Operands are printed with the names that are visible outside the loop.
    names_.choose(region.arguments);
    const ValueId induction = region.arguments.front();
    out_ += " " + names_.text(induction);
    if (valid(induction) && program_.type(induction) != Type::scalar(Element::i32)) {
      out_ += " : " + to_string(program_.type(induction));
    }
    out_ += " = " + operand(op.operands[0]) + " to " + operand(op.operands[1]);
    if (op.operands[2] != Operand::constant(1)) out_ += " step " + operand(op.operands[2]);
    carry(op, 3, region, 1);
    if (!op.hints.empty()) out_ += " " + hints_text(op.hints);
    out_ += " ";
    block(region, false);
  }

  void while_loop(const Op& op) {
    names_.choose(op.regions[0].arguments);
    carry(op, 0, op.regions[0], 0);
    if (!op.hints.empty()) out_ += " " + hints_text(op.hints);
    out_ += " ";
    block(op.regions[0], true);
    out_ += " do ";
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      names_.share(op.regions[1].arguments[i], op.regions[0].arguments[i]);
    }
    block(op.regions[1], false);
  }

  void branch(const Op& op) {
    out_ += " " + operand(op.operands[0]);
    if (!op.hints.empty()) out_ += " " + hints_text(op.hints);
    out_ += " ";
    block(op.regions[0], false);
    const Block& otherwise = op.regions[1];
    if (otherwise.ops.size() == 1 && is_empty_yield(otherwise.ops[0])) return;
    out_ += " else ";
    block(otherwise, false);
  }

  const Program& program_;
  Names names_;
  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string print(const Program& program) { return Printer(program).run(); }

}  // namespace tilefuzz::ir
