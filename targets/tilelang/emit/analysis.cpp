#include "targets/tilelang/emit/analysis.h"

#include <algorithm>

#include "ir/operation_table.h"
#include "ir/walk.h"

namespace tilefuzz::targets::tilelang {

using ir::Block;
using ir::Op;
using ir::Opcode;
using ir::Operand;
using ir::Program;
using ir::ValueId;

namespace {

constexpr int kMmaAccumulator = 2;  // number of the mma operand

// Readers that take a fragment as it is, each of its elements at its own index.
bool reads_in_place(Opcode opcode) {
  return is_elementwise(opcode) || opcode == Opcode::store || opcode == Opcode::write ||
         opcode == Opcode::scatter || opcode == Opcode::atomic;
}

}  // namespace

bool is_loop(const Op& op) { return op.code == Opcode::for_ || op.code == Opcode::while_; }

bool is_elementwise(Opcode opcode) { return (opcode >= Opcode::neg && opcode <= Opcode::bitcast); }

std::size_t first_carried_argument(const Op& loop) { return loop.code == Opcode::for_ ? 1 : 0; }

std::span<const Operand> carried_inits(const Op& loop) {
  return loop.slot(loop.code == Opcode::for_ ? 3 : 0);
}

Analysis::Analysis(const Program& program, const Choices& choices)
    : choices_(choices), uses_(program.types.size()), defined_in_(program.types.size(), nullptr) {
  index_block(program.body, nullptr);
  if (choices.fold_permutes) find_folds(program, program.body);
  find_fragments(program.body);
  for (const ValueId accumulator : fragment_) classes_.anchor(accumulator);
  if (choices.place_fragments) place_fragments(program, program.body, false);
  find_shared_copies(program, program.body);
}

void Analysis::index_block(const Block& block, const Op* parent) {
  for (const ValueId argument : block.arguments) defined_in_[static_cast<std::size_t>(argument)] = &block;
  for (std::size_t i = 0; i < block.ops.size(); ++i) {
    const Op& op = block.ops[i];
    places_[&op] = {&block, parent, static_cast<int>(i)};
    for (std::size_t n = 0; n < op.operands.size(); ++n) {
      if (op.operands[n].is_value()) {
        uses_[static_cast<std::size_t>(op.operands[n].number)].push_back({&op, static_cast<int>(n)});
      }
    }
    for (const ValueId result : op.results) defined_in_[static_cast<std::size_t>(result)] = &block;
    for (const Block& region : op.regions) index_block(region, &op);
  }
}

bool Analysis::dies_at(ValueId value, const Op& op) const {
  const Place& place = places_.at(&op);
  if (defined_in_[static_cast<std::size_t>(value)] != place.block) return false;
  int own_uses = 0;
  for (const Use& use : uses(value)) {
    const Op* reader = use.op;
    while (places_.at(reader).block != place.block) reader = places_.at(reader).parent;
    if (reader == &op) {
      if (use.op != &op || ++own_uses > 1) return false;
    } else if (places_.at(reader).index > place.index) {
      return false;
    }
  }
  return own_uses == 1;
}

// A carried value lives in a fragment when a T.gemm of the body accumulates onto it in place, directly or
// through a loop inside.
bool Analysis::carried_in_fragment(const Op& loop, std::size_t number) const {
  const Block& body = loop.regions.back();
  const ValueId argument = body.arguments[first_carried_argument(loop) + number];
  for (const Use& use : uses(argument)) {
    if (!dies_at(argument, *use.op)) continue;
    if (use.op->code == Opcode::mma && use.operand == kMmaAccumulator) return true;
    if (is_loop(*use.op)) {
      const auto inits = carried_inits(*use.op);
      for (std::size_t i = 0; i < inits.size(); ++i) {
        if (inits[i] == Operand(argument) && carried_in_fragment(*use.op, i)) return true;
      }
    }
  }
  return false;
}

void Analysis::find_fragments(const Block& block) {
  ir::walk(block, [this](const Op& op, int) {
    if (op.code == Opcode::mma) fragment_.insert(op.result());
    if (!is_loop(op)) return;
    for (std::size_t i = 0; i < op.results.size(); ++i) {
      if (!carried_in_fragment(op, i)) continue;
      fragment_.insert(op.results[i]);
      for (const Block& region : op.regions) {
        const std::size_t position = first_carried_argument(op) + i;
        if (position < region.arguments.size()) fragment_.insert(region.arguments[position]);
      }
    }
  });
}

void Analysis::find_shared_copies(const Program& program, const Block& block) {
  ir::walk(block, [&](const Op& op, int) {
    if (op.code == Opcode::mma && program.type(op.operands[0]).kind == ir::TypeKind::sparse) {
      has_gemm_sp_ = true;
      if (op.has(ir::AttributeKey::unsigned_a)) unsigned_sparse_.insert(op.operands[0].number);
    }
    // The fragment whose class a T.Parallel may read and write.
    ValueId direct = is_elementwise(op.code) && in_fragment(op.result()) ? op.result() : -1;
    for (std::size_t n = 0; n < op.operands.size(); ++n) {
      if (!op.operands[n].is_value()) continue;
      const ValueId value = op.operands[n].number;
      if (!in_fragment(value)) continue;
      const bool copied = op.regions.empty() ? ir::row(op.code).is_terminator() : true;
      const bool accumulated = op.code == Opcode::mma && n == kMmaAccumulator;
      if (copied || accumulated) continue;
      if (reads_in_place(op.code) && (direct == -1 || classes_.together(direct, value))) {
        if (direct == -1) direct = value;
      } else {
        shared_copy_.insert(value);
      }
    }
  });
}

// A fragment of another size is refused: its elements are spread evenly over the threads.
bool Analysis::may_be_fragment(const Program& program, const Op& op) const {
  const ir::Type& type = program.type(op.result());
  if (!type.is_tile() || type.is_scalar()) return false;
  const std::int64_t count = type.element_count();
  if (count > choices_.threads && count % choices_.threads != 0) return false;
  return std::ranges::all_of(uses(op.result()), [](const Use& use) { return reads_in_place(use.op->code); });
}

void Analysis::place_fragments(const Program& program, const Block& block, bool pipelined) {
  for (const Op& op : block.ops) {
    const bool loop = is_loop(op);
    const bool staged = loop ? op.hint(ir::HintKey::stages).value_or(0) >= 1 : pipelined;
    for (const Block& region : op.regions) place_fragments(program, region, staged);
    // T.copy pads with zeros, whatever it copies to.
    const bool load =
        op.code == Opcode::load && !pipelined && op.attribute(ir::AttributeKey::pad).value_or(0) == 0;
    if ((!load && !is_elementwise(op.code)) || !may_be_fragment(program, op)) continue;
    fragment_.insert(op.result());
    for (const Operand& operand : op.operands) {
      if (operand.is_value() && in_fragment(operand.number)) classes_.join(op.result(), operand.number);
    }
  }
}

void Analysis::find_folds(const Program& program, const Block& block) {
  ir::walk(block, [&](const Op& op, int) {
    if (op.code != Opcode::permute || op.data != std::vector<std::int64_t>{1, 0}) return;
    const Operand source = op.operands[0];
    if (!source.is_value() || !program.type(source).is_tile()) return;
    const auto& readers = uses(op.result());
    if (readers.empty()) return;
    const bool only_gemm = std::ranges::all_of(readers, [&](const Use& use) {
      if (use.op->code != Opcode::mma || use.operand == kMmaAccumulator) return false;
      // The same tile twice would need two transposes of one operand.
      return use.op->operands[0] != use.op->operands[1] && !use.op->has(ir::AttributeKey::unsigned_b);
    });
    if (only_gemm) folded_.insert(&op);
  });
}

}  // namespace tilefuzz::targets::tilelang
