#include "targets/tileiras/bytecode/print.h"

#include <string_view>

#include "targets/tileiras/bytecode/operation_table.h"

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

std::string number(std::int64_t value) { return value == kDynamic ? "?" : std::to_string(value); }

template <class List>
std::string joined(const List& values, std::string_view separator) {
  std::string text;
  for (const auto value : values) {
    if (!text.empty()) text += separator;
    text += number(value);
  }
  return text;
}

std::string hex(std::string_view bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string run() {
    text_ = "tileir 13." + std::to_string(module_.version.minor) + "\n";
    for (const Global& global : module_.globals) {
      text_ += "global @" + string(global.name) + " : " + type(global.type) + " = " + constant(global.value) +
               " align " + std::to_string(global.alignment) + "\n";
    }
    for (const Function& function : module_.functions) print(function);
    return std::move(text_);
  }

  std::string type(TypeId id) const {
    if (id >= module_.types.size()) return "<bad type>";
    const Type& record = module_.types[id];
    const std::string head(name(record.tag));
    switch (record.tag) {
      case TypeTag::pointer:
        return head + "<" + type(record.inner) + ">";
      case TypeTag::tile: {
        const std::string shape = joined(record.extents, "x");
        return head + "<" + shape + (shape.empty() ? "" : "x") + type(record.inner) + ">";
      }
      case TypeTag::tensor_view:
        return head + "<[" + joined(record.extents, ", ") + "], [" + joined(record.strides, ", ") + "], " +
               type(record.inner) + ">";
      case TypeTag::partition_view:
      case TypeTag::strided_view:
      case TypeTag::gather_scatter_view: {
        std::string text = head + "<tile [" + joined(record.extents, ", ") + "]";
        if (record.tag == TypeTag::strided_view) text += ", step [" + joined(record.strides, ", ") + "]";
        text += record.tag == TypeTag::gather_scatter_view ? ", axis " + std::to_string(record.sparse_axis)
                                                           : ", map [" + joined(record.dim_map, ", ") + "]";
        if (record.padding != Padding::none) text += ", pad " + std::string(name(record.padding));
        return text + ", " + type(record.inner) + ">";
      }
      case TypeTag::function:
        return head + "<(" + types(record.parameters) + ") -> (" + types(record.results) + ")>";
      default:
        return head;
    }
  }

 private:
  template <class List>
  std::string types(const List& ids) const {
    std::string text;
    for (const TypeId id : ids) text += (text.empty() ? "" : ", ") + type(id);
    return text;
  }

  std::string string(std::uint64_t id) const {
    return id < module_.strings.size() ? module_.strings[id] : "<bad string>";
  }
  std::string constant(std::uint64_t id) const {
    return id < module_.constants.size() ? "0x" + hex(module_.constants[id]) : "<bad constant>";
  }

  std::string attribute(const Attribute& value) const {
    switch (value.tag) {
      case AttributeTag::integer:
        return std::to_string(value.value) + " : " + type(value.type);
      case AttributeTag::floating:
        return "bits " + std::to_string(value.value) + " : " + type(value.type);
      case AttributeTag::boolean:
        return value.value != 0 ? "true" : "false";
      case AttributeTag::type:
        return type(static_cast<TypeId>(value.value));
      case AttributeTag::string:
        return '"' + string(value.value) + '"';
      case AttributeTag::dense:
        return constant(value.value) + " : " + type(value.type);
      case AttributeTag::same_elements:
        return "same_elements [" + joined(value.numbers, ", ") + "]";
      case AttributeTag::div_by:
        return "div_by " + std::to_string(value.value) +
               (value.first ? " every " + number(*value.first) : "") +
               (value.second ? " along " + number(*value.second) : "");
      case AttributeTag::bounded:
        return "bounded " + (value.first ? number(*value.first) : "") + ".." +
               (value.second ? number(*value.second) : "");
      case AttributeTag::array: {
        std::string text;
        for (const Attribute& item : value.items) text += (text.empty() ? "" : ", ") + attribute(item);
        return "[" + text + "]";
      }
      case AttributeTag::dictionary:
      case AttributeTag::hints: {
        std::string text;
        for (std::size_t i = 0; i < value.keys.size(); ++i) {
          text += (text.empty() ? "" : ", ") + string(value.keys[i]) + " = " + attribute(value.items[i]);
        }
        return "{" + text + "}";
      }
    }
    return "<bad attribute>";
  }

  void indent() { text_.append(static_cast<std::size_t>(2 * depth_), ' '); }

  std::string value_list(ValueId first, std::size_t count, const auto& type_ids) const {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += (text.empty() ? "%" : ", %") + std::to_string(first + i) + ": " + type(type_ids[i]);
    }
    return text;
  }

  void print(const Function& function) {
    text_ += std::string(function.entry ? "entry" : "function") + " @" + string(function.name) + "(" +
             value_list(0, function.body.arguments.size(), function.body.arguments) + ")";
    if (!function.hints.empty()) text_ += " hints " + attribute(function.hints.front());
    location(function.location);
    text_ += " {\n";
    next_ = static_cast<ValueId>(function.body.arguments.size());
    depth_ = 1;
    for (const Operation& operation : function.body.operations) print(operation);
    text_ += "}\n";
  }

  void location(DebugId id) {
    if (id == 0 || id > module_.debug.size()) return;
    const DebugRecord& record = module_.debug[id - 1];
    if (record.tag != DebugTag::location) return;
    text_ += " at " + string(record.fields[1]) + ":" + std::to_string(record.fields[2]) + ":" +
             std::to_string(record.fields[3]);
  }

  void print_attributes(const Operation& operation, const OperationRow& row) {
    using Kind = OperationRow::Kind;
    std::size_t scalar = 0;
    std::size_t tagged = 0;
    for (const OperationRow::Attribute& field : row.attributes) {
      const bool is_scalar = field.kind == Kind::scalar || field.kind == Kind::boolean;
      const std::uint64_t value =
          is_scalar && scalar < operation.scalars.size() ? operation.scalars[scalar++] : 0;
      if (field.flag >= 0 && (operation.flags & (1u << field.flag)) == 0) continue;
      text_ += ' ';
      text_ += field.name;
      text_ += '=';
      if (field.type == "s") {
        text_ += string(value);
      } else if (field.type == "c") {
        text_ += constant(value);
      } else if (is_scalar) {
        text_ += std::to_string(value);
      } else if (field.kind == Kind::int32_list || field.kind == Kind::bool_list) {
        text_ += "[" + joined(operation.numbers, ", ") + "]";
      } else if (field.kind == Kind::tagged_array) {
        for (const Attribute& item : operation.attributes) text_ += attribute(item) + ";";
      } else if (tagged < operation.attributes.size()) {
        text_ += attribute(operation.attributes[tagged++]);
      }
    }
  }

  void print(const Operation& operation) {
    const OperationRow& row = bytecode::row(operation.opcode);
    indent();
    // The results of an operation with regions are numbered where the regions' values were.
    if (!operation.results.empty())
      text_ += value_list(next_, operation.results.size(), operation.results) + " = ";
    text_ += row.name;
    for (std::size_t i = 0; i < row.flags.size(); ++i) {
      if ((operation.flags >> i & 1) != 0) text_ += " +" + std::string(row.flags[i]);
    }
    print_attributes(operation, row);
    for (std::size_t i = 0; i < operation.operands.size(); ++i) {
      text_ += (i == 0 ? " %" : ", %") + std::to_string(operation.operands[i]);
    }
    for (const std::uint32_t group : operation.groups) text_ += " #" + std::to_string(group);
    location(operation.location);
    text_ += '\n';
    for (const Block& region : operation.regions) {
      indent();
      text_ += "(" + value_list(next_, region.arguments.size(), region.arguments) + ") {\n";
      const ValueId before = next_;
      next_ += static_cast<ValueId>(region.arguments.size());
      ++depth_;
      for (const Operation& inner : region.operations) print(inner);
      --depth_;
      next_ = before;
      indent();
      text_ += "}\n";
    }
    next_ += static_cast<ValueId>(operation.results.size());
  }

  const Module& module_;
  std::string text_;
  ValueId next_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).run(); }

std::string print_type(const Module& module, TypeId type) { return Printer(module).type(type); }

}  // namespace tilefuzz::targets::tileiras::bytecode
