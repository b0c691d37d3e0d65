#include "ir/operation_table.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::AttributeKey;
using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Operand;
using ir::Type;

void Emitter::refuse(std::string message) const { throw Refusal{{std::move(message), position_}}; }

void Emitter::block(const Block& block) {
  for (const Op& op : block.ops) operation(op);
}

void Emitter::operation(const Op& op) {
  const SourcePosition outer = position_;
  position_ = op.position;
  body_.at(position_);
  switch (op.code) {
    case Opcode::constant:
    case Opcode::iota:
    case Opcode::program_id:
    case Opcode::num_programs:
    case Opcode::extent:
    case Opcode::assume:
      simple_value(op);
      break;
    case Opcode::reshape:
      reshape(op);
      break;
    case Opcode::permute:
      permute(op);
      break;
    case Opcode::broadcast:
      broadcast(op);
      break;
    case Opcode::extract:
      extract(op);
      break;
    case Opcode::insert:
      insert(op);
      break;
    case Opcode::concat:
      concat(op);
      break;
    case Opcode::reduce:
      reduce(op);
      break;
    case Opcode::scan:
      scan(op);
      break;
    case Opcode::mma:
      mma(op);
      break;
    case Opcode::load:
      load(op);
      break;
    case Opcode::store:
      store(op);
      break;
    case Opcode::gather:
      gather(op);
      break;
    case Opcode::scatter:
      scatter(op);
      break;
    case Opcode::atomic:
      atomic(op);
      break;
    case Opcode::alloc:
      alloc(op);
      break;
    case Opcode::read:
      read(op);
      break;
    case Opcode::write:
      write(op);
      break;
    case Opcode::for_:
      for_loop(op);
      break;
    case Opcode::while_:
      while_loop(op);
      break;
    case Opcode::if_:
      branch(op);
      break;
    case Opcode::yield:
    case Opcode::continue_:
    case Opcode::break_:
      terminator(op);
      break;
    case Opcode::condition:
      break;
    default:
      if (!is_elementwise(op.code)) refuse("TileLang cannot say " + std::string(ir::row(op.code).name));
      elementwise(op);
  }
  position_ = outer;
  body_.at(position_);
}

void Emitter::simple_value(const Op& op) {
  const Type& t = type(op.result());
  const auto axis = static_cast<std::size_t>(op.attribute(AttributeKey::axis).value_or(0));
  Home made;
  switch (op.code) {
    case Opcode::constant:
      if (op.data.size() > 1) return constant_elements(op);
      made.kind = t.is_scalar() ? Home::Kind::scalar : Home::Kind::splat;
      made.name = literal(t.element, op.data.empty() ? 0 : op.data[0], analysis_.has_gemm_sp());
      if (t.is_scalar() && t.element == ir::Element::i1) made.name = "(" + made.name + " != T.int8(0))";
      break;
    case Opcode::iota:
      made.kind = Home::Kind::iota;
      made.axis = static_cast<int>(axis);
      break;
    case Opcode::program_id:
    case Opcode::num_programs:
      if (axis >= block_variables_.size()) refuse("the grid has no axis " + std::to_string(axis));
      made.kind = Home::Kind::scalar;
      made.name = op.code == Opcode::program_id ? block_variables_[axis] : "(" + grid_[axis] + ")";
      break;
    case Opcode::extent: {
      const int number = program_.param_index(op.operands[0].number);
      if (number < 0) refuse("the extent of something that is not a parameter");
      made.kind = Home::Kind::scalar;
      made.name = extents_[static_cast<std::size_t>(number)][axis];
      // A typed literal, so that Python does not compute with it at twice the width.
      if (made.name.find_first_not_of("0123456789") == std::string::npos)
        made.name = "T.int32(" + made.name + ")";
      break;
    }
    default: {  // assume
      const std::string x = scalar(op.operands[0]);
      if (const auto divisor = op.attribute(AttributeKey::divisor)) {
        body_.line(call("T.assume", {x + " % " + std::to_string(*divisor) + " == 0"}));
      }
      if (const auto lower = op.attribute(AttributeKey::lower)) {
        body_.line(call("T.assume", {x + " >= " + std::to_string(*lower)}));
      }
      if (const auto upper = op.attribute(AttributeKey::upper)) {
        body_.line(call("T.assume", {x + " <= " + std::to_string(*upper)}));
      }
      made = op.operands[0].is_value() ? home(op.operands[0].number) : Home{};
      if (made.kind == Home::Kind::none) {
        made.kind = Home::Kind::scalar;
        made.name = x;
      }
      made.variable = false;
      made.name = x;
    }
  }
  home(op.result()) = made;
}

// A constant with elements of its own, stored one by one.
void Emitter::constant_elements(const Op& op) {
  const Type& t = type(op.result());
  const std::string name = make_shared(op.result());
  std::vector<std::int64_t> at(t.rank, 0);
  for (const std::int64_t bits : op.data) {
    std::vector<std::string> index;
    for (const std::int64_t each : at) index.push_back(std::to_string(each));
    body_.line(name + "[" + joined(index, ", ") + "] = " + literal(t.element, bits, analysis_.has_gemm_sp()));
    for (std::size_t axis = t.rank; axis-- > 0;) {
      if (++at[axis] < t.extents[axis]) break;
      at[axis] = 0;
    }
  }
}

}  // namespace tilefuzz::targets::tilelang
