#include "targets/tileiras/bytecode/builder.h"

#include <algorithm>
#include <utility>

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

// A module has some tens of types; a scan over their hashes beats a map.
std::uint64_t hash(const Type& type) {
  std::uint64_t value = 0x9E3779B97F4A7C15u;
  const auto mix = [&value](std::uint64_t x) {
    value = (value ^ x) * 0xFF51AFD7ED558CCDu;
    value ^= value >> 32;
  };
  mix(static_cast<std::uint64_t>(type.tag) | static_cast<std::uint64_t>(type.padding) << 8 |
      static_cast<std::uint64_t>(type.inner) << 16);
  mix(type.sparse_axis);
  for (const std::int64_t x : type.extents) mix(static_cast<std::uint64_t>(x));
  for (const std::int64_t x : type.strides) mix(static_cast<std::uint64_t>(x) + 1);
  for (const std::int32_t x : type.dim_map) mix(static_cast<std::uint64_t>(x) + 2);
  for (const TypeId x : type.parameters) mix(x);
  return value;
}

template <class Items, class Item>
std::uint32_t intern(Items& items, const Item& item) {
  const auto found = std::find(items.begin(), items.end(), item);
  if (found != items.end()) return static_cast<std::uint32_t>(found - items.begin());
  items.emplace_back(item);
  return static_cast<std::uint32_t>(items.size() - 1);
}

}  // namespace

ModuleBuilder::ModuleBuilder(Version version) {
  module_.version = version;
  module_.types.reserve(48);
  type_hashes_.reserve(48);
}

StringId ModuleBuilder::string(std::string_view text) { return intern(module_.strings, text); }

ConstantId ModuleBuilder::constant(std::string_view bytes) { return intern(module_.constants, bytes); }

TypeId ModuleBuilder::type(const Type& type) {
  const std::uint64_t key = hash(type);
  for (std::size_t i = 0; i < type_hashes_.size(); ++i) {
    if (type_hashes_[i] == key && module_.types[i] == type) return static_cast<TypeId>(i);
  }
  type_hashes_.push_back(key);
  module_.types.push_back(type);
  return static_cast<TypeId>(module_.types.size() - 1);
}

TypeId ModuleBuilder::scalar(TypeTag tag) {
  Type record;
  record.tag = tag;
  return type(record);
}

TypeId ModuleBuilder::pointer(TypeTag pointee) {
  Type record;
  record.tag = TypeTag::pointer;
  record.inner = scalar(pointee);
  return type(record);
}

TypeId ModuleBuilder::tile(TypeId element, std::span<const std::int64_t> extents) {
  Type record;
  record.tag = TypeTag::tile;
  record.inner = element;
  record.extents.assign(extents.begin(), extents.end());
  return type(record);
}

TypeId ModuleBuilder::tile(TypeTag element, std::initializer_list<std::int64_t> extents) {
  return tile(scalar(element), std::span(extents.begin(), extents.size()));
}

DebugId ModuleBuilder::debug(DebugTag tag, std::initializer_list<std::uint64_t> fields) {
  module_.debug.push_back({tag, {fields.begin(), fields.end()}});
  return static_cast<DebugId>(module_.debug.size());
}

void ModuleBuilder::begin_function(std::string_view name, std::span<const TypeId> parameters) {
  Function function;
  function.name = string(name);
  function.body.arguments.assign(parameters.begin(), parameters.end());
  Type record;
  record.tag = TypeTag::function;
  record.parameters = function.body.arguments;
  function.type = type(record);
  function.location = location_;
  module_.functions.push_back(std::move(function));
  blocks_.emplace_back();
  next_ = static_cast<ValueId>(parameters.size());
}

ValueId ModuleBuilder::add(Operation operation) {
  operation.location = location_;
  const ValueId first = next_;
  next_ += static_cast<ValueId>(operation.results.size());
  block().operations.push_back(std::move(operation));
  return first;
}

ValueId ModuleBuilder::add(Opcode opcode, TypeId result, std::initializer_list<ValueId> operands,
                           std::initializer_list<std::uint64_t> scalars, std::uint32_t flags) {
  Operation operation;
  operation.opcode = opcode;
  operation.flags = flags;
  operation.results.push_back(result);
  operation.operands.assign(operands.begin(), operands.end());
  operation.scalars.assign(scalars.begin(), scalars.end());
  return add(std::move(operation));
}

void ModuleBuilder::open(Operation operation) {
  operation.location = location_;
  open_.push_back({std::move(operation), next_});
}

ValueId ModuleBuilder::begin_region(std::span<const TypeId> arguments) {
  blocks_.emplace_back();
  block().arguments.assign(arguments.begin(), arguments.end());
  const ValueId first = next_;
  next_ += static_cast<ValueId>(arguments.size());
  return first;
}

void ModuleBuilder::end_region() {
  open_.back().operation.regions.push_back(std::move(block()));
  blocks_.pop_back();
  next_ = open_.back().before;
}

ValueId ModuleBuilder::close() {
  Operation operation = std::move(open_.back().operation);
  open_.pop_back();
  const ValueId first = next_;
  next_ += static_cast<ValueId>(operation.results.size());
  block().operations.push_back(std::move(operation));
  return first;
}

Module ModuleBuilder::take() {
  function().body.operations = std::move(blocks_.back().operations);
  blocks_.pop_back();
  return std::move(module_);
}

}  // namespace tilefuzz::targets::tileiras::bytecode
