#include <array>

#include "generators/families/families.h"
#include "generators/families/family.h"
#include "generators/phases/ensure.h"
#include "generators/phases/epilogue.h"
#include "generators/phases/loops.h"
#include "generators/phases/memory.h"
#include "generators/phases/panel.h"
#include "generators/phases/phase.h"
#include "generators/phases/trailing.h"
#include "generators/phases/update.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;

bool dynamic_mma_needs(const targets::Profile& profile) {
  for (const Opcode opcode :
       {Opcode::load, Opcode::store, Opcode::mma, Opcode::for_, Opcode::if_, Opcode::extract, Opcode::cmp,
        Opcode::broadcast, Opcode::permute, Opcode::cast}) {
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

const std::array<Phase, 13>& phases() {
  static const std::array<Phase, 13> kPhases{{
      {"phase.update", update_phase, {Slot::work}, 55},
      {"phase.chain", chain_phase, {Slot::work}, 30},
      {"phase.accumulators", accumulators_phase, {Slot::work}, 30},
      {"phase.extent", extent_phase, {Slot::work}, 35},
      {"phase.branch", branch_phase, {Slot::work}, 25},
      {"phase.online", online_phase, {Slot::work}, 20},
      {"phase.nest", nest_phase, {Slot::work}, 30},
      {"phase.storing", storing_phase, {Slot::work}, 20},
      {"phase.middle", middle_phase, {Slot::second}, 25},
      {"phase.epilogue", epilogue_phase, {Slot::second}, 55},
      {"phase.store", store_phase, {}, 80},
      {"phase.trailing", trailing_phase, {Slot::next}, 30},
      {"phase.guarded", guarded_phase, {}, 25},
  }};
  return kPhases;
}

void draw_sizes(State& state) {
  Sizes& sizes = state.sizes;
  std::vector<Option> panels;
  for (const auto& [panel, weight] : {std::pair{16, 12U}, {32, 35U}, {64, 40U}, {128, 13U}}) {
    if (panels.empty() || fits_budget(state, panel, panel, 4, 10)) panels.push_back({panel, weight});
  }
  sizes.parts = 2;
  sizes.block = static_cast<int>(state.choices.pick("panel", panels)) / 2;
  std::vector<Option> rows;
  for (const auto& [count, weight] : {std::pair{16, 10U}, {32, 25U}, {64, 35U}, {128, 30U}}) {
    if (rows.empty() || fits_budget(state, count, sizes.panel(), 4, 12)) rows.push_back({count, weight});
  }
  sizes.rows = static_cast<int>(state.choices.pick("rows", rows));
}

}  // namespace

ir::Program dynamic_mma(Choices& choices, const Context& context) {
  State state(choices, context, "dynamic_mma");
  draw_style(state);
  draw_sizes(state);
  state.row = draw_mma_row(state, false, state.sizes.block, weight_of_floats);
  if (!state.row) {
    state.sizes.block = 32;
    state.sizes.rows = 32;
    state.row = draw_mma_row(state, false, 32, weight_of_floats);
  }
  const bool narrow = numeric::has_arithmetic(state.row->a) && state.row->a != state.row->accumulator &&
                      state.narrow.has(state.row->a) && choices.chance("storage.narrow", 50);
  const int rank = static_cast<int>(
      choices.pick("tensor.rank", {{2, 70}, {3, state.narrow.profile().max_tensor_rank > 2 ? 30U : 0U}}));
  state.add_tensor("a", narrow ? state.row->a : state.row->accumulator, rank);
  state.add_tensor(
      "out", narrow && choices.chance("output.narrow", 40) ? state.row->a : state.row->accumulator, rank);
  state.program.grid.push_back({.terms = {}, .offset = 1, .divisor = 1});
  if (choices.chance("program_id", 40)) state.row_index = {state.made(state.build.program_id(0), 0), 0};
  run_phases(state, phases());
  return finish(state, output_tensor(state));
}

}  // namespace tilefuzz::generators
