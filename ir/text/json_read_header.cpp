#include <algorithm>

#include "ir/text/json_program_reader.h"
#include "ir/text/literal_bits.h"
#include "ir/text/names.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

bool JsonProgramReader::run(const Json& document) {
  if (!in_.object(document,
                  {"format", "version", "name", "values", "params", "grid", "hints", "launches", "body"})) {
    return false;
  }
  return header(document) && values(document) && params(document) && grid(document) &&
         hints(document, program_.hints) && launches(document) && body(document);
}

bool JsonProgramReader::header(const Json& document) {
  const Json* format = in_.need(document, "format");
  if (!format || *format != "tilefuzz-program") return in_.error("\"format\" must be \"tilefuzz-program\"");
  const Json* version = in_.need(document, "version");
  if (!version || *version != 1)
    return in_.error("\"version\" must be 1, the only one that this reader knows");
  const Json* name = in_.need(document, "name");
  if (!name) return false;
  const At at(in_, "name");
  const auto text = in_.text(*name);
  if (text) program_.name = well_formed_name(*text, "kernel");
  return text.has_value();
}

bool JsonProgramReader::hints(const Json& object, Hints& out) {
  const Json* found = JsonReader::find(object, "hints");
  if (!found) return true;
  const At at(in_, "hints");
  if (!found->is_object()) return in_.error("expected an object");
  for (const auto& [name, value] : found->items()) {
    const At at_hint(in_, name);
    const auto key = find_hint(name);
    if (!key) return in_.error("unknown hint " + quote(name));
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    const auto number = hint_value_from_text(*key, text);
    if (!number) return in_.error(number.error());
    add_hint(out, {*key, *number});
  }
  return true;
}

std::optional<std::int32_t> JsonProgramReader::extent_name(const Json& json) {
  const At at(in_, "name");
  const auto text = in_.text(json);
  if (!text) return std::nullopt;
  if (text->empty()) {
    in_.error("an extent's name is not empty");
    return std::nullopt;
  }
  return program_.extent_name(*text);
}

bool JsonProgramReader::dims(const Json& object, std::string_view key, std::vector<Dim>& out) {
  const Json* found = JsonReader::find(object, key);
  if (!found) return true;
  const At at(in_, key);
  if (!in_.array(*found, kMaxRank)) return false;
  for (std::size_t i = 0; i < found->size(); ++i) {
    const At at_dim(in_, i);
    const Json& item = (*found)[i];
    Dim dim;
    if (item.is_number()) {
      const auto size = in_.integer(item, 0);
      if (!size) return false;
      dim.size = *size;
    } else {
      if (!in_.object(item, {"name", "multiple"}) || !number(item, "multiple", 1, kLargest32, dim.multiple)) {
        return false;
      }
      if (const Json* given = JsonReader::find(item, "name")) {
        const auto name = extent_name(*given);
        if (!name) return false;
        dim.name = *name;
      }
    }
    out.push_back(dim);
  }
  return true;
}

bool JsonProgramReader::params(const Json& document) {
  const Json* list = in_.need(document, "params");
  const At at(in_, "params");
  if (!list || !in_.array(*list, kMostParams)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_param(in_, i);
    if (!param((*list)[i])) return false;
  }
  return true;
}

bool JsonProgramReader::param(const Json& json) {
  if (!in_.object(json, {"value", "extents", "strides", "align", "alias", "readonly", "unsigned", "hints",
                         "position"})) {
    return false;
  }
  Param param;
  const Json* value = in_.need(json, "value");
  const auto id = value ? define(*value) : std::nullopt;
  if (!id) return false;
  param.value = *id;
  const Type& type = program_.type(*id);
  const bool is_tensor = type.kind == TypeKind::tensor || type.kind == TypeKind::sparse_tensor;
  if (!is_tensor && !type.is_scalar() && type.kind != TypeKind::poison) {
    return in_.error("parameters are scalars or tensors, not " + to_string(type));
  }
  if (!dims(json, "extents", param.extents) || !dims(json, "strides", param.strides) ||
      !number(json, "align", 0, kLargest32, param.align) ||
      !number(json, "alias", -1, kLargest32, param.alias) || !flag(json, "readonly", param.readonly) ||
      !flag(json, "unsigned", param.is_unsigned) || !hints(json, param.hints) ||
      !position(json, param.position)) {
    return false;
  }
  if (param.extents.size() != (is_tensor ? type.rank : 0u)) {
    return in_.error("the type has rank " + std::to_string(type.rank) + ", there are " +
                     std::to_string(param.extents.size()) + " extents");
  }
  if (!param.strides.empty() && param.strides.size() != param.extents.size()) {
    return in_.error("there are as many strides as extents, or none");
  }
  program_.params.push_back(std::move(param));
  return true;
}

