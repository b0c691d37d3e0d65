#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/operation_table.h"
#include "ir/program.h"
#include "oracles/reference/interpreter.h"
#include "oracles/reference/tile.h"

namespace tilefuzz::reference {

// Block-local memory.
struct BufferState {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint8_t> marks;    // kPoison until written
  std::vector<std::uint64_t> stamps;  // Machine::clock at the last write
};

// The elements of an elementwise operand; a scalar repeats.
struct View {
  const std::uint64_t* bits = nullptr;
  const std::uint8_t* marks = nullptr;  // null: none
  std::size_t step = 0;                 // 0 or 1
  std::uint64_t literal = 0;

  std::uint64_t at(std::size_t i) const { return bits ? bits[i * step] : literal; }
  std::uint8_t mark(std::size_t i) const { return marks ? marks[i * step] : std::uint8_t{0}; }
};

// State of one block's execution, and what every operation needs of it. Operations report a trap with
// fail(), give an empty result, and the block ends.
class Machine {
 public:
  Machine(const ir::Program& program, const Setup& setup, Memory& memory, const Options& options,
          RunResult& result, std::array<std::int64_t, 3> block);

  // Runs the kernel's body. False: trapped or cut.
  bool run();

  const ir::Program& program;
  const Setup& setup;
  Memory& memory;

  std::array<std::int64_t, 3> block_id() const { return block_; }
  std::int32_t block_number() const;

  // Always false, so that it can stand in a return.
  bool fail(TrapKind kind, std::string message, std::int64_t element = -1);
  bool stopped() const { return result_.trap.has_value() || result_.coverage == Coverage::cut; }
  // A finding that does not end the run; one per operation and kind.
  void note(TrapKind kind, std::string message, std::int64_t element);
  // Counts computed elements; false if the budget is gone.
  bool spend(std::int64_t elements);

  // The value of an operand; null after fail(malformed). Literals are not tiles: use view() or integer().
  const Tile* tile(const ir::Operand& operand);
  TilePtr shared_tile(const ir::Operand& operand);  // likewise; a literal becomes an i32 scalar
  // As an operand of an elementwise operation over `count` elements; a literal takes `element`.
  std::optional<View> view(const ir::Operand& operand, ir::Element element, std::size_t count);
  // An integer scalar, read with its sign. Poison fails with `poison`; `what` names the operand.
  std::optional<std::int64_t> integer(const ir::Operand& operand, TrapKind poison, std::string_view what);
  ir::Type result_type(const ir::Op& op) const { return program.type(op.result()); }

  const Window* window(const ir::Operand& operand);  // of a tensor parameter
  BufferState* buffer(const ir::Operand& operand);
  void allocate(ir::ValueId value, const ir::Type& type);

  // Whether any operation takes the value.
  bool is_used(ir::ValueId value);

  std::uint64_t clock() const { return clock_; }
  // The time since which an element of the buffer must have been written, in pipelined loops that write it.
  std::uint64_t pipelined_since(ir::ValueId buffer) const;

 private:
  enum class Exit : std::uint8_t { stopped, yield, continue_, break_, condition };
  using Values = std::vector<TilePtr>;

  Exit run_block(const ir::Block& block, Values& out);
  bool run_for(const ir::Op& op);
  bool run_while(const ir::Op& op);
  // What an `if` ends with: yield, or the exit of the loop around it.
  Exit run_if(const ir::Op& op, Values& out);
  bool step(const ir::Op& op);
  bool collect(std::span<const ir::Operand> operands, Values& out);
  bool bind(std::span<const ir::ValueId> ids, const Values& values);
  bool assign(const ir::Op& op, TilePtr value);

  struct Pipelined {
    const ir::Op* loop;
    std::vector<ir::ValueId> written;
    std::uint64_t since;
  };

  const Options& options_;
  RunResult& result_;
  std::array<std::int64_t, 3> block_;
  std::vector<TilePtr> values_;  // by ValueId
  std::map<ir::ValueId, BufferState> buffers_;
  std::vector<Pipelined> pipelined_;  // active loops with stages > 0
  std::uint64_t clock_ = 1;
  std::uint64_t operations_ = 0;
  SourcePosition position_;
  std::vector<bool> used_;  // by ValueId; empty until asked for
};

}  // namespace tilefuzz::reference
