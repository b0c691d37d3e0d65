#include "ir/program.h"

#include <algorithm>

namespace tilefuzz::ir {

Type Program::type(Operand operand) const {
  return operand.literal ? Type::scalar(Element::i32) : type(operand.number);
}

ValueId Program::add_value(const Type& value_type, std::string_view spelling) {
  const auto id = static_cast<ValueId>(types.size());
  types.push_back(value_type);
  if (!spelling.empty()) {
    value_names.resize(types.size());
    value_names.back() = spelling;
  }
  return id;
}

std::string_view Program::value_name(ValueId value) const {
  const auto index = static_cast<std::size_t>(value);
  return index < value_names.size() ? std::string_view(value_names[index]) : std::string_view();
}

int Program::param_index(ValueId value) const {
  const auto found =
      std::find_if(params.begin(), params.end(), [&](const Param& p) { return p.value == value; });
  return found == params.end() ? -1 : static_cast<int>(found - params.begin());
}

std::int32_t Program::extent_name(std::string_view spelling) {
  const auto found = std::find(extent_names.begin(), extent_names.end(), spelling);
  const auto index = static_cast<std::int32_t>(found - extent_names.begin());
  if (found == extent_names.end()) extent_names.emplace_back(spelling);
  return index;
}

std::int64_t evaluate(const GridExtent& extent, const std::vector<std::int64_t>& name_values) {
  std::int64_t sum = extent.offset;
  for (const GridExtent::Term& term : extent.terms) {
    sum += term.coefficient * name_values[static_cast<std::size_t>(term.name)];
  }
  return (sum + extent.divisor - 1) / extent.divisor;
}

}  // namespace tilefuzz::ir