bool JsonProgramReader::grid(const Json& document) {
  const Json* list = in_.need(document, "grid");
  const At at(in_, "grid");
  if (!list || !in_.array(*list, kMostInList)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_extent(in_, i);
    const Json& item = (*list)[i];
    GridExtent extent;
    if (!in_.object(item, {"terms", "offset", "divisor"}) ||
        !number(item, "offset", INT64_MIN, INT64_MAX, extent.offset) ||
        !number(item, "divisor", 1, INT64_MAX, extent.divisor) || !terms(item, extent)) {
      return false;
    }
    program_.grid.push_back(std::move(extent));
  }
  return true;
}

bool JsonProgramReader::terms(const Json& json, GridExtent& extent) {
  const Json* list = JsonReader::find(json, "terms");
  if (!list) return true;
  const At at(in_, "terms");
  if (!in_.array(*list, kMostInList)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_term(in_, i);
    const Json& item = (*list)[i];
    GridExtent::Term term;
    if (!in_.object(item, {"name", "coefficient"}) ||
        !number(item, "coefficient", INT64_MIN, INT64_MAX, term.coefficient)) {
      return false;
    }
    const Json* given = in_.need(item, "name");
    const auto text = given ? in_.text(*given) : std::nullopt;
    if (!text) return false;
    const auto& names = program_.extent_names;
    const auto found = std::find(names.begin(), names.end(), *text);
    if (found == names.end()) return in_.error("no parameter has an extent " + quote(*text));
    term.name = static_cast<std::int32_t>(found - names.begin());
    extent.terms.push_back(term);
  }
  return true;
}

bool JsonProgramReader::launches(const Json& document) {
  const Json* list = JsonReader::find(document, "launches");
  if (!list) return true;
  const At at(in_, "launches");
  if (!in_.array(*list, kMostLaunches)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_launch(in_, i);
    const Json& row = (*list)[i];
    if (!in_.array(row, kMostParams)) return false;
    Launch launch;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const At at_argument(in_, j);
      if (!argument(row[j], launch)) return false;
    }
    program_.launches.push_back(std::move(launch));
  }
  return true;
}

bool JsonProgramReader::argument(const Json& json, Launch& launch) {
  if (!in_.object(json, {"param", "extents", "strides", "offset", "value"})) return false;
  LaunchArgument out;
  const auto last = static_cast<std::int64_t>(program_.params.size()) - 1;
  const std::int64_t before = launch.arguments.empty() ? -1 : launch.arguments.back().param;
  if (!in_.need(json, "param") || !number(json, "param", 0, last, out.param)) return false;
  if (out.param <= before) return in_.error("arguments stand in the order of the parameters, each once");
  const Type& type = program_.type(program_.params[static_cast<std::size_t>(out.param)].value);
  if (type.is_scalar()) {
    const Json* value = in_.need(json, "value");
    const auto text = value ? in_.text(*value) : std::nullopt;
    if (!text) return false;
    const auto bits = literal_bits(type.element, *text);
    if (!bits) return in_.error(bits.error());
    out.scalar_bits = *bits;
  } else {
    for (auto [key, place] : {std::pair{"extents", &out.extents}, std::pair{"strides", &out.strides}}) {
      const Json* found = JsonReader::find(json, key);
      if (!found) continue;
      const At at(in_, key);
      auto numbers = in_.integers(*found, kMostInList);
      if (!numbers) return false;
      *place = std::move(*numbers);
    }
    if (!number(json, "offset", INT64_MIN, INT64_MAX, out.offset)) return false;
  }
  launch.arguments.push_back(std::move(out));
  return true;
}

}  // namespace tilefuzz::ir
