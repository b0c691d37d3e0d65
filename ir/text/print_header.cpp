#include "ir/text/print_header.h"

#include "ir/text/hint_text.h"
#include "ir/text/literal_bits.h"

namespace tilefuzz::ir {
namespace {

constexpr std::size_t kLineWidth = 110;

template <class Items, class Text>
std::string joined(const Items& items, const Text& text) {
  std::string out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ", ";
    first = false;
    out += text(item);
  }
  return out;
}

std::string list(const std::vector<std::int64_t>& numbers) {
  return "[" + joined(numbers, [](std::int64_t number) { return std::to_string(number); }) + "]";
}

class HeaderPrinter {
 public:
  HeaderPrinter(const Program& program, Names& names)
      : program_(program), names_(names), extents_(extent_spellings(program)) {}

  std::string run() {
    std::vector<ValueId> values;
    for (const Param& param : program_.params) values.push_back(param.value);
    names_.choose(values);
    names_.show(values);
    const std::string name = "kernel @" + well_formed_name(program_.name, "kernel");
    std::string rest =
        " grid [" + joined(program_.grid, [&](const auto& extent) { return grid(extent); }) + "]";
    if (!program_.hints.empty()) rest += " " + hints_text(program_.hints);
    const auto one = [&](const Param& item) { return param(item); };
    std::string out = name + "(" + joined(program_.params, one) + ")" + rest;
    if (out.size() + 2 > kLineWidth && program_.params.size() > 1) {
      out = name + "(";
      for (const Param& item : program_.params) {
        out += (&item == program_.params.data() ? "\n    " : ",\n    ") + param(item);
      }
      out += ")\n   " + rest;
    }
    for (const Launch& launch : program_.launches) {
      out +=
          "\n    launch {" + joined(launch.arguments, [&](const auto& item) { return argument(item); }) + "}";
    }
    return out;
  }

 private:
  std::string extent_name(std::int32_t name) const {
    if (name < 0 || static_cast<std::size_t>(name) >= extents_.size()) return "?!";
    return "?" + extents_[static_cast<std::size_t>(name)];
  }

  std::string dim(const Dim& item) const {
    if (item.is_static()) return std::to_string(item.size);
    std::string out = item.name < 0 ? "?" : extent_name(item.name);
    if (item.multiple != 1) out += "*" + std::to_string(item.multiple);
    return out;
  }

  std::string grid(const GridExtent& extent) const {
    std::string sum;
    for (const GridExtent::Term& term : extent.terms) {
      if (!sum.empty()) sum += " + ";
      sum += extent_name(term.name);
      if (term.coefficient != 1) sum += "*" + std::to_string(term.coefficient);
    }
    if (sum.empty()) {
      sum = std::to_string(extent.offset);
    } else if (extent.offset < 0) {
      sum += " - " + std::to_string(extent.offset).substr(1);
    } else if (extent.offset > 0) {
      sum += " + " + std::to_string(extent.offset);
    }
    return extent.divisor == 1 ? sum : "ceildiv(" + sum + ", " + std::to_string(extent.divisor) + ")";
  }

  std::string param_type(const Param& item) const {
    const bool exists = item.value >= 0 && static_cast<std::size_t>(item.value) < program_.types.size();
    if (!exists) return "!";
    const Type& type = program_.type(item.value);
    std::string element(numeric::name(type.element));
    if (item.is_unsigned && numeric::is_integer(type.element)) element[0] = 'u';
    if (!type.is_memory()) return type.is_scalar() ? element : "!" + to_string(type);
    const auto one = [&](const Dim& extent) { return dim(extent); };
    std::string out = type.kind == TypeKind::tensor
                          ? "tensor<"
                          : "sparse_tensor<" + std::string(numeric::name(type.sparsity)) + ", ";
    out += element + ", [" + joined(item.extents, one) + "]";
    if (!item.strides.empty()) out += ", [" + joined(item.strides, one) + "]";
    return out + ">";
  }

  std::string param(const Param& item) const {
    std::string out = names_.text(item.value) + ": " + param_type(item);
    if (item.align != 0) out += " align " + std::to_string(item.align);
    if (item.alias >= 0) out += " alias " + std::to_string(item.alias);
    if (item.readonly) out += " readonly";
    if (!item.hints.empty()) out += " " + hints_text(item.hints);
    return out;
  }

  std::string argument(const LaunchArgument& item) const {
    if (item.param < 0 || static_cast<std::size_t>(item.param) >= program_.params.size()) return "!";
    const ValueId value = program_.params[static_cast<std::size_t>(item.param)].value;
    const bool exists = value >= 0 && static_cast<std::size_t>(value) < program_.types.size();
    std::string out = names_.text(value) + " = ";
    if (!exists) return out + "!";
    if (!program_.type(value).is_memory())
      return out + literal_text(program_.type(value).element, item.scalar_bits);
    out += list(item.extents);
    if (!item.strides.empty()) out += " strides " + list(item.strides);
    if (item.offset != 0) out += " offset " + std::to_string(item.offset);
    return out;
  }

  const Program& program_;
  Names& names_;
  std::vector<std::string> extents_;
};

}  // namespace

std::string header_text(const Program& program, Names& names) { return HeaderPrinter(program, names).run(); }

}  // namespace tilefuzz::ir
