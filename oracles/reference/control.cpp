#include <algorithm>

#include "ir/walk.h"
#include "numeric/integer.h"
#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

std::vector<ir::ValueId> written_buffers(const ir::Program& program, const ir::Op& loop) {
  std::vector<ir::ValueId> out;
  for (const ir::Block& region : loop.regions) {
    ir::walk(region, [&](const ir::Op& op, int) {
      if (op.code != ir::Opcode::write || op.operands.empty() || op.operands[0].literal) return;
      if (program.type(op.operands[0].number).kind == ir::TypeKind::buffer) {
        out.push_back(op.operands[0].number);
      }
    });
  }
  return out;
}

}  // namespace

bool Machine::run() {
  Values ignored;
  const Exit exit = run_block(program.body, ignored);
  if (exit == Exit::stopped) return false;
  if (exit != Exit::yield) return fail(TrapKind::malformed, "the kernel's block does not end in yield");
  return true;
}

bool Machine::step(const ir::Op& op) {
  position_ = op.position;
  ++result_.operations;
  if (++operations_ > options_.operation_budget) {
    return fail(TrapKind::budget,
                "the block executes more than " + std::to_string(options_.operation_budget) + " operations");
  }
  return !stopped();
}

bool Machine::collect(std::span<const ir::Operand> operands, Values& out) {
  // `out` may hold values that die only here: take all before replacing any.
  Values taken;
  taken.reserve(operands.size());
  for (const ir::Operand& operand : operands) {
    TilePtr value = shared_tile(operand);
    if (!value) return false;
    taken.push_back(std::move(value));
  }
  out = std::move(taken);
  return true;
}

bool Machine::bind(std::span<const ir::ValueId> ids, const Values& values) {
  if (ids.size() != values.size()) {
    return fail(TrapKind::malformed,
                std::to_string(values.size()) + " values for " + std::to_string(ids.size()) + " names");
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto id = static_cast<std::size_t>(ids[i]);
    if (id >= values_.size() ||
        values[i]->size() != static_cast<std::size_t>(program.types[id].element_count())) {
      return fail(TrapKind::malformed, "a carried value has another shape than its name");
    }
    values_[id] = values[i];
  }
  return true;
}

bool Machine::assign(const ir::Op& op, TilePtr value) {
  if (!value) {
    return stopped() ? false : fail(TrapKind::malformed, "the operation has no result");
  }
  if (op.results.empty()) return !stopped();
  const auto id = static_cast<std::size_t>(op.results.front());
  // Operations without a value for their result, such as alloc, give an empty tile.
  if (value->size() == 0) return !stopped();
  if (value->size() != static_cast<std::size_t>(program.types[id].element_count())) {
    return fail(TrapKind::malformed, "the result has another shape than its type");
  }
  values_[id] = std::move(value);
  return !stopped();
}

Machine::Exit Machine::run_block(const ir::Block& block, Values& out) {
  for (const ir::Op& op : block.ops) {
    if (!step(op)) return Exit::stopped;
    switch (op.code) {
      case ir::Opcode::for_:
        if (!run_for(op)) return Exit::stopped;
        break;
      case ir::Opcode::while_:
        if (!run_while(op)) return Exit::stopped;
        break;
      case ir::Opcode::if_: {
        Values values;
        const Exit exit = run_if(op, values);
        if (exit != Exit::yield) {
          out = std::move(values);
          return exit;
        }
        if (!bind(op.results, values)) return Exit::stopped;
        break;
      }
      case ir::Opcode::yield:
        return collect(op.operands, out) ? Exit::yield : Exit::stopped;
      case ir::Opcode::continue_:
        return collect(op.operands, out) ? Exit::continue_ : Exit::stopped;
      case ir::Opcode::break_:
        return collect(op.operands, out) ? Exit::break_ : Exit::stopped;
      case ir::Opcode::condition:
        return collect(op.operands, out) ? Exit::condition : Exit::stopped;
      default:
        if (!assign(op, run_operation(*this, op))) return Exit::stopped;
    }
  }
  fail(TrapKind::malformed, "a block has no terminator");
  return Exit::stopped;
}

