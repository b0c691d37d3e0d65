#include <array>

#include "generators/access.h"
#include "generators/families/families.h"
#include "generators/families/family.h"
#include "generators/families/gemm.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;

bool dense_gemm_needs(const targets::Profile& profile) {
  for (const Opcode opcode :
       {Opcode::load, Opcode::store, Opcode::mma, Opcode::for_, Opcode::program_id, Opcode::cast}) {
    if (!profile.says(opcode)) return false;
  }
  for (const targets::ArchProfile& arch : profile.architectures) {
    for (const targets::MmaRow& row : arch.mma) {
      if (row.sparsity == ir::Sparsity::none) return true;
    }
  }
  return false;
}

namespace {

std::int32_t draw_extent(State& state, std::string_view label, std::int32_t granule, std::int64_t other,
                         int times) {
  std::vector<Option> options;
  for (const auto& [extent, weight] : {std::pair{16, 15U}, {32, 35U}, {64, 35U}, {128, 15U}}) {
    const bool fits =
        extent % granule == 0 && fits_budget(state, extent, std::max<std::int64_t>(extent, other), 4, times);
    if (fits || (options.empty() && extent >= granule)) options.push_back({extent, weight});
  }
  return static_cast<std::int32_t>(state.choices.pick(label, options));
}

// What C holds: the accumulator, or a narrower float.
Element draw_result(State& state) {
  const Element accumulator = state.row->accumulator;
  std::vector<Option> options{{static_cast<std::int64_t>(accumulator), 6, numeric::name(accumulator)}};
  for (const Element element : {Element::f16, Element::bf16, Element::f32}) {
    if (element != accumulator && numeric::is_float(accumulator) && state.narrow.has(element))
      options.push_back({static_cast<std::int64_t>(element), 2, numeric::name(element)});
  }
  return static_cast<Element>(state.choices.pick("gemm.result", options));
}

}  // namespace

ir::Program dense_gemm(Choices& choices, const Context& context) {
  State state(choices, context, "dense_gemm");
  draw_style(state);
  state.most_trips = 4;
  state.row = draw_mma_row(state, false, 128, weight_of_all);
  if (!state.row) state.row = state.narrow.mma_rows(false).front();
  Gemm& gemm = state.gemm;
  gemm.dense = state.row;
  gemm.m = draw_extent(state, "gemm.m", state.row->m, 16, 10);
  gemm.n = draw_extent(state, "gemm.n", state.row->n, gemm.m, 10);
  gemm.k = draw_extent(state, "gemm.k", state.row->k, std::max(gemm.m, gemm.n), 10);
  gemm.b_transposed = state.says(Opcode::permute) && choices.chance("gemm.b_transposed", 25);
  gemm.unsigned_b = state.row->a == Element::i8 && state.narrow.unsigned_operands() &&
                    choices.chance("gemm.unsigned_b", 15);
  // tf32 is a way to multiply f32, not to keep it.
  const Element operand = state.row->a == Element::tf32 ? Element::f32 : state.row->a;
  const int rank = static_cast<int>(
      choices.pick("tensor.rank", {{2, 80}, {3, state.narrow.profile().max_tensor_rank > 2 ? 20U : 0U}}));
  gemm.a = state.add_tensor("A", operand, rank);
  gemm.b = state.add_tensor("B", operand, rank);
  gemm.c = state.add_tensor("C", draw_result(state), rank);
  if (choices.chance("gemm.extra", 80)) gemm.extra = state.add_tensor("D", operand, 2);
  settle_extents(state, choices.chance("gemm.tails", 35));
  place_block(state);

  const Trips trips = trips_over_k(state, 45);
  const bool from_memory = choices.chance("gemm.start_from_c", 15);
  Wire start = kNone;
  if (from_memory) {
    const Wire loaded = load(state, gemm.c, {gemm.row, gemm.column}, gemm.m, gemm.n);
    start = cast(state, arithmetic(state, loaded), state.row->accumulator);
  } else {
    start = constant(state, tile_type(state.row->accumulator, gemm.m, gemm.n), 0);
  }
  state.wire(Slot::work) = product(state, trips, start, 60);
  gemm_phases(state);
  store_result(state);
  return finish(state, gemm.c);
}

}  // namespace tilefuzz::generators
