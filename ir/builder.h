#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace tilefuzz::ir {

// Writes operations at the end of the current block. Result types are inferred where they can be; the
// caller gives the others. It checks nothing: the verifier does.
//
//   Builder b(program);
//   const ValueId a = b.param("a", Type::tensor(Element::f32, 2), {{.size = 64}, {.size = 64}});
//   const ValueId x = b.load(a, {Operand::constant(0), Operand::constant(0)}, Type::tile(Element::f32, {64,
//   64})); b.store(a, {...}, b.add(x, x)); b.finish();
class Builder {
 public:
  using Values = std::vector<Operand>;
  using LoopBody = std::function<Values(ValueId induction, std::span<const ValueId> carried)>;

  explicit Builder(Program& program);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  Program& program() { return *program_; }

  ValueId param(std::string_view name, const Type& type, std::vector<Dim> extents = {},
                std::vector<Dim> strides = {});
  Param& last_param() { return program_->params.back(); }

  // The operation that was written last; to add attributes and hints. Invalid after the next write.
  Op& last() { return blocks_.back()->ops.back(); }
  // The block that is being written: the kernel's, or a region's.
  const Block& block() const { return *blocks_.back(); }

  // Any operation that is driven by the table. `slots` has one list per slot of its row.
  ValueId write(Opcode opcode, std::initializer_list<std::span<const Operand>> slots,
                const Type* written = nullptr);
  ValueId unary(Opcode opcode, Operand x);
  ValueId binary(Opcode opcode, Operand a, Operand b);
  ValueId add(Operand a, Operand b) { return binary(Opcode::add, a, b); }
  ValueId sub(Operand a, Operand b) { return binary(Opcode::sub, a, b); }
  ValueId mul(Operand a, Operand b) { return binary(Opcode::mul, a, b); }
  ValueId cmp(Predicate predicate, Operand a, Operand b);
  ValueId select(Operand condition, Operand a, Operand b);
  ValueId cast(Operand x, Element element);                     // keeps the shape
  ValueId convert(Opcode opcode, Operand x, const Type& type);  // cast, bitcast, reshape, broadcast

  ValueId constant_bits(const Type& type, std::int64_t bits);  // a splat
  ValueId constant(const Type& type, double value);            // rounded once into the element
  ValueId iota(int axis, const Type& type);
  ValueId program_id(int axis);
  ValueId num_programs(int axis);
  ValueId extent(ValueId tensor, int axis);

  ValueId permute(Operand x, std::span<const std::int64_t> permutation);
  ValueId extract(Operand source, std::span<const Operand> index, const Type& type);
  ValueId insert(Operand piece, Operand into, std::span<const Operand> index);
  ValueId concat(std::span<const Operand> parts, int axis);
  ValueId reduce(Combine combine, Operand x, int axis);
  ValueId scan(Combine combine, Operand x, int axis);
  ValueId mma(Operand a, Operand b, Operand c);

  ValueId load(ValueId tensor, std::span<const Operand> index, const Type& type);
  ValueId load_padded(ValueId tensor, std::span<const Operand> index, const Type& type, Padding padding);
  void store(ValueId tensor, std::span<const Operand> index, Operand value);
  ValueId alloc(const Type& buffer);
  ValueId read(ValueId buffer, std::span<const Operand> index, const Type& type);
  void write_buffer(ValueId buffer, std::span<const Operand> index, Operand value);

  // Results are the carried values after the loop. The body returns what it yields.
  // `decorate` sees the finished loop operation, to add hints.
  std::vector<ValueId> for_loop(Operand lower, Operand upper, Operand step, std::span<const Operand> init,
                                const LoopBody& body);
  std::vector<ValueId> while_loop(std::span<const Operand> init,
                                  const std::function<Operand(std::span<const ValueId>)>& condition,
                                  const std::function<Values(std::span<const ValueId>)>& body);
  std::vector<ValueId> if_else(Operand condition, const std::function<Values()>& then,
                               const std::function<Values()>& otherwise = nullptr);
  // Ends the block being written from inside a loop or branch body; the body's own yield is then left out.
  void break_loop(std::span<const Operand> values);
  void continue_loop(std::span<const Operand> values);

  // Ends the kernel's top block. The program is complete after it.
  void finish();

 private:
  void terminate(Opcode opcode, std::span<const Operand> values);
  bool terminated() const;
  std::vector<ValueId> add_results(Op& op, std::span<const Operand> like);
  ValueId append(Op op, const Type* written);

  Program* program_;
  std::vector<Block*> blocks_;
};

}  // namespace tilefuzz::ir
