#include "generators/access.h"

#include <algorithm>

#include "generators/values.h"
#include "ir/operation_table.h"

namespace tilefuzz::generators {

using ir::AttributeKey;
using ir::HintKey;
using ir::Operand;
using ir::Padding;

Index at(std::int32_t number) { return {Operand::constant(number), number}; }

namespace {

constexpr double kStoredAgain = 1e6;  // what a loop may store and load again without growing

double stored_bound(ir::Element element) { return std::min(largest(element), kStoredAgain); }

// Draws a value of a hint that the target knows and `fits` allows: small ones more often, and of `threads`
// the profile's first, which it takes for granted.
template <class Fits>
bool draw_hint(State& state, HintKey key, std::string_view label, std::int32_t& value, const Fits& fits) {
  std::array<Option, 32> options;
  std::size_t count = 0;
  const auto values = state.narrow.hint_values(key);
  for (const std::int32_t candidate : values) {
    if (count == options.size() || !fits(candidate)) continue;
    const bool usual = candidate <= 4 || values.size() <= 5;
    options[count++] = {candidate, key == HintKey::threads && candidate == values.front() ? 24U
                                   : usual                                                ? 8U
                                                                                          : 1U};
  }
  if (count == 0) return false;
  value = static_cast<std::int32_t>(state.choices.pick(label, std::span<const Option>(options).first(count)));
  return true;
}

void set_hint(State& state, ir::Op& op, HintKey key, std::string_view label) {
  std::int32_t value = 0;
  if (draw_hint(state, key, label, value, [](std::int32_t) { return true; })) op.set(key, value);
}

std::vector<Operand> operands(const Tensor& tensor, const Place& place) {
  std::vector<Operand> out;
  for (int axis = 2; axis < tensor.rank; ++axis) out.push_back(Operand::constant(0));
  for (const Index& index : place) out.push_back(index.operand);
  return out;
}

void note_access(Tensor& tensor, std::int32_t rows, std::int32_t columns) {
  const auto axis = static_cast<std::size_t>(tensor.rank - 2);
  tensor.tile[axis] = std::max(tensor.tile[axis], rows);
  tensor.tile[axis + 1] = std::max(tensor.tile[axis + 1], columns);
}

void need(State& state, Tensor& tensor, const Place& place, std::int32_t rows, std::int32_t columns) {
  if (state.dead > 0) return;
  const auto axis = static_cast<std::size_t>(tensor.rank - 2);
  tensor.needed[axis] = std::max(tensor.needed[axis], (place[0].most + 1) * rows);
  tensor.needed[axis + 1] = std::max(tensor.needed[axis + 1], (place[1].most + 1) * columns);
}

// A family that settles extents (a GEMM with tails) must pad.
bool may_go_unpadded(const State& state, const Tensor& tensor, const Place& place, std::int32_t rows,
                     std::int32_t columns) {
  if (!state.allows(Feature::unpadded)) return false;
  const auto axis = static_cast<std::size_t>(tensor.rank - 2);
  const std::array<std::int64_t, 2> ends{(place[0].most + 1) * rows, (place[1].most + 1) * columns};
  for (std::size_t i = 0; i < 2; ++i) {
    if (ends[i] > 1024 || (tensor.fixed[axis + i] != 0 && tensor.fixed[axis + i] < ends[i])) return false;
  }
  return true;
}

}  // namespace

void hint_access(State& state) {
  if (state.hint_percent == 0 || !state.choices.chance("hint.access", state.hint_percent)) return;
  ir::Op& op = state.build.last();
  if (state.choices.chance("hint.latency.set", 70)) set_hint(state, op, HintKey::latency, "hint.latency");
  // TMA `off` takes away what bug B needs, so it stays the rarer half of a rare draw.
  if (state.choices.chance("hint.tma.set", 10)) set_hint(state, op, HintKey::tma, "hint.tma");
  if (state.choices.chance("hint.eviction.set", 10)) set_hint(state, op, HintKey::eviction, "hint.eviction");
  if (state.choices.chance("hint.path.set", 6)) set_hint(state, op, HintKey::path, "hint.path");
}

void hint_loop(State& state, ir::Op& loop, int stages_percent) {
  if (stages_percent < 0) stages_percent = state.hint_percent;
  if (stages_percent > 0 && !state.narrow.hint_values(HintKey::stages).empty() &&
      state.choices.chance("hint.stages.set", stages_percent)) {
    set_hint(state, loop, HintKey::stages, "hint.stages");
  }
  if (state.hint_percent > 0 && !state.narrow.hint_values(HintKey::unroll).empty() &&
      state.choices.chance("hint.unroll.set", 8)) {
    set_hint(state, loop, HintKey::unroll, "hint.unroll");
  }
}

void hint_kernel(State& state) {
  struct KernelHint {
    HintKey key;
    int percent;
    std::string_view set;
    std::string_view label;
  };
  static constexpr std::array kHints{
      KernelHint{HintKey::threads, 60, "hint.threads.set", "hint.threads"},
      KernelHint{HintKey::occupancy, 35, "hint.occupancy.set", "hint.occupancy"},
      KernelHint{HintKey::warps, 20, "hint.warps.set", "hint.warps"},
      KernelHint{HintKey::ctas, 3, "hint.ctas.set", "hint.ctas"},
      KernelHint{HintKey::swizzle_panel, 10, "hint.swizzle_panel.set", "hint.swizzle_panel"},
  };
  // Without the hint, targets that have it take 128.
  constexpr int kDefaultWarps = 4;
  constexpr int kLanes = 32;
  for (const KernelHint& hint : kHints) {
    const bool threads = hint.key == HintKey::threads;
    const bool must = threads && state.most_warps < kDefaultWarps;
    if (state.narrow.hint_values(hint.key).empty() || (!must && state.hint_percent == 0)) continue;
    const auto fits = [&](std::int32_t value) { return !threads || value <= state.most_warps * kLanes; };
    std::int32_t value = 0;
    if ((must || state.choices.chance(hint.set, hint.percent)) &&
        draw_hint(state, hint.key, hint.label, value, fits))
      state.program.hints.push_back({hint.key, value});
  }
  std::sort(state.program.hints.begin(), state.program.hints.end());
}

Wire load(State& state, int tensor_index, const Place& place, std::int32_t rows, std::int32_t columns) {
  Tensor& tensor = state.tensor(tensor_index);
  note_access(tensor, rows, columns);
  const bool unpadded =
      may_go_unpadded(state, tensor, place, rows, columns) && state.choices.chance("load.unpadded", 20);
  if (unpadded) need(state, tensor, place, rows, columns);
  const bool drop_by_reshape = tensor.rank == 3 && state.choices.chance("load.reshape", 25);
  const ir::Type type = drop_by_reshape ? ir::Type::tile(tensor.element, {1, rows, columns})
                                        : tile_type(tensor.element, rows, columns);
  const std::vector<Operand> index = operands(tensor, place);
  const Wire loaded = unpadded ? state.build.load(tensor.value, index, type)
                               : state.build.load_padded(tensor.value, index, type, Padding::zero);
  hint_access(state);
  const double bound = state.storing > 0 && tensor.written ? stored_bound(tensor.element) : tensor.bound;
  state.made(loaded, bound);
  const std::array<std::int32_t, 2> shape{rows, columns};
  return drop_by_reshape ? reshape(state, loaded, shape) : loaded;
}

void store(State& state, int tensor_index, const Place& place, Wire value) {
  const ir::Element element = state.tensor(tensor_index).element;
  value = cast(state, value, element);
  if (state.storing > 0) value = limit(state, value, stored_bound(element));
  Tensor& tensor = state.tensor(tensor_index);
  const ir::Type& type = state.type(value);
  note_access(tensor, type.extents[0], type.extents[1]);
  if (tensor.rank == 3 && state.choices.chance("store.reshape", 25)) {
    const std::array<std::int32_t, 3> shape{1, type.extents[0], type.extents[1]};
    value = reshape(state, value, shape);
  }
  state.build.store(tensor.value, operands(tensor, place), value);
  hint_access(state);
  tensor.written = true;
  if (state.dead > 0) return;
  const double bound = std::max(tensor.bound, state.bound(value));
  tensor.bound = bound;
  if (!tensor.aliased) return;
  for (Tensor& other : state.tensors) {
    if (other.aliased) other.bound = bound;
  }
}

}  // namespace tilefuzz::generators
