#include <nlohmann/json.hpp>

#include "ir/operation_table.h"
#include "ir/text/hint_text.h"
#include "ir/text/json.h"
#include "ir/text/literal_bits.h"
#include "ir/text/names.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = 2 * kMaxRegionDepth;

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program), extents_(extent_spellings(program)) {}

  Json run() const {
    Json out{{"format", "tilefuzz-program"}, {"version", 1}, {"name", program_.name}};
    out["values"] = Json::array();
    for (std::size_t i = 0; i < program_.types.size(); ++i) out["values"].push_back(value(i));
    out["params"] = Json::array();
    for (const Param& item : program_.params) out["params"].push_back(param(item));
    out["grid"] = Json::array();
    for (const GridExtent& extent : program_.grid) out["grid"].push_back(grid(extent));
    put_hints(out, program_.hints);
    for (const Launch& item : program_.launches) out["launches"].push_back(launch(item));
    out["body"] = block(program_.body, 0);
    return out;
  }

 private:
  Json value(std::size_t index) const {
    Json out = Json::object();
    const auto name = program_.value_name(static_cast<ValueId>(index));
    if (!name.empty()) out["name"] = name;
    out["type"] = type(program_.types[index]);
    return out;
  }

  static Json type(const Type& type) {
    constexpr std::string_view kKinds[] = {"none",   "poison",        "tile",  "sparse",
                                           "tensor", "sparse_tensor", "buffer"};
    Json out{{"kind", kKinds[static_cast<std::size_t>(type.kind)]}};
    if (type.kind == TypeKind::none || type.kind == TypeKind::poison) return out;
    if (type.sparsity != Sparsity::none) out["sparsity"] = numeric::name(type.sparsity);
    out["element"] = numeric::name(type.element);
    if (type.kind == TypeKind::tensor || type.kind == TypeKind::sparse_tensor) {
      out["rank"] = type.rank;
    } else {
      out["shape"] = std::vector<std::int32_t>(type.shape().begin(), type.shape().end());
    }
    return out;
  }

  Json extent_name(std::int32_t name) const {
    if (name < 0 || static_cast<std::size_t>(name) >= extents_.size()) return nullptr;
    return extents_[static_cast<std::size_t>(name)];
  }

  Json dims(const std::vector<Dim>& items) const {
    Json out = Json::array();
    for (const Dim& item : items) {
      if (item.is_static()) {
        out.push_back(item.size);
        continue;
      }
      Json dim = Json::object();
      if (item.name >= 0) dim["name"] = extent_name(item.name);
      if (item.multiple != 1) dim["multiple"] = item.multiple;
      out.push_back(std::move(dim));
    }
    return out;
  }

  Json param(const Param& item) const {
    Json out{{"value", item.value}};
    if (!item.extents.empty()) out["extents"] = dims(item.extents);
    if (!item.strides.empty()) out["strides"] = dims(item.strides);
    if (item.align != 0) out["align"] = item.align;
    if (item.alias >= 0) out["alias"] = item.alias;
    if (item.readonly) out["readonly"] = true;
    if (item.is_unsigned) out["unsigned"] = true;
    put_hints(out, item.hints);
    put_position(out, item.position);
    return out;
  }

  Json grid(const GridExtent& extent) const {
    Json out = Json::object();
    for (const GridExtent::Term& term : extent.terms) {
      out["terms"].push_back(Json{{"name", extent_name(term.name)}, {"coefficient", term.coefficient}});
    }
    if (extent.offset != 0) out["offset"] = extent.offset;
    if (extent.divisor != 1) out["divisor"] = extent.divisor;
    return out;
  }

  Json launch(const Launch& row) const {
    Json out = Json::array();
    for (const LaunchArgument& argument : row.arguments) {
      Json entry{{"param", argument.param}};
      const auto index = static_cast<std::size_t>(argument.param);
      const ValueId value = index < program_.params.size() ? program_.params[index].value : -1;
      if (known(value) && program_.type(value).is_scalar()) {
        entry["value"] = literal_text(program_.type(value).element, argument.scalar_bits);
      } else {
        entry["extents"] = argument.extents;
        if (!argument.strides.empty()) entry["strides"] = argument.strides;
        if (argument.offset != 0) entry["offset"] = argument.offset;
      }
      out.push_back(std::move(entry));
    }
    return out;
  }

  bool known(ValueId value) const {
    return value >= 0 && static_cast<std::size_t>(value) < program_.types.size();
  }

  static void put_hints(Json& out, const Hints& hints) {
    for (const Hint& hint : hints) {
      Json& place = out["hints"][std::string(row(hint.key).name)];
      if (row(hint.key).words.empty()) {
        place = hint.value;
      } else {
        place = hint_value_text(hint);
      }
    }
  }

  static void put_position(Json& out, SourcePosition position) {
    if (position.known()) out["position"] = {position.line, position.column};
  }

  Json block(const Block& body, int depth) const {
    Json out = Json::object();
    if (!body.arguments.empty())
      out["arguments"] = std::vector<ValueId>(body.arguments.begin(), body.arguments.end());
    out["operations"] = Json::array();
    for (const Op& op : body.ops) out["operations"].push_back(operation(op, depth));
    return out;
  }

  static Json operand(const Operand& item) {
    if (item.literal) return Json{{"literal", item.number}};
    return item.number;
  }

  Json operands(const Op& op) const {
    Json out = Json::object();
    const auto slots = row(op.code).slots;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto items = op.slot(static_cast<int>(i));
      const std::string name(slots[i].name);
      if (slots[i].arity == Arity::many) {
        out[name] = Json::array();
        for (const Operand& item : items) out[name].push_back(operand(item));
      } else if (!items.empty()) {
        out[name] = operand(items.front());
      }
    }
    return out;
  }

  static Json attributes(const Op& op) {
    Json out = Json::object();
    for (const Attribute& item : op.attributes) {
      const AttributeRow& entry = row(item.key);
      Json& place = out[std::string(entry.name)];
      if (entry.flag && item.value == 1) {
        place = true;
      } else if (!entry.words.empty() && static_cast<std::uint64_t>(item.value) < entry.words.size()) {
        place = entry.words[static_cast<std::size_t>(item.value)];
      } else {
        place = item.value;
      }
    }
    return out;
  }

  Json data(const Op& op) const {
    if (op.code != Opcode::constant) return op.data;
    const Element element = known(op.result()) ? program_.type(op.result()).element : Element::i64;
    Json out = Json::array();
    for (const std::int64_t bits : op.data) out.push_back(literal_text(element, bits));
    return out;
  }

  Json operation(const Op& op, int depth) const {
    Json out{{"op", row(op.code).name}};
    if (!op.results.empty()) out["results"] = std::vector<ValueId>(op.results.begin(), op.results.end());
    if (!row(op.code).slots.empty()) out["operands"] = operands(op);
    if (!op.attributes.empty()) out["attributes"] = attributes(op);
    if (!op.data.empty()) out["data"] = data(op);
    put_hints(out, op.hints);
    put_position(out, op.position);
    if (depth <= kDeepest) {
      for (const Block& region : op.regions) out["regions"].push_back(block(region, depth + 1));
    }
    return out;
  }

  const Program& program_;
  std::vector<std::string> extents_;
};

}  // namespace

std::string to_json(const Program& program) {
  // Names that are not UTF-8 come from code, not from a text: shown with U+FFFD rather than refused.
  return Writer(program).run().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tilefuzz::ir
