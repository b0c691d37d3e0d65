#include <array>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

struct Keys {
  std::uint32_t known = 0;
  std::uint32_t required = 0;
  bool data = false;
};
static_assert(kAttributeKeyCount <= 32);

constexpr std::uint32_t bit(AttributeKey key) { return 1U << static_cast<unsigned>(key); }

// From the row's format: `<key>` is required unless in `( )?`, `{key}` is a flag.
Keys keys_of(const OpRow& entry) {
  Keys keys;
  const std::string_view format = entry.format;
  keys.data =
      format.find("[data]") != std::string_view::npos || format.find("literal") != std::string_view::npos;
  bool optional = false;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '(') optional = true;
    if (format[i] == ')') optional = false;
    if (format[i] != '<' && format[i] != '{') continue;
    const bool required = format[i] == '<' && !optional;
    const std::size_t end = format.find(format[i] == '<' ? '>' : '}', i);
    if (end == std::string_view::npos) break;
    if (const auto key = find_attribute(format.substr(i + 1, end - i - 1))) {
      keys.known |= bit(*key);
      if (required) keys.required |= bit(*key);
    }
    i = end;
  }
  return keys;
}

const Keys& keys(Opcode opcode) {
  static const auto table = [] {
    std::array<Keys, kOpcodeCount> all;
    for (const OpRow& entry : operation_table()) all[static_cast<std::size_t>(entry.opcode)] = keys_of(entry);
    return all;
  }();
  return table[static_cast<std::size_t>(opcode)];
}

void check_value(const OpView& view, const Attribute& attribute) {
  const AttributeRow& entry = row(attribute.key);
  if (entry.flag) {
    if (attribute.value != 1)
      view.broken(Rule::attribute_value,
                  say("flag `", entry.name, "` has the value ", attribute.value, ", not 1"));
    return;
  }
  if (entry.words.empty()) return;
  if (attribute.value < 0 || attribute.value >= static_cast<std::int64_t>(entry.words.size()))
    view.broken(Rule::attribute_value,
                say("`", entry.name, "` is word ", attribute.value, " of ", entry.words.size()));
}

}  // namespace

void check_attributes(const OpView& view) {
  const Keys& allowed = keys(view.op.code);
  std::uint32_t present = 0;
  for (const Attribute& attribute : view.op.attributes) {
    present |= bit(attribute.key);
    check_value(view, attribute);
  }
  if ((present & ~allowed.known) != 0) {
    for (const Attribute& attribute : view.op.attributes) {
      if ((allowed.known & bit(attribute.key)) == 0)
        view.broken(Rule::attribute_known,
                    say("does not take the attribute `", row(attribute.key).name, "`"));
    }
  }
  if ((allowed.required & ~present) != 0) {
    for (const AttributeRow& entry : attribute_table()) {
      if ((allowed.required & ~present & bit(entry.key)) != 0)
        view.broken(Rule::attribute_missing, say("needs the attribute `", entry.name, "`"));
    }
  }
  if (!allowed.data && !view.op.data.empty()) view.broken(Rule::attribute_known, "takes no list of numbers");
}

}  // namespace tilefuzz::ir
