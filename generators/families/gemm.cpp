#include "generators/families/gemm.h"

#include <algorithm>
#include <array>

#include "generators/access.h"
#include "generators/phases/ensure.h"
#include "generators/phases/epilogue.h"
#include "generators/phases/loops.h"
#include "generators/phases/phase.h"
#include "generators/sinks.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Opcode;
using ir::Operand;

namespace {

struct Axis {
  std::int64_t tiles = 1;
  std::int64_t extent = 0;
  std::int32_t name = -1;  // if the extent is known at run time only
};

Axis draw_axis(State& state, std::int64_t tiles, std::int32_t tile, bool tails, std::int64_t granule) {
  Axis axis;
  axis.tiles = tiles;
  axis.extent = axis.tiles * tile;
  if (tails && state.choices.chance("gemm.tail", 30)) {
    const std::int64_t cut =
        state.choices.pick("gemm.tail.cut", {{tile / 2, 3}, {1, 2}, {tile - 1, 2}, {tile / 4, 1}});
    axis.extent -= std::min<std::int64_t>(cut, tile - 1) / granule * granule;
  }
  return axis;
}

void settle(Tensor& tensor, int axis, const Axis& value) {
  const auto place = static_cast<std::size_t>(tensor.rank - 2 + axis);
  tensor.fixed[place] = value.extent;
  tensor.names[place] = value.name;
  tensor.open[place] = value.name >= 0 ? 1 : 0;
}

ir::GridExtent grid_extent(const Axis& axis, std::int32_t tile) {
  if (axis.name < 0) return {.terms = {}, .offset = axis.tiles, .divisor = 1};
  return {.terms = {{axis.name, 1}}, .offset = 0, .divisor = tile};
}

}  // namespace

void settle_extents(State& state, bool tails) {
  Gemm& gemm = state.gemm;
  const bool sparse = state.tensor(gemm.a).sparse;
  const std::int64_t tiles_m = state.choices.choose("gemm.tiles_m", 1, 2);
  const std::int64_t tiles_n = state.choices.choose("gemm.tiles_n", 1, 2);
  // Mostly more iterations than a pipeline has stages.
  const std::int64_t tiles_k =
      state.choices.pick("gemm.tiles_k", {{1, 12}, {2, 20}, {3, 22}, {4, 30}, {5, 16}});
  Axis m = draw_axis(state, tiles_m, gemm.m, tails, 1);
  Axis n = draw_axis(state, tiles_n, gemm.n, tails, 1);
  Axis k = draw_axis(state, tiles_k, gemm.k, tails, sparse ? 32 : 1);
  const bool run_time = state.allows(Feature::run_time_extents) && state.narrow.profile().dynamic_extents;
  if (run_time && state.choices.chance("gemm.run_time", 45)) {
    if (state.choices.chance("gemm.run_time.m", 60)) m.name = state.program.extent_name("M");
    if (state.choices.chance("gemm.run_time.n", 60)) n.name = state.program.extent_name("N");
    if (!sparse && state.choices.chance("gemm.run_time.k", 60)) k.name = state.program.extent_name("K");
  }
  settle(state.tensor(gemm.a), 0, m);
  settle(state.tensor(gemm.a), 1, k);
  settle(state.tensor(gemm.b), gemm.b_transposed ? 1 : 0, k);
  settle(state.tensor(gemm.b), gemm.b_transposed ? 0 : 1, n);
  settle(state.tensor(gemm.c), 0, m);
  settle(state.tensor(gemm.c), 1, n);
  gemm.row.most = m.tiles - 1;
  gemm.column.most = n.tiles - 1;

  auto& grid = state.program.grid;
  const bool flat = m.name < 0 && n.name < 0 && state.choices.chance("gemm.flat_grid", 20);
  gemm.flat_columns = flat ? static_cast<std::int32_t>(n.tiles) : 0;
  gemm.columns_first = !flat && state.choices.chance("gemm.columns_first", 60);
  if (flat) {
    grid.push_back({.terms = {}, .offset = m.tiles * n.tiles, .divisor = 1});
  } else if (gemm.columns_first) {
    grid = {grid_extent(n, gemm.n), grid_extent(m, gemm.m)};
  } else {
    grid = {grid_extent(m, gemm.m), grid_extent(n, gemm.n)};
  }
}

