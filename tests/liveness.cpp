#include "tests/liveness.h"

#include <vector>

#include "ir/operation_table.h"
#include "ir/walk.h"

namespace tilefuzz::tests {
namespace {

using ir::Block;
using ir::Effect;
using ir::Op;
using ir::Opcode;

// Marks values from stores backwards, until nothing changes. Independent of the generators' own sinks, so
// that each checks the other.
class Liveness {
 public:
  explicit Liveness(const ir::Program& program) : program_(program), live_(program.types.size(), 0) {
    do {
      changed_ = false;
      visit(program.body);
    } while (changed_);
  }

  Figures count() const {
    Figures figures;
    ir::walk(program_.body, [&](const Op& op, int) {
      if (ir::row(op.code).is_terminator()) return;
      ++figures.operations;
      figures.live += is_live(op) ? 1 : 0;
      figures.loops += op.code == Opcode::for_ || op.code == Opcode::while_ ? 1 : 0;
    });
    return figures;
  }

 private:
  static bool writes(const Op& op) {
    const Effect effect = ir::row(op.code).effect;
    bool found = effect == Effect::writes || effect == Effect::reads_writes;
    for (const Block& region : op.regions) {
      for (const Op& inner : region.ops) found = found || writes(inner);
    }
    return found;
  }

  bool is_live(const Op& op) const {
    if (writes(op)) return true;
    for (const ir::ValueId result : op.results) {
      if (live_[static_cast<std::size_t>(result)]) return true;
    }
    return false;
  }

  void mark(const ir::Operand& operand) {
    if (!operand.is_value() || live_[static_cast<std::size_t>(operand.number)]) return;
    live_[static_cast<std::size_t>(operand.number)] = 1;
    changed_ = true;
  }

  void visit(const Block& block) {
    for (const Op& op : block.ops) {
      // What ends a block in a live loop or branch decides what comes out of it.
      if (!ir::row(op.code).is_terminator() && !is_live(op)) continue;
      for (const ir::Operand& operand : op.operands) mark(operand);
      for (const Block& region : op.regions) visit(region);
    }
  }

  const ir::Program& program_;
  std::vector<char> live_;
  bool changed_ = false;
};

}  // namespace

Figures measure(const ir::Program& program) { return Liveness(program).count(); }

}  // namespace tilefuzz::tests
