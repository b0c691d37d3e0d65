#include <algorithm>
#include <utility>

#include "targets/tileiras/lower/lowering.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;

namespace {

// Whether the loop that holds the block may be left by `break`; inner loops have their own.
bool breaks(const ir::Block& block) {
  return std::ranges::any_of(block.ops, [](const ir::Op& op) {
    if (op.code == ir::Opcode::break_) return true;
    return op.code == ir::Opcode::if_ && std::ranges::any_of(op.regions, breaks);
  });
}

bool leaves_loop_pass(const ir::Block& block) {
  if (block.ops.empty()) return false;
  const ir::Opcode last = block.ops.back().code;
  return last == ir::Opcode::break_ || last == ir::Opcode::continue_;
}

}  // namespace

std::vector<bc::ValueId> Lowering::with_tokens(std::vector<bc::ValueId> values,
                                               const Tokens::Slots& slots) const {
  for (const Tokens::Slot& slot : slots) values.push_back(tokens_.value(slot));
  return values;
}

std::vector<bc::ValueId> Lowering::values_of(std::span<const ir::Operand> operands) {
  std::vector<bc::ValueId> values;
  for (const ir::Operand& operand : operands) values.push_back(value(operand));
  return values;
}

std::vector<bc::TypeId> Lowering::types_of(std::span<const ir::ValueId> values, const Tokens::Slots& slots) {
  std::vector<bc::TypeId> types;
  for (const ir::ValueId name : values) types.push_back(tile_type(program_.type(name)));
  types.insert(types.end(), slots.size(), builder_.token());
  return types;
}

void Lowering::bind(std::span<const ir::ValueId> names, const Tokens::Slots& slots, bc::ValueId first) {
  for (const ir::ValueId name : names) values_[static_cast<std::size_t>(name)] = first++;
  for (const Tokens::Slot& slot : slots) tokens_.assign(slot, first++);
}

void Lowering::terminate(Opcode opcode, std::span<const bc::ValueId> values) {
  bc::Operation end;
  end.opcode = opcode;
  end.operands.assign(values.begin(), values.end());
  builder_.add(std::move(end));
}

void Lowering::for_loop(const ir::Op& op) {
  const Tokens::Slots slots = tokens_.slots(next_effects());
  const ir::Block& body = op.regions.front();
  if (breaks(body)) return exiting_for(op, slots);
  const ir::Element index = program_.type(body.arguments.front()).element;
  bc::Operation loop;
  loop.opcode = Opcode::for_;
  for (const bc::TypeId type : types_of(op.results, slots)) loop.results.push_back(type);
  for (int slot = 0; slot < 3; ++slot) {
    loop.operands.push_back(as_index(tile(op.slot(slot).front(), index), index).value);
  }
  for (const bc::ValueId init : with_tokens(values_of(op.slot(3)), slots)) loop.operands.push_back(init);
  const Tokens outside = tokens_;
  builder_.open(std::move(loop));
  bind(body.arguments, slots, builder_.begin_region(types_of(body.arguments, slots)));
  frames_.push_back(Frame{Frame::Kind::counted, slots, false, 0, 0, 0, {}});
  block(body);
  frames_.pop_back();
  builder_.end_region();
  tokens_ = outside;
  bind(op.results, slots, builder_.close());
}

// Tile IR's `for` cannot be left early: a `loop` that carries the induction variable.
void Lowering::exiting_for(const ir::Op& op, const Tokens::Slots& slots) {
  const ir::Block& body = op.regions.front();
  const ir::Element index = program_.type(body.arguments.front()).element;
  const Tile lower = as_index(tile(op.slot(0).front(), index), index);
  const Tile upper = as_index(tile(op.slot(1).front(), index), index);
  const Tile step = as_index(tile(op.slot(2).front(), index), index);
  bc::Operation loop;
  loop.opcode = Opcode::loop;
  for (const bc::TypeId type : types_of(op.results, slots)) loop.results.push_back(type);
  loop.operands.push_back(lower.value);
  for (const bc::ValueId init : with_tokens(values_of(op.slot(3)), slots)) loop.operands.push_back(init);
  const Tokens outside = tokens_;
  builder_.open(std::move(loop));
  const bc::ValueId first = builder_.begin_region(types_of(body.arguments, slots));
  bind(body.arguments, slots, first);
  Frame frame{Frame::Kind::loop, slots, true, first, step.value, tile_type(lower.type), {}};
  for (std::size_t i = 1; i < body.arguments.size(); ++i)
    frame.carried.push_back(first + static_cast<bc::ValueId>(i));
  frames_.push_back(std::move(frame));
  leave_unless(builder_.add(Opcode::cmpi, builder_.tile(bc::TypeTag::i1), {first, upper.value},
                            {static_cast<std::uint64_t>(bc::Predicate::lt),
                             static_cast<std::uint64_t>(bc::Signedness::is_signed)}));
  block(body);
  frames_.pop_back();
  builder_.end_region();
  tokens_ = outside;
  bind(op.results, slots, builder_.close());
}

