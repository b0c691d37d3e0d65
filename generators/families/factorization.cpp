#include <array>

#include "generators/families/families.h"
#include "generators/families/family.h"
#include "generators/phases/ensure.h"
#include "generators/phases/epilogue.h"
#include "generators/phases/memory.h"
#include "generators/phases/panel.h"
#include "generators/phases/phase.h"
#include "generators/phases/trailing.h"
#include "generators/phases/update.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;

bool factorization_needs(const targets::Profile& profile) {
  for (const Opcode opcode :
       {Opcode::load, Opcode::store, Opcode::mma, Opcode::for_, Opcode::if_, Opcode::extract, Opcode::select,
        Opcode::cmp, Opcode::iota, Opcode::broadcast, Opcode::permute, Opcode::cast}) {
    if (!profile.says(opcode)) return false;
  }
  for (const targets::ArchProfile& arch : profile.architectures) {
    for (const targets::MmaRow& row : arch.mma) {
      if (row.sparsity == ir::Sparsity::none && weight_of_floats(row) > 0) return true;
    }
  }
  return false;
}

namespace {

// In the order of the algorithm. Percentages below 88 are of what the seed program does without.
const std::array<Phase, 12>& phases() {
  static const std::array<Phase, 12> kPhases{{
      {"phase.update", update_phase, {Slot::work}, 92},
      {"phase.nest", nest_phase, {Slot::work}, 8},
      {"phase.split", split_phase, {}, 88},
      {"phase.middle", middle_phase, {Slot::second}, 88},
      {"phase.panel", panel_phase, {Slot::second}, 88},
      {"phase.scan", scan_phase, {Slot::cross}, 6},
      {"phase.epilogue", epilogue_phase, {Slot::second}, 20},
      {"phase.store", store_phase, {}, 90},
      {"phase.reload", reload_phase, {Slot::second}, 8},
      {"phase.guarded", guarded_phase, {}, 88},
      {"phase.trailing", trailing_phase, {Slot::next}, 15},
      {"phase.final_store", final_store_phase, {}, 55},
  }};
  return kPhases;
}

void draw_sizes(State& state) {
  Sizes& sizes = state.sizes;
  sizes.parts = static_cast<int>(state.choices.pick("parts", {{2, 80}, {4, 20}}));
  std::vector<Option> blocks;
  for (const auto& [block, weight] : {std::pair{8, 8U}, {16, 25U}, {32, 45U}, {64, 12U}}) {
    const int panel = block * sizes.parts;
    if (blocks.empty() || fits_budget(state, panel, panel, 4, 6))
      blocks.push_back({block, panel <= 128 ? weight : 2U});
  }
  sizes.block = static_cast<int>(state.choices.pick("block", blocks));
  std::vector<Option> rows;
  for (const auto& [count, weight] : {std::pair{32, 10U}, {64, 25U}, {128, 40U}, {256, 20U}}) {
    if (rows.empty() || fits_budget(state, count, sizes.panel(), 4, 8)) rows.push_back({count, weight});
  }
  sizes.rows = static_cast<int>(state.choices.pick("rows", rows));
}

// Of memory: mostly the accumulator's element with casts to the operands', as the public kernels do.
Element draw_storage(State& state) {
  const Element operand = state.row->a;
  const Element accumulator = state.row->accumulator;
  const bool narrow = numeric::has_arithmetic(operand) && operand != accumulator &&
                      state.narrow.has(operand) && state.choices.chance("storage.narrow", 25);
  return narrow ? operand : accumulator;
}

}  // namespace

ir::Program factorization(Choices& choices, const Context& context) {
  State state(choices, context, "factorization");
  draw_style(state);
  draw_sizes(state);
  state.row = draw_mma_row(state, false, state.sizes.block, weight_of_floats);
  if (!state.row) {  // no row takes tiles this small
    state.sizes.block = 32;
    state.row = draw_mma_row(state, false, 32, weight_of_floats);
  }
  state.storage = draw_storage(state);
  const int rank = static_cast<int>(
      choices.pick("tensor.rank", {{2, 60}, {3, state.narrow.profile().max_tensor_rank > 2 ? 40U : 0U}}));
  const bool one_tensor = state.allows(Feature::aliasing) && choices.chance("tensor.single", 4);
  state.add_tensor(one_tensor ? "out" : "a", state.storage, rank);
  if (!one_tensor) state.add_tensor("out", state.storage, rank);
  const bool may_alias = state.allows(Feature::aliasing) && state.narrow.aliasing();
  if (!one_tensor && may_alias && choices.chance("tensor.alias", 8)) {
    for (Tensor& tensor : state.tensors) tensor.aliased = true;
  }
  state.program.grid.push_back({.terms = {}, .offset = 1, .divisor = 1});
  if (choices.chance("program_id", 60)) state.row_index = {state.made(state.build.program_id(0), 0), 0};
  run_phases(state, phases());
  return finish(state, output_tensor(state));
}

}  // namespace tilefuzz::generators
