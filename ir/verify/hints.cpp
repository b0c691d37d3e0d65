#include <algorithm>
#include <array>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool takes_number(std::string_view word) { return word.size() > 3 && word.substr(word.size() - 3) == "(n)"; }

std::string expected(const HintRow& entry) {
  if (entry.words.empty()) return say("a number from ", entry.low, " to ", entry.high);
  std::string out = "one of";
  for (const std::string_view word : entry.words) out += say(" ", word);
  if (entry.high > 0) out += say(", n from ", entry.low, " to ", entry.high);
  return out;
}

bool in_range(const HintRow& entry, std::int32_t value) {
  if (entry.words.empty()) return value >= entry.low && value <= entry.high;
  if (value < 0) return false;
  const auto word = static_cast<std::size_t>(value % kWordStride);
  const std::int32_t number = value / kWordStride;
  if (word >= entry.words.size()) return false;
  return takes_number(entry.words[word]) ? number >= entry.low && number <= entry.high : number == 0;
}

// `layout` has one vocabulary for sparse operands and one for buffers.
bool fits_place(const Hint& hint, HintPlace place) {
  if (hint.key != HintKey::layout) return true;
  const bool sparse_word = hint.value % kWordStride < 2;
  return sparse_word == (place != HintPlace::buffer);
}

}  // namespace

void check_hint(const Hint& hint, std::span<const HintPlace> places, SourcePosition position,
                std::string_view where, Report& report) {
  const HintRow& entry = row(hint.key);
  const auto place = std::find_if(places.begin(), places.end(), [&](HintPlace candidate) {
    return std::find(entry.places.begin(), entry.places.end(), candidate) != entry.places.end();
  });
  if (place == places.end()) {
    report.add(Rule::hint_place, position, say("hint `", entry.name, "` has no meaning on ", where));
    return;
  }
  if (!in_range(entry, hint.value) || !fits_place(hint, *place))
    report.add(
        Rule::hint_range, position,
        say("hint `", entry.name, "` on ", where, " has the value ", hint.value, ", not ", expected(entry)));
}

void check_hints(const OpView& view) {
  if (view.op.hints.empty()) return;
  std::array<HintPlace, 2> places{view.row.hints, HintPlace::none};
  if (view.op.code == Opcode::load && view.slot_type(0).kind == TypeKind::sparse_tensor)
    places[1] = HintPlace::sparse_load;
  for (const Hint& hint : view.op.hints)
    check_hint(hint, places, view.op.position, say("`", view.row.name, "`"), view.report);
}

}  // namespace tilefuzz::ir