void Lowering::while_loop(const ir::Op& op) {
  const Tokens::Slots slots = tokens_.slots(next_effects());
  const ir::Block& head = op.regions.front();
  const ir::Block& body = op.regions.back();
  bc::Operation loop;
  loop.opcode = Opcode::loop;
  for (const bc::TypeId type : types_of(op.results, slots)) loop.results.push_back(type);
  for (const bc::ValueId init : with_tokens(values_of(op.slot(0)), slots)) loop.operands.push_back(init);
  const Tokens outside = tokens_;
  builder_.open(std::move(loop));
  const bc::ValueId first = builder_.begin_region(types_of(head.arguments, slots));
  bind(head.arguments, slots, first);
  bind(body.arguments, {}, first);
  Frame frame{Frame::Kind::loop, slots, false, 0, 0, 0, {}};
  for (std::size_t i = 0; i < head.arguments.size(); ++i)
    frame.carried.push_back(first + static_cast<bc::ValueId>(i));
  frames_.push_back(std::move(frame));
  block(head);
  block(body);
  frames_.pop_back();
  builder_.end_region();
  tokens_ = outside;
  bind(op.results, slots, builder_.close());
}

// Leaves the innermost loop with what it carried, and the tokens of this place, when the condition is false.
void Lowering::leave_unless(bc::ValueId condition) {
  const Frame& frame = frames_.back();
  bc::Operation test;
  test.opcode = Opcode::if_;
  test.operands.push_back(condition);
  builder_.open(std::move(test));
  builder_.begin_region({});
  terminate(Opcode::yield, {});
  builder_.end_region();
  builder_.begin_region({});
  terminate(Opcode::break_, with_tokens(frame.carried, frame.slots));
  builder_.end_region();
  builder_.close();
}

void Lowering::branch(const ir::Op& op) {
  const GroupEffects effects = next_effects();
  const ir::Block nothing;
  const ir::Block& then = op.regions.front();
  const ir::Block& otherwise = op.regions.size() > 1 ? op.regions.back() : nothing;
  // Without a branch that falls through nobody returns tokens, and nothing after it runs.
  const bool falls_through = !leaves_loop_pass(then) || !leaves_loop_pass(otherwise);
  const Tokens::Slots slots = falls_through ? tokens_.slots(effects) : Tokens::Slots{};
  bc::Operation choice;
  choice.opcode = Opcode::if_;
  for (const bc::TypeId type : types_of(op.results, slots)) choice.results.push_back(type);
  choice.operands.push_back(value(op.operands.front(), ir::Element::i1));
  builder_.open(std::move(choice));
  const Tokens before = tokens_;
  for (const ir::Block* region : {&then, &otherwise}) {
    builder_.begin_region({});
    frames_.push_back(Frame{Frame::Kind::branch, slots, false, 0, 0, 0, {}});
    block(*region);
    if (region->ops.empty()) pass_on(frames_.back(), {});
    frames_.pop_back();
    builder_.end_region();
    tokens_ = before;
  }
  bind(op.results, slots, builder_.close());
}

const Lowering::Frame& Lowering::innermost_loop() const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (frame->kind == Frame::Kind::counted || frame->kind == Frame::Kind::loop) return *frame;
  }
  return frames_.front();
}

// Ends an iteration, a branch or the kernel.
void Lowering::pass_on(const Frame& frame, std::vector<bc::ValueId> values) {
  switch (frame.kind) {
    case Frame::Kind::top:
      return terminate(Opcode::return_, {});
    case Frame::Kind::branch:
      return terminate(Opcode::yield, with_tokens(std::move(values), frame.slots));
    case Frame::Kind::counted:
      return terminate(Opcode::continue_, with_tokens(std::move(values), frame.slots));
    case Frame::Kind::loop:
      break;
  }
  if (frame.has_induction) {
    const bc::ValueId next = builder_.add(Opcode::addi, frame.index_type, {frame.induction, frame.step}, {0});
    values.insert(values.begin(), next);
  }
  terminate(Opcode::continue_, with_tokens(std::move(values), frame.slots));
}

void Lowering::terminator(const ir::Op& op) {
  std::vector<bc::ValueId> values = values_of(op.operands);
  switch (op.code) {
    case ir::Opcode::yield:
      return pass_on(frames_.back(), std::move(values));
    case ir::Opcode::continue_:
      return pass_on(innermost_loop(), std::move(values));
    case ir::Opcode::condition:
      return leave_unless(value(op.operands.front(), ir::Element::i1));
    default:
      break;
  }
  const Frame& loop = innermost_loop();
  terminate(Opcode::break_, with_tokens(std::move(values), loop.slots));
}

}  // namespace tilefuzz::targets::tileiras