bool Machine::run_for(const ir::Op& op) {
  if (op.operands.size() < 3 || op.regions.size() != 1 || op.regions[0].arguments.empty()) {
    return fail(TrapKind::malformed, "a `for` lacks bounds or a body");
  }
  const auto lower = integer(op.operands[0], TrapKind::poison_extent, "the lower bound");
  const auto upper = integer(op.operands[1], TrapKind::poison_extent, "the upper bound");
  const auto stride = integer(op.operands[2], TrapKind::poison_extent, "the step");
  if (!lower || !upper || !stride) return false;
  const ir::Block& body = op.regions[0];
  const ir::Element element = program.type(body.arguments[0]).element;
  if (!numeric::is_integer(element) || !program.type(body.arguments[0]).is_scalar()) {
    return fail(TrapKind::malformed, "the loop counts in no integer scalar");
  }
  if (*stride <= 0) return fail(TrapKind::loop_step, "the step is " + std::to_string(*stride));
  std::int64_t end = 0;
  if (__builtin_add_overflow(*upper, *stride, &end) || !numeric::fits_signed(element, end)) {
    return fail(TrapKind::loop_bound, "upper bound plus step, " + std::to_string(*upper) + " + " +
                                          std::to_string(*stride) + ", overflows " +
                                          std::string(numeric::name(element)));
  }

  Values carried;
  if (!collect(op.slot(3), carried)) return false;
  const bool staged = op.hint(ir::HintKey::stages).value_or(0) > 0;
  if (staged) pipelined_.push_back({&op, written_buffers(program, op), 0});
  bool ok = true;
  const std::span<const ir::ValueId> names(body.arguments);
  for (std::int64_t i = *lower; i < *upper && ok; i += *stride) {
    if (staged) pipelined_.back().since = ++clock_;
    Tile induction(1);
    induction.bits[0] = numeric::wrap(element, i);
    values_[static_cast<std::size_t>(names[0])] = std::make_shared<const Tile>(std::move(induction));
    ok = bind(names.subspan(1), carried);
    if (!ok) break;
    const Exit exit = run_block(body, carried);
    if (exit == Exit::break_) break;
    ok = exit == Exit::yield || exit == Exit::continue_;
    if (!ok && exit == Exit::condition) fail(TrapKind::malformed, "a `for` ends in condition");
  }
  if (staged) pipelined_.pop_back();
  return ok && bind(op.results, carried);
}

bool Machine::run_while(const ir::Op& op) {
  if (op.regions.size() != 2) return fail(TrapKind::malformed, "a `while` lacks a region");
  Values carried;
  if (!collect(op.operands, carried)) return false;
  bool ok = false;
  while (true) {
    Values condition;
    if (!bind(op.regions[0].arguments, carried)) break;
    const Exit test = run_block(op.regions[0], condition);
    if (test != Exit::condition || condition.size() != 1 || condition[0]->size() != 1) {
      fail(TrapKind::malformed, "the first region of a `while` does not end in condition");
      break;
    }
    if (condition[0]->mark(0) & kPoison) {
      fail(TrapKind::poison_branch, "the condition of the loop is poison");
      break;
    }
    if ((condition[0]->bits[0] & 1) == 0) {
      ok = true;
      break;
    }
    if (!bind(op.regions[1].arguments, carried)) break;
    const Exit exit = run_block(op.regions[1], carried);
    if (exit == Exit::break_) {
      ok = true;
      break;
    }
    if (exit != Exit::yield && exit != Exit::continue_) break;
  }
  if (!ok) return stopped() ? false : fail(TrapKind::malformed, "a `while` ends in condition");
  return bind(op.results, carried);
}

Machine::Exit Machine::run_if(const ir::Op& op, Values& out) {
  const auto reject = [&](TrapKind kind, std::string message) {
    fail(kind, std::move(message));
    return Exit::stopped;
  };
  if (op.operands.size() != 1 || op.regions.size() != 2) {
    return reject(TrapKind::malformed, "an `if` lacks its condition or a branch");
  }
  const Tile* condition = tile(op.operands[0]);
  if (!condition) return Exit::stopped;
  if (condition->size() != 1) return reject(TrapKind::malformed, "the condition is not a scalar");
  if (condition->mark(0) & kPoison) return reject(TrapKind::poison_branch, "the condition is poison");
  const Exit exit = run_block(op.regions[(condition->bits[0] & 1) != 0 ? 0 : 1], out);
  if (exit == Exit::condition) return reject(TrapKind::malformed, "a branch ends in condition");
  return exit;
}

}  // namespace tilefuzz::reference
