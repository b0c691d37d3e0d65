#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "targets/tileiras/bytecode/module.h"

namespace tilefuzz::targets::tileiras::bytecode {

// Grows a module of one function: interns strings, types, constants and debug records, numbers values, keeps
// the stack of open blocks. Operations that are often written have a method; anything else goes through
// `add`.
class ModuleBuilder {
 public:
  explicit ModuleBuilder(Version version);

  StringId string(std::string_view text);
  TypeId type(const Type& type);
  TypeId scalar(TypeTag tag);
  TypeId pointer(TypeTag pointee);
  TypeId tile(TypeId element, std::span<const std::int64_t> extents);
  TypeId tile(TypeTag element, std::initializer_list<std::int64_t> extents = {});
  TypeId token() { return scalar(TypeTag::token); }
  ConstantId constant(std::string_view bytes);
  DebugId debug(DebugTag tag, std::initializer_list<std::uint64_t> fields);

  // Opens the function; its parameters are values 0, 1, ….
  void begin_function(std::string_view name, std::span<const TypeId> parameters);
  // Location of every operation that follows.
  void locate(DebugId location) { location_ = location; }

  // Appends an operation to the open block and returns the number of its first result. An operation with
  // regions is added by close_region instead.
  ValueId add(Operation operation);
  ValueId add(Opcode opcode, TypeId result, std::initializer_list<ValueId> operands,
              std::initializer_list<std::uint64_t> scalars = {}, std::uint32_t flags = 0);

  // Region-holding operations: open() starts one, begin_region() … end_region() once per region, close()
  // numbers its results. begin_region returns the number of the block's first argument.
  void open(Operation operation);
  ValueId begin_region(std::span<const TypeId> arguments);
  void end_region();
  ValueId close();

  ValueId next_value() const { return next_; }
  Version version() const { return module_.version; }
  const Type& type_of(TypeId id) const { return module_.types[id]; }
  Function& function() { return module_.functions.back(); }
  Module take();

 private:
  struct Open {
    Operation operation;
    ValueId before = 0;
  };

  Block& block() { return blocks_.back(); }

  Module module_;
  std::vector<std::uint64_t> type_hashes_;
  std::vector<Block> blocks_;
  std::vector<Open> open_;
  ValueId next_ = 0;
  DebugId location_ = 0;
};

}  // namespace tilefuzz::targets::tileiras::bytecode
