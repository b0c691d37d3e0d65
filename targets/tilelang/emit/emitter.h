#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "ir/program.h"
#include "targets/target.h"
#include "targets/tilelang/emit/analysis.h"
#include "targets/tilelang/emit/emit.h"
#include "targets/tilelang/emit/home.h"
#include "targets/tilelang/emit/names.h"
#include "targets/tilelang/emit/sparse_operand.h"
#include "targets/tilelang/emit/writer.h"

namespace tilefuzz::targets::tilelang {

// Writes one program as a TileLang `build()`: all allocations first, then one IR operation a line or a
// T.Parallel nest, in program order. Tiles live in shared memory; accumulators of T.gemm in fragments.
// Members are spread over emit_*.cpp by kind of operation.
class Emitter {
 public:
  Emitter(const ir::Program& program, const EmitOptions& options);

  // Fails on what TileLang cannot be told; the message names the operation.
  Result<Emitted, EmitError> run();

 private:
  // A program that cannot be written; caught in run().
  struct Refusal {
    EmitError error;
  };
  [[noreturn]] void refuse(std::string message) const;

  // emit_program.cpp
  Emitted write_file();
  void declare_parameter(std::size_t number);
  void declare_sparse(std::size_t number, const std::string& name, const std::vector<std::string>& extents);
  // A number, or the symbol of a dynamic extent or stride, which is declared when it is new.
  std::string extent_text(const ir::Dim& dim, std::string_view base, AbiParameter abi);
  std::string grid_text(const ir::GridExtent& extent) const;
  std::vector<AbiParameter> launch_parameters() const;
  int thread_count() const;

  // emit_operation.cpp
  void block(const ir::Block& block);
  void operation(const ir::Op& op);
  void simple_value(const ir::Op& op);
  void constant_elements(const ir::Op& op);

  // homes.cpp: reading and making values
  Home& home(ir::ValueId value) { return homes_[static_cast<std::size_t>(value)]; }
  // Also of stand-ins, whose numbers follow those of the program's values.
  const ir::Type& type(ir::ValueId value) const {
    const auto number = static_cast<std::size_t>(value);
    return number < program_.types.size() ? program_.type(value) : stand_ins_[number - program_.types.size()];
  }
  std::string base_name(ir::ValueId value) const;
  std::string alloc_shared(std::string_view base, std::span<const std::int32_t> extents,
                           std::string_view dtype, int copies = 1);
  std::string alloc_fragment(std::string_view base, std::span<const std::int32_t> extents,
                             std::string_view dtype);
  std::string alloc_variable(std::string_view base, ir::Element element);
  // A fresh buffer in shared memory as the home of `value`; its name.
  std::string make_shared(ir::ValueId value, int copies = 1);
  // The same, or a fragment where the analysis placed the value in one.
  std::string make_tile(ir::ValueId value, int copies = 1);
  void make_accumulator(ir::ValueId value, std::string_view name = {});
  // After a value in a fragment was made: its copy in shared memory, where a reader needs one.
  void settle(ir::ValueId value);
  // The buffer in shared memory that holds a value; virtual ones are written out first.
  std::string shared(ir::Operand operand);
  // The same value, after making sure that it can be read at any index: a tile in a fragment has its copy
  // in shared memory, a virtual one stays virtual.
  ir::ValueId shared_value(ir::Operand operand);
  // The element of an operand at the index, in its element type (i1: int8).
  std::string element(ir::Operand operand, std::span<const std::string> index);
  // A scalar expression (i1: bool).
  std::string scalar(ir::Operand operand);
  std::string index(ir::Operand operand);
  void define_scalar(ir::ValueId value, const std::string& expression);
  // Statements that copy a value into a home that exists.
  void assign(const Home& to, const ir::Type& type, ir::Operand from);
  // Assigns several at once: every source is read before any home changes.
  void assign_all(std::span<const ir::ValueId> homes, std::span<const ir::Operand> sources);
  std::string dtype_of(ir::Element element) const;
  void parallel(std::span<const std::int32_t> extents);  // opens the nest; close() ends it

