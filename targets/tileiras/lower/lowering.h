#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "ir/operation_table.h"
#include "ir/program.h"
#include "targets/target.h"
#include "targets/tileiras/bytecode/builder.h"
#include "targets/tileiras/lower/lower.h"
#include "targets/tileiras/lower/tokens.h"

namespace tilefuzz::targets::tileiras {

namespace bc = bytecode;

// A tile value while it is being written down: its number and its type.
struct Tile {
  bc::ValueId value = 0;
  ir::Type type;
};

// One program on its way to bytecode. Methods stand in the file that their group of operations names; nothing
// here is known outside this folder.
class Lowering {
 public:
  Lowering(const ir::Program& program, const LowerOptions& options);
  Result<Lowered, EmitError> run();

 private:
  struct Extent {  // of a tensor axis: extent and stride, static or a run-time i32
    bool is_static = true;
    std::int64_t number = 0;
    bc::ValueId value = 0;
  };
  struct Tensor {
    bc::ValueId pointer = 0;
    bc::ValueId view = 0;
    bc::TypeId view_type = 0;
    std::vector<Extent> extents;
    std::vector<Extent> strides;
    int group = -1;
  };
  // What a terminator ends: the top block, a branch of an `if`, a Tile IR `for` (which passes its induction
  // variable on by itself) or a Tile IR `loop` (where the program has a `while`, or a `for` with `break`).
  struct Frame {
    enum class Kind : std::uint8_t { top, branch, counted, loop };
    Kind kind = Kind::top;
    Tokens::Slots slots;  // tokens that go with the values
    bool has_induction = false;
    bc::ValueId induction = 0;
    bc::ValueId step = 0;
    bc::TypeId index_type = 0;
    std::vector<bc::ValueId> carried;  // of a loop: what it leaves with when its condition fails
  };

  // lowering.cpp
  void fail(const ir::Op& op, std::string message);
  void locate(const SourcePosition& position);
  void hints();
  void parameters();
  void tensor_parameter(std::size_t index, bc::ValueId& next);
  void block(const ir::Block& block);
  void operation(const ir::Op& op);

  bc::TypeId tile_type(const ir::Type& type) { return tile_type(type.element, type.shape()); }
  bc::TypeId tile_type(ir::Element element, std::span<const std::int32_t> shape);
  Tile tile(ir::Operand operand, ir::Element literal_element = ir::Element::i32);
  bc::ValueId value(ir::Operand operand, ir::Element literal_element = ir::Element::i32) {
    return tile(operand, literal_element).value;
  }
  bc::ValueId constant(const ir::Type& type, std::uint64_t bits);  // a splat
  bc::ValueId i32(std::int64_t number);
  Tile reshaped(const Tile& x, std::span<const std::int32_t> shape);
  Tile broadcast(const Tile& x, std::span<const std::int32_t> shape);  // equal rank, or a scalar
  void define(const ir::Op& op, bc::ValueId value, std::size_t result = 0);
  const ir::Type& result_type(const ir::Op& op) const { return program_.type(op.results[0]); }
  bc::ValueId same(bc::Opcode opcode, const Tile& like, std::initializer_list<bc::ValueId> operands,
                   std::initializer_list<std::uint64_t> scalars = {}, std::uint32_t flags = 0);

  // lowering_elementwise.cpp
  void unary(const ir::Op& op);
  void binary(const ir::Op& op);
  void fma(const ir::Op& op);
  void compare(const ir::Op& op);
  void select(const ir::Op& op);
  void cast(const ir::Op& op);
  bc::ValueId combine(ir::Combine how, const ir::Op& op, const Tile& a, const Tile& b);
  bc::ValueId multiply_high(const ir::Op& op, const Tile& a, const Tile& b);
  std::vector<Tile> elementwise_operands(const ir::Op& op);

  // lowering_shape.cpp
  void nullary(const ir::Op& op);
  void reshape(const ir::Op& op);
  void permute(const ir::Op& op);
  void extract(const ir::Op& op);
  void insert(const ir::Op& op);
  void concat(const ir::Op& op);
  void combine_along(const ir::Op& op);
  void mma(const ir::Op& op);
  void assume(const ir::Op& op);

