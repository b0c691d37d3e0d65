#include "ir/liveness.h"

#include "ir/operation_table.h"
#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

constexpr int kNone = -1;

bool is_loop(Opcode code) { return code == Opcode::for_ || code == Opcode::while_; }
// Operands of a loop before its initial values: lower, upper, step.
std::size_t bounds(const Op& op) { return op.code == Opcode::for_ ? 3 : 0; }

struct Node {
  const Op* op = nullptr;
  int parent = kNone;  // index of the operation that holds it
  std::vector<int> ends =
      {};  // of a loop or `if`: terminators that pass values to it; of a while, `condition`
};

// Where a value comes from: result or region argument `position` of an operation.
struct Definition {
  int node = kNone;
  int position = 0;
  bool argument = false;
};

class Marker {
 public:
  explicit Marker(const Program& program)
      : program_(program), definitions_(program.types.size()), writes_(program.types.size()) {
    enter(program.body, kNone);
    live_.ops.assign(nodes_.size(), false);
    live_.values.assign(program.types.size(), false);
  }

  Liveness run() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Op& op = *nodes_[i].op;
      const Effect effect = row(op.code).effect;
      const bool writes = effect == Effect::writes || effect == Effect::reads_writes;
      if (writes && program_.type(op.operands.front().number).kind != TypeKind::buffer)
        mark(static_cast<int>(i));
    }
    while (!work_.empty()) {
      const int next = work_.back();
      work_.pop_back();
      follow(next);
    }
    return std::move(live_);
  }

 private:
  Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
  Definition& definition(ValueId value) { return definitions_[static_cast<std::size_t>(value)]; }

  void enter(const Block& block, int parent) {
    for (std::size_t i = 0; i < block.arguments.size(); ++i)
      definition(block.arguments[i]) = {parent, static_cast<int>(i), true};
    for (const Op& op : block.ops) {
      const int index = static_cast<int>(nodes_.size());
      nodes_.push_back({&op, parent});
      for (std::size_t i = 0; i < op.results.size(); ++i)
        definition(op.results[i]) = {index, static_cast<int>(i), false};
      if (op.code == Opcode::write)
        writes_[static_cast<std::size_t>(op.operands.front().number)].push_back(index);
      if (row(op.code).is_terminator()) attach(index, parent);
      for (const Block& region : op.regions) enter(region, index);
    }
  }

  void attach(int terminator, int parent) {
    const Opcode code = node(terminator).op->code;
    int target = parent;
    if (code == Opcode::break_ || code == Opcode::continue_) {
      while (target != kNone && !is_loop(node(target).op->code)) target = node(target).parent;
    }
    if (target != kNone) node(target).ends.push_back(terminator);
  }

  void mark(int index) {
    if (live_.ops[static_cast<std::size_t>(index)]) return;
    live_.ops[static_cast<std::size_t>(index)] = true;
    work_.push_back(index);
  }

  void mark(Operand operand) {
    if (operand.literal || live_.values[static_cast<std::size_t>(operand.number)]) return;
    live_.values[static_cast<std::size_t>(operand.number)] = true;
    const Definition from = definition(operand.number);
    if (from.node == kNone) return;  // a parameter
    mark(from.node);
    const Op& op = *node(from.node).op;
    if (is_loop(op.code)) {
      mark_carried(from.node, from.position - (from.argument && op.code == Opcode::for_ ? 1 : 0));
    } else if (op.code == Opcode::if_) {
      mark_passed(from.node, from.position);
    }
  }

  // One carried value of a loop; -1: the induction variable.
  void mark_carried(int loop, int position) {
    if (position < 0) return;
    const Op& op = *node(loop).op;
    const std::size_t init = bounds(op) + static_cast<std::size_t>(position);
    if (init < op.operands.size()) mark(op.operands[init]);
    mark_passed(loop, position);
  }

  void mark_passed(int target, int position) {
    for (const int end : node(target).ends) {
      const Op& op = *node(end).op;
      if (op.code != Opcode::condition && static_cast<std::size_t>(position) < op.operands.size())
        mark(op.operands[static_cast<std::size_t>(position)]);
    }
  }

  // What a live operation needs.
  void follow(int index) {
    const Op& op = *node(index).op;
    if (node(index).parent != kNone) mark(node(index).parent);
    if (op.code == Opcode::read) {
      for (const int write : writes_[static_cast<std::size_t>(op.operands.front().number)]) mark(write);
    }
    if (is_loop(op.code)) {
      for (std::size_t i = 0; i < bounds(op); ++i) mark(op.operands[i]);
      for (const int end : node(index).ends) mark(end);
    } else if (op.code == Opcode::if_) {
      mark(op.operands.front());
      for (const int end : node(index).ends) mark(end);
    } else if (!row(op.code).is_terminator() || op.code == Opcode::condition) {
      for (const Operand& operand : op.operands) mark(operand);
    }
  }

  const Program& program_;
  std::vector<Node> nodes_;
  std::vector<Definition> definitions_;
  std::vector<std::vector<int>> writes_;  // by buffer
  Liveness live_;
  std::vector<int> work_;
};

}  // namespace

Liveness find_live(const Program& program) { return Marker(program).run(); }

LiveCount count_live(const Program& program) {
  const Liveness live = find_live(program);
  LiveCount count;
  std::size_t index = 0;
  walk(program.body, [&](const Op& op, int) {
    const bool is_live = live.ops[index++];
    if (row(op.code).is_terminator()) return;
    ++count.all;
    count.live += is_live ? 1 : 0;
  });
  return count;
}

}  // namespace tilefuzz::ir
