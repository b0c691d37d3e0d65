#include <algorithm>

#include "ir/operation_table.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/sparse_operand.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::Block;
using ir::HintKey;
using ir::Op;
using ir::Opcode;
using ir::Operand;
using ir::Type;
using ir::ValueId;

namespace {

bool is_trivial(const Block& block) {
  return block.ops.empty() ||
         (block.ops.size() == 1 && block.ops[0].operands.empty() && block.ops[0].code == Opcode::yield);
}

}  // namespace

// Gives every carried value a home and copies the initial values in. An accumulator whose last reader is
// the loop is taken over as it is.
void Emitter::open_carried(const Op& loop) {
  const auto inits = carried_inits(loop);
  for (std::size_t i = 0; i < loop.results.size(); ++i) {
    const ValueId result = loop.results[i];
    const Type& t = type(result);
    if (analysis_.in_fragment(result)) {
      const Operand init = inits[i];
      if (init.is_value() && home(init.number).kind == Home::Kind::accumulator &&
          analysis_.dies_at(init.number, loop)) {
        make_accumulator(result, home(init.number).name);
      } else {
        make_accumulator(result);
        assign(home(result), t, init);
      }
    } else if (t.is_scalar()) {
      Home made;
      made.kind = Home::Kind::scalar;
      made.variable = true;
      made.name = alloc_variable(base_name(result), t.element);
      home(result) = made;
      assign(made, t, inits[i]);
    } else if (t.kind == ir::TypeKind::sparse) {
      open_carried_sparse(result, inits[i]);
    } else {
      make_shared(result);
      assign(home(result), t, inits[i]);
    }
    for (const Block& region : loop.regions) {
      const std::size_t position = first_carried_argument(loop) + i;
      if (position < region.arguments.size()) home(region.arguments[position]) = home(result);
    }
  }
}

void Emitter::open_carried_sparse(ValueId result, Operand init) {
  // The metadata's width is known from the value that is carried in.
  const Home source = home(init.number);
  Home made = source;
  const Type& t = type(result);
  const auto source_op = sparse_of_.find(source.metadata);
  if (source_op == sparse_of_.end()) refuse("a sparse value of unknown metadata is carried");
  const SparseOperand& operand = source_op->second;
  const std::int32_t values[] = {t.extents[0], operand.stored_columns(t.extents[1])};
  const std::int32_t positions[] = {t.extents[0], operand.metadata_columns(t.extents[1])};
  made.name = alloc_shared(base_name(result), values, dtype_of(t.element));
  made.metadata = alloc_shared(base_name(result) + "_e", positions, operand.metadata_dtype());
  sparse_of_[made.metadata] = operand;
  home(result) = made;
  assign(made, t, init);
}

void Emitter::body_of(const Op& loop, const Block& region) {
  frames_.push_back({&loop});
  const std::size_t before = body_.size();
  for (std::size_t i = first_carried_argument(loop); i < region.arguments.size(); ++i)
    settle(region.arguments[i]);
  block(region);
  if (body_.size() == before) body_.line("T.evaluate(0)");
  frames_.pop_back();
}

