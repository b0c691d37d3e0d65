#include <algorithm>
#include <map>
#include <numeric>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "oracles/reference/inputs.h"

namespace tilefuzz::reference {
namespace {

using ir::AttributeKey;
using ir::Opcode;

// Which parameter a value's elements come from unchanged, and what is asked of them.
class Tracer {
 public:
  Tracer(const ir::Program& program, const Setup& setup, Inputs& inputs)
      : program_(program), setup_(setup), inputs_(inputs), bounded_(program.params.size()) {}

  void visit(const ir::Op& op) {
    switch (op.code) {
      case Opcode::load:
      case Opcode::gather:
        if (!op.results.empty()) origin_[op.result()] = program_.param_index(op.operands[0].number);
        if (op.code == Opcode::gather) index_use(op);
        break;
      case Opcode::scatter:
      case Opcode::atomic:
        index_use(op);
        break;
      case Opcode::assume:
        pass_on(op);
        assumed(op);
        break;
      case Opcode::cast:
      case Opcode::reshape:
      case Opcode::permute:
      case Opcode::broadcast:
      case Opcode::extract:
        pass_on(op);
        break;
      default:
        break;
    }
  }

 private:
  int origin(const ir::Operand& operand) const {
    const auto found = operand.literal ? origin_.end() : origin_.find(operand.number);
    return found == origin_.end() ? -1 : found->second;
  }

  void pass_on(const ir::Op& op) {
    const int param = op.operands.empty() ? -1 : origin(op.operands[0]);
    if (param >= 0 && !op.results.empty()) origin_[op.result()] = param;
  }

  void narrow(int param, std::int64_t low, std::int64_t high) {
    ParamInput& input = inputs_.params[static_cast<std::size_t>(param)];
    const bool known = bounded_[static_cast<std::size_t>(param)];
    input.low = known ? std::max(input.low, low) : low;
    input.high = std::max(known ? std::min(input.high, high) : high, input.low);
    bounded_[static_cast<std::size_t>(param)] = true;
  }

  void index_use(const ir::Op& op) {
    const int target = program_.param_index(op.operands[0].number);
    if (target < 0) return;
    const Window& window = setup_.windows[static_cast<std::size_t>(target)];
    const auto indices = op.slot(1);
    for (std::size_t axis = 0; axis < std::min(indices.size(), window.extents.size()); ++axis) {
      const int param = origin(indices[axis]);
      if (param < 0) continue;
      narrow(param, 0, std::max<std::int64_t>(window.extents[axis] - 1, 0));
      inputs_.params[static_cast<std::size_t>(param)].distinct = true;
    }
  }

  void assumed(const ir::Op& op) {
    const int param = origin(op.operands[0]);
    if (param < 0) return;
    const auto lower = op.attribute(AttributeKey::lower);
    const auto upper = op.attribute(AttributeKey::upper);
    if (lower || upper) {
      const std::int64_t low = lower.value_or(std::min<std::int64_t>(*upper, 0) - (*upper < 0 ? 8 : 0));
      narrow(param, low, upper.value_or(low + 8));
    }
    if (const auto divisor = op.attribute(AttributeKey::divisor); divisor.value_or(0) > 1) {
      ParamInput& input = inputs_.params[static_cast<std::size_t>(param)];
      input.multiple = std::lcm(input.multiple, *divisor);
    }
  }

  const ir::Program& program_;
  const Setup& setup_;
  Inputs& inputs_;
  std::vector<bool> bounded_;
  std::map<ir::ValueId, int> origin_;
};

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

}  // namespace

Inputs default_inputs(const ir::Program& program, const Setup& setup, std::uint64_t seed) {
  Inputs inputs{seed, std::vector<ParamInput>(program.params.size())};
  for (std::size_t i = 0; i < program.params.size(); ++i) {
    ParamInput& input = inputs.params[i];
    if (program.params[i].is_unsigned) {
      input.low = 0;
      input.high = 8;
    }
    if (program.type(program.params[i].value).element == ir::Element::i1) {
      input.low = 0;
      input.high = 1;
    }
  }
  Tracer tracer(program, setup, inputs);
  ir::walk(program.body, [&](const ir::Op& op, int) { tracer.visit(op); });
  for (ParamInput& input : inputs.params) {
    // Bounds speak of values, the fill draws multiples.
    if (input.multiple > 1) {
      input.low = -floor_divide(-input.low, input.multiple);
      input.high = std::max(floor_divide(input.high, input.multiple), input.low);
    }
  }
  return inputs;
}

}  // namespace tilefuzz::reference