void place_block(State& state) {
  Gemm& gemm = state.gemm;
  if (gemm.flat_columns > 0) {
    const Wire id = state.made(state.build.program_id(0), 64);
    const Operand columns = Operand::constant(gemm.flat_columns);
    gemm.row.operand = state.made(state.build.binary(Opcode::div, id, columns), 64);
    gemm.column.operand = state.made(state.build.binary(Opcode::rem, id, columns), 64);
    return;
  }
  gemm.row.operand = state.made(state.build.program_id(gemm.columns_first ? 1 : 0), 64);
  gemm.column.operand = state.made(state.build.program_id(gemm.columns_first ? 0 : 1), 64);
}

Trips trips_over_k(State& state, int run_time_percent) {
  const Tensor& a = state.tensor(state.gemm.a);
  const auto axis = static_cast<std::size_t>(a.rank - 1);
  const std::int32_t k = state.gemm.k;
  const auto tiles = static_cast<std::int32_t>((a.fixed[axis] + k - 1) / k);
  const bool run_time =
      state.allows(Feature::run_time_trips) && state.choices.chance("trips.run_time", run_time_percent);
  if (!run_time) return fixed_trips(tiles);
  const bool by_extent = a.open[axis] == 1 && state.says(Opcode::extent) && state.says(Opcode::div);
  if (by_extent && state.choices.chance("trips.by_extent", 80))
    return extent_trips(state, state.gemm.a, static_cast<int>(axis), k);
  return run_time_trips(state);
}

namespace {

Wire load_a(State& state, const Index& k) {
  const Gemm& gemm = state.gemm;
  const Tensor& tensor = state.tensor(gemm.a);
  if (!tensor.sparse) return load(state, gemm.a, {gemm.row, k}, gemm.m, gemm.k);
  const std::array<std::int32_t, 2> shape{gemm.m, gemm.k};
  const std::array<Operand, 2> index{gemm.row.operand, k.operand};
  const ir::Type type = ir::Type::sparse(state.row->sparsity, tensor.element, shape);
  const Wire loaded = state.build.load_padded(tensor.value, index, type, ir::Padding::zero);
  constexpr std::int32_t kShared = 0;  // words of the hint table
  constexpr std::int32_t kInterleaved = 1;
  if (gemm.staged_shared) state.build.last().set(ir::HintKey::stage_in, kShared);
  if (gemm.staged_interleaved) state.build.last().set(ir::HintKey::layout, kInterleaved);
  return state.made(loaded, tensor.bound);
}

Wire load_b(State& state, const Index& k) {
  const Gemm& gemm = state.gemm;
  if (!gemm.b_transposed) return load(state, gemm.b, {k, gemm.column}, gemm.k, gemm.n);
  return transpose(state, load(state, gemm.b, {gemm.column, k}, gemm.n, gemm.k));
}

Wire& accumulator(State& state) { return state.wire(Slot::work); }

}  // namespace

Wire product(State& state, const Trips& trips, Wire start, int stages_percent) {
  LoopStyle style;
  style.stages_percent = stages_percent;
  const std::vector<Wire> init{start};
  return loop(state, trips, init, style, [&](const Index& k, std::span<const Wire> carried) {
    const Wire a = load_a(state, k);
    const Wire b = load_b(state, k);
    const Wire next = multiply(state, a, b, carried[0]);
    if (state.gemm.unsigned_b) state.build.last().set(ir::AttributeKey::unsigned_b);
    return std::vector<Wire>{next};
  })[0];
}

