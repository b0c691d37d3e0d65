#include "ir/builder.h"

#include "ir/infer.h"
#include "ir/operation_table.h"
#include "numeric/format.h"

namespace tilefuzz::ir {

namespace {
std::span<const Operand> one(const Operand& operand) { return {&operand, 1}; }
}  // namespace

Builder::Builder(Program& program) : program_(&program), blocks_{&program.body} {}

ValueId Builder::param(std::string_view name, const Type& type, std::vector<Dim> extents,
                       std::vector<Dim> strides) {
  Param param;
  param.value = program_->add_value(type, name);
  param.extents = std::move(extents);
  param.strides = std::move(strides);
  program_->params.push_back(std::move(param));
  return program_->params.back().value;
}

ValueId Builder::append(Op op, const Type* written) {
  const auto inferred = written ? std::optional(*written) : infer_result(*program_, op);
  ValueId result = -1;
  if (row(op.code).result != ResultRule::none) {
    result = program_->add_value(inferred.value_or(Type{}));
    op.results.push_back(result);
  }
  blocks_.back()->ops.push_back(std::move(op));
  return result;
}

ValueId Builder::write(Opcode opcode, std::initializer_list<std::span<const Operand>> slots,
                       const Type* written) {
  Op op;
  op.code = opcode;
  const bool counted = row(opcode).has_counts();
  for (const auto& slot : slots) {
    if (counted) op.counts.push_back(static_cast<std::uint8_t>(slot.size()));
    op.operands.insert(op.operands.end(), slot.begin(), slot.end());
  }
  return append(std::move(op), written);
}

ValueId Builder::unary(Opcode opcode, Operand x) { return write(opcode, {one(x)}); }
ValueId Builder::binary(Opcode opcode, Operand a, Operand b) { return write(opcode, {one(a), one(b)}); }

ValueId Builder::cmp(Predicate predicate, Operand a, Operand b) {
  const ValueId result = binary(Opcode::cmp, a, b);
  last().set(AttributeKey::predicate, static_cast<std::int64_t>(predicate));
  return result;
}

ValueId Builder::select(Operand condition, Operand a, Operand b) {
  return write(Opcode::select, {one(condition), one(a), one(b)});
}

ValueId Builder::cast(Operand x, Element element) {
  return convert(Opcode::cast, x, program_->type(x).with_element(element));
}

ValueId Builder::convert(Opcode opcode, Operand x, const Type& type) {
  return write(opcode, {one(x)}, &type);
}

ValueId Builder::constant_bits(const Type& type, std::int64_t bits) {
  const ValueId result = write(Opcode::constant, {}, &type);
  last().data = {bits};
  return result;
}

ValueId Builder::constant(const Type& type, double value) {
  if (numeric::is_integer(type.element)) return constant_bits(type, static_cast<std::int64_t>(value));
  return constant_bits(type, static_cast<std::int64_t>(numeric::encode(type.element, value)));
}

ValueId Builder::iota(int axis, const Type& type) {
  const ValueId result = write(Opcode::iota, {}, &type);
  last().set(AttributeKey::axis, axis);
  return result;
}

ValueId Builder::program_id(int axis) {
  const ValueId result = write(Opcode::program_id, {});
  last().set(AttributeKey::axis, axis);
  return result;
}

ValueId Builder::num_programs(int axis) {
  const ValueId result = write(Opcode::num_programs, {});
  last().set(AttributeKey::axis, axis);
  return result;
}

ValueId Builder::extent(ValueId tensor, int axis) {
  const ValueId result = write(Opcode::extent, {one(Operand(tensor))});
  last().set(AttributeKey::axis, axis);
  return result;
}

ValueId Builder::permute(Operand x, std::span<const std::int64_t> permutation) {
  Op op;
  op.code = Opcode::permute;
  op.operands.push_back(x);
  op.data.assign(permutation.begin(), permutation.end());
  return append(std::move(op), nullptr);
}

ValueId Builder::extract(Operand source, std::span<const Operand> index, const Type& type) {
  return write(Opcode::extract, {one(source), index}, &type);
}

ValueId Builder::insert(Operand piece, Operand into, std::span<const Operand> index) {
  return write(Opcode::insert, {one(piece), one(into), index});
}

ValueId Builder::concat(std::span<const Operand> parts, int axis) {
  Op op;
  op.code = Opcode::concat;
  op.counts.push_back(static_cast<std::uint8_t>(parts.size()));
  op.operands.assign(parts.begin(), parts.end());
  op.set(AttributeKey::axis, axis);
  return append(std::move(op), nullptr);
}

ValueId Builder::reduce(Combine combine, Operand x, int axis) {
  Op op;
  op.code = Opcode::reduce;
  op.operands.push_back(x);
  op.set(AttributeKey::combine, static_cast<std::int64_t>(combine));
  op.set(AttributeKey::axis, axis);
  return append(std::move(op), nullptr);
}

ValueId Builder::scan(Combine combine, Operand x, int axis) {
  const ValueId result = write(Opcode::scan, {one(x)});
  last().set(AttributeKey::combine, static_cast<std::int64_t>(combine));
  last().set(AttributeKey::axis, axis);
  return result;
}

ValueId Builder::mma(Operand a, Operand b, Operand c) { return write(Opcode::mma, {one(a), one(b), one(c)}); }

ValueId Builder::load(ValueId tensor, std::span<const Operand> index, const Type& type) {
  const ValueId result = write(Opcode::load, {one(Operand(tensor)), index}, &type);
  if (type.rank < program_->type(tensor).rank) last().set(AttributeKey::squeeze);
  return result;
}

ValueId Builder::load_padded(ValueId tensor, std::span<const Operand> index, const Type& type,
                             Padding padding) {
  const ValueId result = load(tensor, index, type);
  last().set(AttributeKey::pad, static_cast<std::int64_t>(padding));
  return result;
}

void Builder::store(ValueId tensor, std::span<const Operand> index, Operand value) {
  write(Opcode::store, {one(Operand(tensor)), index, one(value)});
  if (program_->type(value).rank < program_->type(tensor).rank) last().set(AttributeKey::squeeze);
}

ValueId Builder::alloc(const Type& buffer) { return write(Opcode::alloc, {}, &buffer); }

ValueId Builder::read(ValueId buffer, std::span<const Operand> index, const Type& type) {
  return write(Opcode::read, {one(Operand(buffer)), index}, &type);
}

void Builder::write_buffer(ValueId buffer, std::span<const Operand> index, Operand value) {
  write(Opcode::write, {one(Operand(buffer)), index, one(value)});
}

std::vector<ValueId> Builder::add_results(Op& op, std::span<const Operand> like) {
  std::vector<ValueId> results;
  for (const Operand& value : like) {
    const Type type = program_->type(value);
    results.push_back(program_->add_value(type));
    op.results.push_back(results.back());
  }
  return results;
}

std::vector<ValueId> Builder::for_loop(Operand lower, Operand upper, Operand step,
                                       std::span<const Operand> init, const LoopBody& body) {
  Op op;
  op.code = Opcode::for_;
  op.counts = {1, 1, 1, static_cast<std::uint8_t>(init.size())};
  op.operands = {lower, upper, step};
  op.operands.insert(op.operands.end(), init.begin(), init.end());
  // Results first: numbers then follow the text order of the left-hand side.
  const std::vector<ValueId> results = add_results(op, init);
  Type induction_type = program_->type(lower);
  for (const Operand bound : {lower, upper, step}) {
    if (bound.is_value()) induction_type = program_->type(bound);
  }
  Block block;
  const ValueId induction = program_->add_value(induction_type);
  block.arguments.push_back(induction);
  std::vector<ValueId> carried;
  for (const Operand& value : init) {
    const Type type = program_->type(value);
    carried.push_back(program_->add_value(type));
    block.arguments.push_back(carried.back());
  }
  blocks_.push_back(&block);
  const Values yielded = body(induction, carried);
  if (!terminated()) terminate(Opcode::yield, yielded);
  blocks_.pop_back();
  op.regions.push_back(std::move(block));
  blocks_.back()->ops.push_back(std::move(op));
  return results;
}

std::vector<ValueId> Builder::while_loop(std::span<const Operand> init,
                                         const std::function<Operand(std::span<const ValueId>)>& condition,
                                         const std::function<Values(std::span<const ValueId>)>& body) {
  Op op;
  op.code = Opcode::while_;
  op.counts = {static_cast<std::uint8_t>(init.size())};
  op.operands.assign(init.begin(), init.end());
  const std::vector<ValueId> results = add_results(op, init);
  for (int region = 0; region < 2; ++region) {
    Block block;
    std::vector<ValueId> carried;
    for (const Operand& value : init) {
      const Type type = program_->type(value);
      carried.push_back(program_->add_value(type));
      block.arguments.push_back(carried.back());
    }
    blocks_.push_back(&block);
    if (region == 0) {
      const Operand go = condition(carried);
      terminate(Opcode::condition, one(go));
    } else {
      const Values yielded = body(carried);
      if (!terminated()) terminate(Opcode::yield, yielded);
    }
    blocks_.pop_back();
    op.regions.push_back(std::move(block));
  }
  blocks_.back()->ops.push_back(std::move(op));
  return results;
}

std::vector<ValueId> Builder::if_else(Operand condition, const std::function<Values()>& then,
                                      const std::function<Values()>& otherwise) {
  Op op;
  op.code = Opcode::if_;
  op.operands = {condition};
  Values shown;
  for (const auto* branch : {&then, &otherwise}) {
    Block block;
    blocks_.push_back(&block);
    Values yielded;
    if (*branch) yielded = (*branch)();
    if (!terminated()) {
      terminate(Opcode::yield, yielded);
      shown = yielded;
    }
    blocks_.pop_back();
    op.regions.push_back(std::move(block));
  }
  const std::vector<ValueId> results = add_results(op, shown);
  blocks_.back()->ops.push_back(std::move(op));
  return results;
}

void Builder::break_loop(std::span<const Operand> values) { terminate(Opcode::break_, values); }
void Builder::continue_loop(std::span<const Operand> values) { terminate(Opcode::continue_, values); }
void Builder::finish() { terminate(Opcode::yield, {}); }

bool Builder::terminated() const {
  const auto& ops = blocks_.back()->ops;
  return !ops.empty() && row(ops.back().code).is_terminator();
}

void Builder::terminate(Opcode opcode, std::span<const Operand> values) {
  Op op;
  op.code = opcode;
  if (row(opcode).has_counts()) op.counts.push_back(static_cast<std::uint8_t>(values.size()));
  op.operands.assign(values.begin(), values.end());
  blocks_.back()->ops.push_back(std::move(op));
}

}  // namespace tilefuzz::ir
