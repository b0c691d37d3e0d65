#include "generators/families/family.h"

#include <utility>

#include "generators/access.h"
#include "generators/parameters.h"
#include "generators/sinks.h"
#include "ir/walk.h"

namespace tilefuzz::generators {

using ir::Element;

void draw_style(State& state) {
  state.launch_rows = static_cast<int>(state.choices.pick("launch.rows", {{1, 1}, {2, 1}}));
  if (state.allows(Feature::hints)) {
    state.hint_percent = static_cast<int>(state.choices.pick("hints.percent", {{0, 45}, {15, 30}, {50, 25}}));
  }
  if (state.allows(Feature::opaque)) {
    state.opaque_percent =
        static_cast<int>(state.choices.pick("opaque.percent", {{0, 60}, {15, 16}, {30, 12}, {60, 12}}));
  }
}

std::uint32_t weight_of_floats(const targets::MmaRow& row) {
  switch (row.a) {
    case Element::tf32:
      return 45;
    case Element::f16:
      return row.accumulator == Element::f32 ? 16 : 4;
    case Element::bf16:
      return 14;
    case Element::f32:
      return 14;
    case Element::f64:
      return 3;
    case Element::f8e4m3:
    case Element::f8e5m2:
      return row.accumulator == Element::f32 ? 3 : 0;
    default:
      return 0;
  }
}

std::uint32_t weight_of_all(const targets::MmaRow& row) {
  switch (row.a) {
    case Element::f16:
    case Element::i8:
      return row.accumulator == Element::f16 ? 5 : 20;
    case Element::f64:
      return 4;
    default:
      return 12;
  }
}

const targets::MmaRow* draw_mma_row(State& state, bool sparse, std::int32_t granule,
                                    std::uint32_t (*usual)(const targets::MmaRow&)) {
  std::vector<Option> options;
  const std::vector<const targets::MmaRow*> rows = state.narrow.mma_rows(sparse);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const targets::MmaRow& row = *rows[i];
    const bool divides = granule % row.m == 0 && granule % row.n == 0 && granule % row.k == 0;
    const bool loads = state.narrow.has(row.a) || row.a == Element::tf32;
    if (divides && loads && usual(row) > 0)
      options.push_back({static_cast<std::int64_t>(i), usual(row), numeric::name(row.a)});
  }
  if (options.empty()) return nullptr;
  return rows[static_cast<std::size_t>(state.choices.pick("mma.operand", options))];
}

bool fits_budget(const State& state, std::int64_t rows, std::int64_t columns, std::int64_t bytes, int times) {
  const bool tile = rows * columns <= state.narrow.tile_budget() && columns <= state.narrow.width_budget();
  const std::int64_t shared = state.narrow.shared_budget();
  return tile && (shared == 0 || rows * columns * bytes * times <= shared);
}

namespace {

bool has_store(const ir::Program& program) {
  bool found = false;
  ir::walk(program.body, [&](const ir::Op& op, int depth) {
    found = found || (depth == 0 && op.code == ir::Opcode::store);
  });
  return found;
}

}  // namespace

ir::Program finish(State& state, int output) {
  final_sink(state, output);
  if (!has_store(state.program)) {
    const auto axis = static_cast<std::size_t>(state.tensor(output).rank - 2);
    const std::int32_t rows = std::max(state.tensor(output).tile[axis], 16);
    const std::int32_t columns = std::max(state.tensor(output).tile[axis + 1], 16);
    store(state, output, {at(0), at(0)}, load(state, 0, {at(0), at(0)}, rows, columns));
  }
  if (state.allows(Feature::dead_code) && state.choices.chance("dead", 5)) {
    for (const ir::Op& op : state.program.body.ops) {
      if (op.results.empty() || !state.type(op.result()).is_tile() || state.type(op.result()).rank != 2)
        continue;
      add_dead_code(state, op.result());
      break;
    }
  }
  hint_kernel(state);
  finish_parameters(state);
  state.build.finish();
  return std::move(state.program);
}

}  // namespace tilefuzz::generators