namespace {

// Into the same accumulator, or into one of its own.
void second_product(State& state) {
  const Wire acc = accumulator(state);
  const bool own = state.allows(Feature::accumulators) && state.choices.chance("second.own_accumulator", 45);
  const Wire start = own ? constant(state, state.type(acc), 0) : acc;
  const Trips trips = trips_over_k(state, 30);
  const Wire sum = product(state, trips, start, 60);
  accumulator(state) = own ? binary(state, Opcode::add, acc, sum) : sum;
}

// acc * W, in steps over the columns of tiles of W.
void chain_product(State& state) {
  const Gemm& gemm = state.gemm;
  const targets::MmaRow* row = gemm.dense;
  const bool fits = row && gemm.n % row->k == 0 && gemm.m % row->m == 0 && gemm.n % row->n == 0;
  if (gemm.extra < 0 || !fits) return second_product(state);
  const targets::MmaRow* before = state.row;
  state.row = row;
  const Wire acc = accumulator(state);
  const Trips trips = fixed_trips(static_cast<std::int32_t>(state.choices.choose("chain.trips", 1, 3)));
  LoopStyle style;
  style.stages_percent = 30;
  const Wire left = cast(state, limit(state, acc, 1e3), row->a);
  const std::vector<Wire> init{constant(state, state.type(acc), 0)};
  const Wire sum = loop(state, trips, init, style, [&](const Index& j, std::span<const Wire> carried) {
    const Wire right = cast(state, load(state, gemm.extra, {j, at(0)}, gemm.n, gemm.n), row->b);
    return std::vector<Wire>{multiply(state, left, right, carried[0])};
  })[0];
  accumulator(state) = cast(state, sum, state.element(acc));
  state.row = before;
}

// Adds rows of the extra tensor, one an iteration.
void rows_loop(State& state) {
  const Gemm& gemm = state.gemm;
  if (gemm.extra < 0) return second_product(state);
  const Wire acc = accumulator(state);
  const ir::Type type = state.type(acc);
  const bool keeps_most = state.says(Opcode::max) && state.choices.chance("rows.max", 40);
  const Trips trips = fixed_trips(static_cast<std::int32_t>(state.choices.choose("rows.trips", 1, 4)));
  const std::vector<Wire> init{acc};
  accumulator(state) = loop(state, trips, init, {}, [&](const Index& j, std::span<const Wire> carried) {
    const Wire line = load(state, gemm.extra, {j, gemm.column}, 1, gemm.n);
    const Wire fitting = cast(state, arithmetic(state, line), type.element);
    const Wire spread = broadcast(state, fitting, type.shape());
    return std::vector<Wire>{binary(state, keeps_most ? Opcode::max : Opcode::add, carried[0], spread)};
  })[0];
}

void gemm_epilogue(State& state) {
  const Wire acc = accumulator(state);
  const EpilogueSource source{state.gemm.extra, state.gemm.row, state.gemm.column};
  accumulator(state) = cast(state, epilogue(state, acc, 2, 7, source), state.element(acc));
}

// This block's own tile of C goes out and comes back.
void store_and_reload(State& state) {
  if (!state.allows(Feature::memory_again)) return;
  const Gemm& gemm = state.gemm;
  const Wire acc = accumulator(state);
  store(state, gemm.c, {gemm.row, gemm.column}, acc);
  const Wire loaded = load(state, gemm.c, {gemm.row, gemm.column}, gemm.m, gemm.n);
  const Wire fresh = cast(state, arithmetic(state, loaded), state.element(acc));
  accumulator(state) = binary(state, Opcode::add, acc, fresh);
}

}  // namespace

void gemm_phases(State& state) {
  static const std::array<Phase, 6> kPhases{{
      {"phase.second_product", second_product, {Slot::work}, 48},
      {"phase.epilogue", gemm_epilogue, {Slot::work}, 85},
      {"phase.chain", chain_product, {Slot::work}, 32},
      {"phase.rows", rows_loop, {Slot::work}, 38},
      {"phase.reload", store_and_reload, {Slot::work}, 15},
      {"phase.epilogue_2", gemm_epilogue, {Slot::work}, 50},
  }};
  run_phases(state, kPhases);
}

void store_result(State& state) {
  const Wire all = fold_unused(state, accumulator(state), {});
  store(state, state.gemm.c, {state.gemm.row, state.gemm.column}, all);
}

}  // namespace tilefuzz::generators
