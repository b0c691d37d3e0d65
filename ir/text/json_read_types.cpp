#include "ir/text/json_program_reader.h"
#include "ir/text/names.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

bool JsonProgramReader::values(const Json& document) {
  const Json* list = in_.need(document, "values");
  const At at(in_, "values");
  // Every value belongs to a parameter, an operation or a block's head.
  if (!list || !in_.array(*list, 4 * limits_.operations + kMostParams)) return false;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const At at_value(in_, i);
    const Json& item = (*list)[i];
    if (!in_.object(item, {"name", "type"})) return false;
    const Json* written = in_.need(item, "type");
    if (!written) return false;
    const auto read = type(*written);
    if (!read) return false;
    std::string name;
    if (const Json* given = JsonReader::find(item, "name")) {
      const At at_name(in_, "name");
      const auto text = in_.text(*given);
      if (!text) return false;
      name = well_formed_name(*text, "");
    }
    program_.add_value(*read, name);
  }
  defined_.assign(program_.types.size(), false);
  return true;
}

std::optional<Type> JsonProgramReader::type(const Json& json) {
  const At at(in_, "type");
  if (!in_.object(json, {"kind", "sparsity", "element", "rank", "shape"})) return std::nullopt;
  const Json* kind_json = in_.need(json, "kind");
  const auto kind = kind_json ? in_.text(*kind_json) : std::nullopt;
  if (!kind) return std::nullopt;
  if (*kind == "none") return Type{};
  if (*kind == "poison") return Type::poison();
  const auto element = this->element(json);
  if (!element) return std::nullopt;
  const bool is_sparse = *kind == "sparse" || *kind == "sparse_tensor";
  const auto pattern = is_sparse ? sparsity(json) : Sparsity::none;
  if (!pattern) return std::nullopt;
  if (*kind == "tensor" || *kind == "sparse_tensor") {
    const Json* rank_json = in_.need(json, "rank");
    const auto rank = rank_json ? in_.integer(*rank_json, 0, kMaxRank) : std::nullopt;
    if (!rank) return std::nullopt;
    return is_sparse ? Type::sparse_tensor(*pattern, *element, static_cast<int>(*rank))
                     : Type::tensor(*element, static_cast<int>(*rank));
  }
  const auto shape = this->shape(json);
  if (!shape) return std::nullopt;
  if (*kind == "tile") return Type::tile(*element, *shape);
  if (*kind == "buffer") return Type::buffer(*element, *shape);
  if (*kind == "sparse") return Type::sparse(*pattern, *element, *shape);
  in_.error("unknown kind of type " + quote(*kind));
  return std::nullopt;
}

std::optional<Element> JsonProgramReader::element(const Json& json) {
  const Json* found = in_.need(json, "element");
  const auto text = found ? in_.text(*found) : std::nullopt;
  if (!text) return std::nullopt;
  const auto element = numeric::from_name(*text);
  if (!element) in_.error("unknown element type " + quote(*text));
  return element;
}

std::optional<Sparsity> JsonProgramReader::sparsity(const Json& json) {
  const Json* found = in_.need(json, "sparsity");
  const auto text = found ? in_.text(*found) : std::nullopt;
  if (!text) return std::nullopt;
  const auto pattern = numeric::sparsity_from_name(*text);
  if (pattern && *pattern != Sparsity::none) return pattern;
  in_.error("unknown sparsity pattern " + quote(*text));
  return std::nullopt;
}

std::optional<std::vector<std::int32_t>> JsonProgramReader::shape(const Json& json) {
  const Json* found = in_.need(json, "shape");
  const auto numbers = found ? in_.integers(*found, kMaxRank) : std::nullopt;
  if (!numbers) return std::nullopt;
  std::vector<std::int32_t> extents;
  for (const std::int64_t number : *numbers) {
    if (number < 1 || number > kLargest32) {
      in_.error("extents of a shape are numbers from 1 to 2147483647");
      return std::nullopt;
    }
    extents.push_back(static_cast<std::int32_t>(number));
  }
  return extents;
}

std::optional<ValueId> JsonProgramReader::define(const Json& json) {
  const auto id = use(json);
  if (!id) return std::nullopt;
  if (defined_[static_cast<std::size_t>(*id)]) {
    in_.error("value " + std::to_string(*id) + " is defined twice");
    return std::nullopt;
  }
  defined_[static_cast<std::size_t>(*id)] = true;
  return id;
}

std::optional<ValueId> JsonProgramReader::use(const Json& json) {
  const auto id = in_.integer(json);
  if (!id) return std::nullopt;
  if (*id < 0 || static_cast<std::uint64_t>(*id) >= program_.types.size()) {
    in_.error("there is no value " + std::to_string(*id));
    return std::nullopt;
  }
  return static_cast<ValueId>(*id);
}

bool JsonProgramReader::flag(const Json& object, std::string_view key, bool& out) {
  const Json* found = JsonReader::find(object, key);
  const At at(in_, key);
  return !found || in_.boolean(*found, out);
}

}  // namespace tilefuzz::ir
