#include "ir/text/reference.h"

#include <algorithm>

#include "ir/operation_table.h"
#include "ir/text/format.h"
#include "ir/text/hint_text.h"

namespace tilefuzz::ir {
namespace {

struct Group {
  Opcode first;
  std::string_view title;
};
constexpr Group kGroups[] = {
    {Opcode::constant, "Values from nothing"},
    {Opcode::neg, "Elementwise, one operand"},
    {Opcode::add, "Elementwise, several operands"},
    {Opcode::reshape, "Shape"},
    {Opcode::reduce, "Combination along an axis"},
    {Opcode::mma, "Matrix multiplication"},
    {Opcode::load, "Memory"},
    {Opcode::assume, "Facts"},
    {Opcode::for_, "Control"},
};

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

std::string_view accepted(Accepts accepts) {
  switch (accepts) {
    case Accepts::value:
      return "tile";
    case Accepts::mma_left:
      return "tile or sparse";
    case Accepts::anything:
      return "tile or sparse";
    case Accepts::arithmetic:
      return "i8 to i64, f16, bf16, f32, f64";
    case Accepts::arithmetic_float:
      return "f16, bf16, f32, f64";
    case Accepts::integer:
      return "i8 to i64";
    case Accepts::integer_or_bool:
      return "i1 to i64";
    case Accepts::boolean:
      return "i1";
    case Accepts::index:
      return "integer scalar";
    case Accepts::index_tile:
      return "i32 or i64, tile or scalar";
    case Accepts::tensor:
      return "dense tensor";
    case Accepts::any_tensor:
      return "tensor";
    case Accepts::buffer:
      return "buffer";
  }
  return "";
}

std::string_view result_text(ResultRule rule) {
  switch (rule) {
    case ResultRule::none:
      return "none";
    case ResultRule::written:
      return "as written";
    case ResultRule::elementwise:
      return "shape of the tiles, element of the first value";
    case ResultRule::compare:
      return "shape of the tiles, i1";
    case ResultRule::choose:
      return "shape of the tiles, element of the sides";
    case ResultRule::same:
      return "type of the operand";
    case ResultRule::accumulator:
      return "type of c";
    case ResultRule::second:
      return "type of the second operand";
    case ResultRule::permuted:
      return "extents permuted";
    case ResultRule::concatenated:
      return "extents added along the axis";
    case ResultRule::reduced:
      return "without the axis";
    case ResultRule::index:
      return "i32";
    case ResultRule::atomic_old:
      return "type of the value; may be left out";
    case ResultRule::region:
      return "types of the carried or yielded values";
  }
  return "";
}

std::string piece_text(const OpRow& entry, const Piece& piece) {
  const auto slot = [&] { return "%" + std::string(entry.slots[static_cast<std::size_t>(piece.slot)].name); };
  const auto attribute = [&] { return upper(row(piece.key).name); };
  switch (piece.kind) {
    case Piece::Kind::operand:
      return slot();
    case Piece::Kind::operands:
      return slot() + ", ...";
    case Piece::Kind::indices:
      return "[" + slot() + ", ...]";
    case Piece::Kind::permutation:
      return "[AXIS, ...]";
    case Piece::Kind::literal:
      return "LITERAL";
    case Piece::Kind::attribute:
      return attribute();
    case Piece::Kind::flag:
      return std::string(piece.word) + "?";
    case Piece::Kind::clause_attribute:
      return "(" + std::string(piece.word) + " " + attribute() + ")?";
    case Piece::Kind::clause_operand:
      return "(" + std::string(piece.word) + " " + slot() + ")?";
    case Piece::Kind::comma:
      return ",";
    case Piece::Kind::word:
      return std::string(piece.word);
  }
  return {};
}

std::string form(const OpRow& entry) {
  if (entry.syntax != Syntax::format) return std::string(entry.name) + " ...";
  std::string out(entry.name);
  bool after_operand = false;
  for (const Piece& piece : pieces(entry.opcode)) {
    const bool glued =
        piece.kind == Piece::Kind::comma || (piece.kind == Piece::Kind::indices && after_operand);
    out += (glued ? "" : " ") + piece_text(entry, piece);
    after_operand = piece.kind == Piece::Kind::operand;
  }
  return entry.result == ResultRule::written ? out + " : TYPE" : out;
}

// `a, b: f32; c: i1`, neighbours of one kind together.
std::string operands(const OpRow& entry) {
  std::string out;
  for (std::size_t i = 0; i < entry.slots.size(); ++i) {
    const Slot& slot = entry.slots[i];
    const bool joins = i > 0 && entry.slots[i - 1].accepts == slot.accepts;
    if (joins) out.resize(out.rfind(':'));
    out += (out.empty() ? ""
            : joins     ? ", "
                        : "; ") +
           std::string(slot.name) + ": " + std::string(accepted(slot.accepts));
  }
  return out;
}

std::string escaped(std::string text) {
  for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2)) {
    text.insert(bar, 1, '\\');
  }
  return text;
}

std::string_view place_text(HintPlace place) {
  switch (place) {
    case HintPlace::none:
      return "nowhere";
    case HintPlace::kernel:
      return "kernel";
    case HintPlace::loop:
      return "`for`, `while`";
    case HintPlace::access:
      return "`load`, `store`, `gather`, `scatter`, `atomic`";
    case HintPlace::mma:
      return "`mma`, `mma_scaled`";
    case HintPlace::sparse_param:
      return "sparse parameter";
    case HintPlace::sparse_load:
      return "`load` of a sparse tensor";
    case HintPlace::buffer:
      return "`alloc`";
  }
  return "";
}

std::string attribute_rows() {
  std::string out = "| attribute | in the text | values |\n|---|---|---|\n";
  for (const AttributeRow& entry : attribute_table()) {
    std::string values;
    for (const std::string_view word : entry.words) {
      values += (values.empty() ? "`" : ", `") + std::string(word) + "`";
    }
    if (entry.flag) values = "flag";
    if (values.empty()) values = "number";
    const std::string_view word = entry.flag_word.empty() ? entry.name : entry.flag_word;
    const std::string text = entry.flag ? std::string(word) : upper(entry.name);
    out += "| `" + std::string(entry.name) + "` | `" + text + "` | " + values + " |\n";
  }
  return out;
}

std::string hint_rows() {
  std::string out = "| hint | values | where |\n|---|---|---|\n";
  for (const HintRow& entry : hint_table()) {
    std::string places;
    for (const HintPlace place : entry.places) {
      places += (places.empty() ? "" : ", ") + std::string(place_text(place));
    }
    std::string values = hint_choices(entry);
    if (!entry.words.empty() && entry.high > entry.low) {
      values += "; n from " + std::to_string(entry.low) + " to " + std::to_string(entry.high);
    }
    out += "| `" + std::string(entry.name) + "` | " + values + " | " + places + " |\n";
  }
  return out;
}

}  // namespace

std::string operation_reference() {
  std::string out;
  for (const OpRow& entry : operation_table()) {
    for (const Group& group : kGroups) {
      if (group.first != entry.opcode) continue;
      out += (out.empty() ? "### " : "\n### ") + std::string(group.title) +
             "\n\n| text | meaning | operands | result |\n|---|---|---|---|\n";
    }
    out += "| `" + form(entry) + "` | " + escaped(std::string(entry.doc)) + " | " + operands(entry) + " | " +
           std::string(result_text(entry.result)) + " |\n";
  }
  out += "\n### Attributes\n\n" + attribute_rows();
  out += "\n### Hints\n\n" + hint_rows();
  return out;
}

}  // namespace tilefuzz::ir