  // lowering_memory.cpp
  void load(const ir::Op& op);
  void store(const ir::Op& op);
  const Tensor* tensor(const ir::Op& op);
  bc::Operation view_access(const ir::Op& op, bc::Opcode opcode, const Tensor& tensor,
                            std::span<const std::int32_t> shape);
  void access_hints(const ir::Op& op, bc::Operation& operation);
  std::vector<Tile> scalar_indices(const ir::Op& op);
  std::vector<std::int32_t> tensor_shape(const ir::Op& op, const Tensor& tensor, const ir::Type& type);

  // lowering_pointers.cpp
  void gather(const ir::Op& op);
  void scatter(const ir::Op& op);
  void atomic(const ir::Op& op);
  void alloc(const ir::Op& op);
  void read(const ir::Op& op);
  void write(const ir::Op& op);
  bc::ValueId load_pointers(const ir::Op& op, const ir::Type& type, bc::ValueId pointers,
                            std::optional<bc::ValueId> mask, std::optional<bc::ValueId> padding, int group);
  void store_pointers(const ir::Op& op, const Tile& x, bc::ValueId pointers, std::optional<bc::ValueId> mask,
                      int group);
  // Pointers to the elements at the given indices, one index tile per axis, broadcast to the shape.
  bc::ValueId pointers(const Tensor& tensor, ir::Element element, std::span<const Tile> indices,
                       std::span<const std::int32_t> shape);
  // Indices of the window of `shape` that the operation names by tile numbers or element offsets.
  std::vector<Tile> window(const ir::Op& op, std::span<const std::int32_t> shape, bool offsets);
  bc::ValueId in_bounds(const Tensor& tensor, std::span<const Tile> indices,
                        std::span<const std::int32_t> shape);
  std::vector<Tile> index_tiles(const ir::Op& op);
  std::optional<bc::ValueId> optional_tile(const ir::Op& op, int slot, ir::Element element,
                                           std::span<const std::int32_t> shape);
  Tile as_index(const Tile& x, ir::Element element);
  bc::ValueId extent_value(const Extent& extent, ir::Element element);

  // lowering_control.cpp
  void for_loop(const ir::Op& op);
  void exiting_for(const ir::Op& op, const Tokens::Slots& slots);
  void while_loop(const ir::Op& op);
  void branch(const ir::Op& op);
  void terminator(const ir::Op& op);
  void pass_on(const Frame& frame, std::vector<bc::ValueId> values);
  void leave_unless(bc::ValueId condition);
  void terminate(bc::Opcode opcode, std::span<const bc::ValueId> values);
  GroupEffects next_effects() { return groups_.regions()[next_region_++]; }
  const Frame& innermost_loop() const;
  std::vector<bc::ValueId> with_tokens(std::vector<bc::ValueId> values, const Tokens::Slots& slots) const;
  std::vector<bc::ValueId> values_of(std::span<const ir::Operand> operands);
  std::vector<bc::TypeId> types_of(std::span<const ir::ValueId> values, const Tokens::Slots& slots);
  void bind(std::span<const ir::ValueId> names, const Tokens::Slots& slots, bc::ValueId first);

  const ir::Program& program_;
  LowerOptions options_;
  bc::ModuleBuilder builder_;
  MemoryGroups groups_;
  Tokens tokens_;
  std::vector<bc::ValueId> values_;  // by IR value
  std::vector<Tensor> tensors_;      // by group of parameters and buffers: see tensor_of_
  std::vector<int> tensor_of_;       // by IR value; -1: not memory
  std::vector<Frame> frames_{1};
  std::size_t next_region_ = 0;
  bc::DebugId scope_ = 0;
  bc::StringId file_name_ = 0;
  std::int32_t ordinal_ = 0;
  Abi abi_;
  std::vector<SourceMapEntry> source_map_;
  EmitError error_;
  bool failed_ = false;
};

}  // namespace tilefuzz::targets::tileiras
