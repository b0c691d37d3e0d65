#include <algorithm>

#include "core/suggest.h"
#include "ir/text/json_program_reader.h"
#include "ir/text/literal_bits.h"
#include "ir/text/token_stream.h"
#include "ir/walk.h"

namespace tilefuzz::ir {

bool JsonProgramReader::position(const Json& object, SourcePosition& out) {
  const Json* found = JsonReader::find(object, "position");
  if (!found) return true;
  const At at(in_, "position");
  const auto numbers = in_.integers(*found, 2);
  if (!numbers) return false;
  if (numbers->size() != 2 || (*numbers)[0] < 0 || (*numbers)[0] > kLargest32 || (*numbers)[1] < 0 ||
      (*numbers)[1] > kLargest32) {
    return in_.error("a position is [line, column]");
  }
  out = {static_cast<std::uint32_t>((*numbers)[0]), static_cast<std::uint32_t>((*numbers)[1])};
  return true;
}

bool JsonProgramReader::body(const Json& document) {
  const Json* found = in_.need(document, "body");
  const At at(in_, "body");
  return found && block(*found, program_.body, 0);
}

bool JsonProgramReader::block(const Json& json, Block& out, int depth) {
  if (depth > kMaxRegionDepth) return in_.error("blocks are nested more than 64 deep");
  if (!in_.object(json, {"arguments", "operations"})) return false;
  if (const Json* list = JsonReader::find(json, "arguments")) {
    const At at(in_, "arguments");
    if (!define_all(*list, out.arguments)) return false;
  }
  const Json* list = in_.need(json, "operations");
  const At at(in_, "operations");
  if (!list || !in_.array(*list, limits_.operations)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_operation(in_, i);
    if (++operations_ > limits_.operations) {
      return in_.error("more than " + std::to_string(limits_.operations) + " operations");
    }
    Op op;
    if (!operation((*list)[i], op, depth)) return false;
    out.ops.push_back(std::move(op));
  }
  return true;
}

bool JsonProgramReader::operation(const Json& json, Op& op, int depth) {
  if (!in_.object(json,
                  {"op", "results", "operands", "attributes", "hints", "data", "regions", "position"})) {
    return false;
  }
  const Json* name = in_.need(json, "op");
  const auto text = name ? in_.text(*name) : std::nullopt;
  if (!text) return false;
  const OpRow* entry = find_operation(*text);
  if (!entry) {
    Suggestion suggestion(*text);
    for (const OpRow& candidate : operation_table()) suggestion.offer(candidate.name);
    const std::string help = suggestion.help();
    return in_.error("unknown operation " + quote(*text) + (help.empty() ? "" : "; " + help));
  }
  op.code = entry->opcode;
  if (const Json* list = JsonReader::find(json, "results")) {
    const At at(in_, "results");
    if (!define_all(*list, op.results)) return false;
  }
  return operands(json, op, *entry) && attributes(json, op) && hints(json, op.hints) && data(json, op) &&
         position(json, op.position) && regions(json, op, depth);
}

std::optional<Operand> JsonProgramReader::operand(const Json& json) {
  if (json.is_object()) {
    if (!in_.object(json, {"literal"})) return std::nullopt;
    const Json* literal = in_.need(json, "literal");
    const auto number = literal ? in_.integer(*literal, INT32_MIN, INT32_MAX) : std::nullopt;
    if (!number) return std::nullopt;
    return Operand::constant(static_cast<std::int32_t>(*number));
  }
  const auto id = use(json);
  if (!id) return std::nullopt;
  return Operand(*id);
}

bool JsonProgramReader::operands(const Json& json, Op& op, const OpRow& entry) {
  static const Json kNone = Json::object();
  const Json* found = JsonReader::find(json, "operands");
  const Json& given = found ? *found : kNone;
  const At at(in_, "operands");
  if (!given.is_object()) return in_.error("expected an object");
  for (const auto& [key, value] : given.items()) {
    if (entry.slot_index(key) < 0) {
      return in_.error(quote(entry.name) + " has no operand " + quote(key));
    }
  }
  for (const Slot& slot : entry.slots) {
    const At at_slot(in_, slot.name);
    const Json* value = JsonReader::find(given, slot.name);
    if (!value && slot.arity == Arity::one) return in_.error(quote(entry.name) + " lacks this operand");
    const std::size_t before = op.operands.size();
    if (value && !slot_operands(*value, slot, op)) return false;
    if (entry.has_counts()) op.counts.push_back(static_cast<std::uint8_t>(op.operands.size() - before));
  }
  return true;
}

bool JsonProgramReader::slot_operands(const Json& json, const Slot& slot, Op& op) {
  if (slot.arity != Arity::many) {
    const auto item = operand(json);
    if (item) op.operands.push_back(*item);
    return item.has_value();
  }
  if (!in_.array(json, kMostOperands)) return false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const At at(in_, i);
    const auto item = operand(json[i]);
    if (!item) return false;
    op.operands.push_back(*item);
  }
  return true;
}

bool JsonProgramReader::attributes(const Json& json, Op& op) {
  const Json* found = JsonReader::find(json, "attributes");
  if (!found) return true;
  const At at(in_, "attributes");
  if (!found->is_object()) return in_.error("expected an object");
  for (const auto& [name, value] : found->items()) {
    const At at_attribute(in_, name);
    const auto key = find_attribute(name);
    if (!key) return in_.error("unknown attribute " + quote(name));
    const AttributeRow& entry = row(*key);
    if (entry.flag) {
      if (value != true) return in_.error("a flag is true, or left out");
      op.set(*key);
    } else if (entry.words.empty()) {
      const auto number = in_.integer(value);
      if (!number) return false;
      op.set(*key, *number);
    } else {
      const auto word = in_.text(value);
      if (!word) return false;
      const auto place = std::find(entry.words.begin(), entry.words.end(), *word);
      if (place == entry.words.end()) return in_.error(quote(*word) + " is not one of its words");
      op.set(*key, place - entry.words.begin());
    }
  }
  return true;
}

bool JsonProgramReader::data(const Json& json, Op& op) {
  const Json* found = JsonReader::find(json, "data");
  if (!found) return true;
  const At at(in_, "data");
  if (op.code != Opcode::constant) {
    auto numbers = in_.integers(*found, kMostInList);
    if (numbers) op.data = std::move(*numbers);
    return numbers.has_value();
  }
  if (!in_.array(*found, limits_.constant_elements - constant_elements_)) return false;
  constant_elements_ += found->size();
  if (op.results.empty()) return in_.error("a constant has a result");
  for (std::size_t i = 0; i < found->size(); ++i) {
    const At at_element(in_, i);
    const auto text = in_.text((*found)[i]);
    if (!text) return false;
    const auto bits = literal_bits(program_.type(op.result()).element, *text);
    if (!bits) return in_.error(bits.error());
    op.data.push_back(*bits);
  }
  return true;
}

bool JsonProgramReader::regions(const Json& json, Op& op, int depth) {
  const Json* found = JsonReader::find(json, "regions");
  const At at(in_, "regions");
  const std::size_t count = found && found->is_array() ? found->size() : 0;
  if (found && !in_.array(*found, kMostInList)) return false;
  if (count != row(op.code).regions) {
    return in_.error(quote(row(op.code).name) + " has " + std::to_string(row(op.code).regions) +
                     " regions, not " + std::to_string(count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const At at_region(in_, i);
    Block region;
    if (!block((*found)[i], region, depth + 1)) return false;
    op.regions.push_back(std::move(region));
  }
  return true;
}

}  // namespace tilefuzz::ir
