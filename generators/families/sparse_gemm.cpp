#include <algorithm>
#include <array>

#include "generators/access.h"
#include "generators/families/families.h"
#include "generators/families/family.h"
#include "generators/families/gemm.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::HintKey;
using ir::Opcode;

bool sparse_gemm_needs(const targets::Profile& profile) {
  for (const Opcode opcode :
       {Opcode::load, Opcode::store, Opcode::mma, Opcode::for_, Opcode::program_id, Opcode::cast}) {
    if (!profile.says(opcode)) return false;
  }
  for (const targets::ArchProfile& arch : profile.architectures) {
    for (const targets::MmaRow& row : arch.mma) {
      if (row.sparsity != ir::Sparsity::none) return true;
    }
  }
  return false;
}

namespace {

// 8-bit operands are where bug A is.
std::uint32_t weight_of_sparse(const targets::MmaRow& row) {
  switch (row.a) {
    case Element::i8:
      return 40;
    case Element::f8e4m3:
    case Element::f8e5m2:
    case Element::f16:
      return 15;
    default:
      return 10;
  }
}

// Smallest K of a tile by operand width: one instruction's worth, which also makes the metadata's columns
// even (TileLang: 32 for 16-bit, 64 for 8-bit, 16 for 32-bit operands; measured).
std::int32_t k_granule(const targets::MmaRow& row) {
  const int bits = numeric::bit_width(row.a);
  const std::int32_t own = bits == 8 ? 64 : bits == 16 ? 32 : 16;
  return std::max(own, row.k);
}

enum Metadata : std::int32_t { kI8 = 0, kI16 = 1, kI32 = 2 };  // words of the hint
constexpr std::int32_t kInterleaved = 1;

// The width that the interleaved placement is defined for.
Metadata native_metadata(Element element) { return numeric::bit_width(element) == 8 ? kI32 : kI16; }

// Rows that one interleaved group covers, by metadata width.
std::int32_t group_rows(Metadata metadata) { return metadata == kI32 ? 16 : 32; }

Metadata draw_metadata(State& state, bool native_only) {
  const Element element = state.row->a;
  const Metadata native = native_metadata(element);
  // f32 and tf32 know 16-bit metadata only.
  if (native_only || numeric::bit_width(element) == 32 || !state.choices.chance("sparse.other_metadata", 25))
    return native;
  if (native == kI32)
    return static_cast<Metadata>(state.choices.pick("sparse.metadata", {{kI16, 1, "i16"}, {kI8, 1, "i8"}}));
  return kI8;
}

bool takes(const State& state, HintKey key) { return !state.narrow.hint_values(key).empty(); }

// Layouts on the parameter and on the staged copy are independent of each other.
void draw_layouts(State& state) {
  Gemm& gemm = state.gemm;
  const Tensor& a = state.tensor(gemm.a);
  ir::Param& param = state.program.params[static_cast<std::size_t>(state.program.param_index(a.value))];
  const std::int32_t group = group_rows(native_metadata(state.row->a));
  const bool layouts = takes(state, HintKey::layout) && numeric::bit_width(state.row->a) < 32;
  const bool whole = a.fixed[0] % group == 0 && a.fixed[1] % gemm.k == 0 && a.open[0] == 0;
  gemm.staged_interleaved =
      layouts && gemm.m % group == 0 && state.choices.chance("sparse.staged_interleaved", 65);
  const bool param_interleaved = layouts && whole && state.choices.chance("sparse.param_interleaved", 45);
  gemm.staged_shared = takes(state, HintKey::stage_in) && state.choices.chance("sparse.stage_in_shared", 40);
  if (takes(state, HintKey::metadata))
    param.hints.push_back(
        {HintKey::metadata, draw_metadata(state, gemm.staged_interleaved || param_interleaved)});
  if (param_interleaved) param.hints.push_back({HintKey::layout, kInterleaved});
}

std::int32_t draw_tile(State& state, std::string_view label, std::int32_t granule, std::int32_t other) {
  std::vector<Option> options;
  for (const auto& [extent, weight] : {std::pair{16, 8U}, {32, 40U}, {64, 30U}, {128, 22U}}) {
    const bool fits = extent % granule == 0 && fits_budget(state, extent, std::max(extent, other), 4, 8);
    if (fits || (options.empty() && extent >= granule)) options.push_back({extent, weight});
  }
  if (options.empty()) options.push_back({granule});
  return static_cast<std::int32_t>(state.choices.pick(label, options));
}

// A dense row with the same accumulator, for a second product.
const targets::MmaRow* dense_partner(const State& state) {
  for (const targets::MmaRow* row : state.narrow.mma_rows(false)) {
    if (row->a == state.row->a && row->accumulator == state.row->accumulator) return row;
  }
  return nullptr;
}

}  // namespace

ir::Program sparse_gemm(Choices& choices, const Context& context) {
  State state(choices, context, "sparse_gemm");
  draw_style(state);
  state.most_trips = 4;
  state.row = draw_mma_row(state, true, 128, weight_of_sparse);
  if (!state.row) return dense_gemm(choices, context);  // this architecture has none
  Gemm& gemm = state.gemm;
  gemm.dense = dense_partner(state);
  gemm.m = draw_tile(state, "gemm.m", state.row->m, 16);
  gemm.n = draw_tile(state, "gemm.n", state.row->n, gemm.m);
  gemm.k = draw_tile(state, "gemm.k", k_granule(*state.row), std::max(gemm.m, gemm.n));
  gemm.b_transposed = state.says(Opcode::permute) && choices.chance("gemm.b_transposed", 15);
  const Element operand = state.row->a == Element::tf32 ? Element::f32 : state.row->a;
  gemm.a = state.add_tensor("A", state.row->a, 2, state.row->sparsity);  // there is no cast of sparse values
  gemm.b = state.add_tensor("B", operand, 2);
  gemm.c = state.add_tensor("C", state.row->accumulator, 2);
  if (choices.chance("gemm.extra", 75)) gemm.extra = state.add_tensor("D", operand, 2);
  settle_extents(state, choices.chance("gemm.tails", 15));
  draw_layouts(state);
  place_block(state);

  const Trips trips = trips_over_k(state, 20);
  const Wire start = constant(state, tile_type(state.row->accumulator, gemm.m, gemm.n), 0);
  state.wire(Slot::work) = product(state, trips, start, 85);
  gemm_phases(state);
  store_result(state);
  return finish(state, gemm.c);
}

}  // namespace tilefuzz::generators