  // emit_elementwise.cpp
  void elementwise(const ir::Op& op);
  std::string expression(const ir::Op& op, std::span<const std::string> x, bool tile);
  std::string choice(const std::string& condition, const std::string& yes, const std::string& no) const;
  std::string truth(const std::string& condition) const;  // 1 or 0, as int8
  std::string unary(const ir::Op& op, const std::string& x, ir::Element element);
  std::string binary(const ir::Op& op, const std::string& a, const std::string& b, ir::Element element);
  std::string compare(const ir::Op& op, const std::string& a, const std::string& b, ir::Element element);
  std::string conversion(const ir::Op& op, const std::string& x, ir::Element from, ir::Element to, bool tile);

  // emit_shape.cpp
  void reshape(const ir::Op& op);
  void permute(const ir::Op& op);
  void broadcast(const ir::Op& op);
  void extract(const ir::Op& op);
  void insert(const ir::Op& op);
  void concat(const ir::Op& op);

  // emit_combine.cpp
  void reduce(const ir::Op& op);
  void scan(const ir::Op& op);
  std::string combined(const ir::Op& op, ir::Combine combine, const std::string& a, const std::string& b,
                       ir::Element element);

  // emit_memory.cpp
  void load(const ir::Op& op);
  void load_sparse(const ir::Op& op);
  void load_scalar(const ir::Op& op, const std::vector<std::string>& start);
  void store(const ir::Op& op);
  void gather(const ir::Op& op);
  void scatter(const ir::Op& op);
  void atomic(const ir::Op& op);
  void alloc(const ir::Op& op);
  void read(const ir::Op& op);
  void write(const ir::Op& op);
  // Element offsets of the corner that a load or store names.
  std::vector<std::string> corner(const ir::Op& op, std::span<const std::int32_t> tile);
  std::string access(ir::ValueId memory, std::span<const std::string> index);
  std::string in_range(const ir::Op& op, std::span<const std::string> index);
  std::string copy_hints(const ir::Op& op) const;
  std::vector<std::string> element_index(std::span<const ir::Operand> operands,
                                         std::span<const std::string> at);

  // emit_mma.cpp
  void mma(const ir::Op& op);
  std::string gemm_operand(ir::Operand operand, bool is_unsigned, bool& transposed);

  // emit_control.cpp
  void for_loop(const ir::Op& op);
  void while_loop(const ir::Op& op);
  void branch(const ir::Op& op);
  void open_carried(const ir::Op& loop);
  void open_carried_sparse(ir::ValueId result, ir::Operand init);
  void body_of(const ir::Op& loop, const ir::Block& region);
  void terminator(const ir::Op& op);
  bool is_simple_condition(const ir::Block& block) const;

  struct Frame {
    const ir::Op* op = nullptr;  // the loop or branch that is being written
  };
  int stages() const;  // of the innermost pipelined loop, at least 1

  const ir::Program& program_;
  EmitOptions options_;
  Analysis analysis_;
  Names names_;
  std::vector<Home> homes_;
  std::vector<ir::Type> stand_ins_;
  std::vector<std::string> extent_symbols_;        // by Dim::name
  std::vector<std::vector<std::string>> extents_;  // of each parameter, as text
  std::vector<std::string> block_variables_;
  std::vector<std::string> grid_;
  std::vector<std::string> signature_;
  std::vector<std::string> symbols_;  // T.dynamic names, in order of appearance
  std::vector<std::string> layouts_;  // entries of T.annotate_layout
  std::vector<std::string> assumptions_;
  std::map<std::string, AbiParameter> pointers_;  // by emitted name: TileLang sorts by it
  std::map<std::string, AbiParameter> scalars_;
  std::map<std::string, SparseOperand> sparse_of_;  // by the name of the metadata buffer
  Writer allocations_;
  Writer body_;
  std::vector<Frame> frames_;
  SourcePosition position_;
  std::int64_t shared_bytes_ = 0;
  bool inline_scalars_ = false;
  bool rounds_to_tf32_ = false;
  bool swizzled_ = false;
  bool metadata_layout_ = false;
};

}  // namespace tilefuzz::targets::tilelang