void Emitter::for_loop(const Op& op) {
  open_carried(op);
  const Block& region = op.regions[0];
  const ValueId induction = region.arguments[0];
  if (type(induction).element != ir::Element::i32) refuse("a loop whose variable is not i32");
  const std::string lower = index(op.slot(0)[0]);
  const std::string upper = index(op.slot(1)[0]);
  const std::string step = index(op.slot(2)[0]);
  const std::string variable = names_.fresh(base_name(induction));
  Home h;
  h.kind = Home::Kind::scalar;
  h.name = variable;
  home(induction) = h;

  const auto stages = op.hint(HintKey::stages);
  if (!stages) {
    const std::string function = op.hint(HintKey::unroll) ? "T.unroll" : "T.serial";
    std::vector<std::string> range = {lower, upper};
    if (step != "1") range.push_back(step);
    if (lower == "0" && step == "1") range = {upper};
    body_.open("for " + variable + " in " + call(function, range) + ":");
    body_of(op, region);
    body_.close();
  } else {
    std::vector<std::string> range;
    if (step != "1") {
      // T.Pipelined has no step: count iterations and compute the variable.
      const std::string count = names_.fresh(variable + "_n");
      body_.open("for " + count + " in T.Pipelined(T.ceildiv(" + upper + (lower == "0" ? "" : " - " + lower) +
                 ", " + step + "), num_stages=" + std::to_string(*stages) + "):");
      home(induction).name =
          lower == "0" ? "(" + count + " * " + step + ")" : "(" + lower + " + " + count + " * " + step + ")";
    } else {
      range = lower == "0" ? std::vector<std::string>{upper} : std::vector<std::string>{lower, upper};
      range.push_back("num_stages=" + std::to_string(*stages));
      body_.open("for " + variable + " in " + call("T.Pipelined", range) + ":");
    }
    body_of(op, region);
    body_.close();
  }
  for (const ValueId result : op.results) settle(result);
}

bool Emitter::is_simple_condition(const Block& block) const {
  return std::ranges::all_of(block.ops, [&](const Op& op) {
    if (op.code == Opcode::condition) return true;
    return op.results.size() == 1 && program_.type(op.results[0]).is_scalar() &&
           (is_elementwise(op.code) || op.code == Opcode::constant || op.code == Opcode::program_id ||
            op.code == Opcode::num_programs || op.code == Opcode::extent);
  });
}

void Emitter::while_loop(const Op& op) {
  open_carried(op);
  const Block& test = op.regions[0];
  if (is_simple_condition(test)) {
    inline_scalars_ = true;
    for (const Op& each : test.ops) {
      if (each.code != Opcode::condition) operation(each);
    }
    inline_scalars_ = false;
    body_.open("while " + scalar(test.ops.back().operands[0]) + ":");
    body_of(op, op.regions[1]);
    body_.close();
  } else {
    // The condition needs statements, so it is evaluated inside the loop.
    const std::string go = alloc_variable("go", ir::Element::i32);
    body_.line(go + " = 1");
    body_.open("while " + go + " != 0:");
    for (const ValueId argument : test.arguments) settle(argument);
    frames_.push_back({&op});
    for (const Op& each : test.ops) {
      if (each.code != Opcode::condition) operation(each);
    }
    frames_.pop_back();
    body_.open("if " + scalar(test.ops.back().operands[0]) + ":");
    body_of(op, op.regions[1]);
    body_.close();
    body_.open("else:");
    body_.line(go + " = 0");
    body_.close();
    body_.close();
  }
  for (const ValueId result : op.results) settle(result);
}

void Emitter::branch(const Op& op) {
  for (const ValueId result : op.results) {
    const Type& t = type(result);
    if (t.is_scalar()) {
      Home made;
      made.kind = Home::Kind::scalar;
      made.variable = true;
      made.name = alloc_variable(base_name(result), t.element);
      home(result) = made;
    } else if (t.is_tile()) {
      make_shared(result);
    } else {
      refuse("a branch yields a sparse value");
    }
  }
  body_.open("if " + scalar(op.operands[0]) + ":");
  body_of(op, op.regions[0]);
  body_.close();
  if (op.regions.size() > 1 && !is_trivial(op.regions[1])) {
    body_.open("else:");
    body_of(op, op.regions[1]);
    body_.close();
  }
}

void Emitter::terminator(const Op& op) {
  if (frames_.empty()) return;
  const Op* target = frames_.back().op;
  if (op.code != Opcode::yield) {
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      target = frame->op;
      if (is_loop(*target)) break;
    }
  }
  assign_all(target->results, op.operands);
  if (op.code == Opcode::continue_) body_.line("continue");
  if (op.code == Opcode::break_) body_.line("break");
}

}  // namespace tilefuzz::targets::tilelang
