#include "generators/phases/epilogue.h"

#include <array>

#include "generators/access.h"
#include "generators/phases/ensure.h"
#include "generators/values.h"
#include "ir/operation_table.h"

namespace tilefuzz::generators {

using ir::Combine;
using ir::Element;
using ir::Opcode;
using ir::Operand;
using ir::Predicate;

namespace {

// What scans and full tiles of transcendentals may cost a compiler: scans of 64x128 took tileiras a minute in
// ptxas.
constexpr std::int64_t kLargestScan = 1024;

bool is_float(const State& state, Wire value) { return numeric::is_float(state.element(value)); }

Wire scale(State& state, Wire value) {
  if (!is_float(state, value)) {
    const auto factor =
        static_cast<std::int32_t>(state.choices.pick("epilogue.scale", {{2}, {3}, {-1}, {5}}));
    return binary(state, Opcode::mul, value, constant(state, ir::Type::scalar(state.element(value)), factor));
  }
  static constexpr std::array<double, 4> kFactors{0.5, 2, -1, 0.25};
  const auto index =
      state.choices.pick("epilogue.scale", {{0, 1, "0.5"}, {1, 1, "2"}, {2, 1, "-1"}, {3, 1, "0.25"}});
  return binary(state, Opcode::mul, value,
                number_like(state, value, kFactors[static_cast<std::size_t>(index)]));
}

Wire shift(State& state, Wire value) {
  const auto by = static_cast<double>(state.choices.choose("epilogue.shift", 1, 4));
  return binary(state, state.choices.chance("epilogue.shift.down", 40) ? Opcode::sub : Opcode::add, value,
                number_like(state, value, by));
}

Wire relu(State& state, Wire value) {
  if (!state.says(Opcode::max)) return value;
  return binary(state, Opcode::max, value, number_like(state, value, 0));
}

Wire bias(State& state, Wire value, const EpilogueSource& source) {
  if (source.tensor < 0) return shift(state, value);
  const ir::Type type = state.type(value);
  const auto kind = state.choices.pick("epilogue.bias", {{0, 3, "row"}, {1, 2, "column"}, {2, 2, "tile"}});
  Place place{source.row, source.column};
  std::int32_t rows = type.extents[0];
  std::int32_t columns = type.extents[1];
  if (kind == 0) {
    rows = 1;
    place[0] = at(0);
  } else if (kind == 1) {
    columns = 1;
    place[1] = at(0);
  }
  const Wire loaded = load(state, source.tensor, place, rows, columns);
  const Wire fitting = cast(state, arithmetic(state, loaded), type.element);
  return binary(state, Opcode::add, value, broadcast(state, fitting, type.shape()));
}

Wire function(State& state, Wire value) {
  static constexpr std::array kFunctions{
      Opcode::neg,  Opcode::abs, Opcode::exp, Opcode::exp2,  Opcode::tanh,  Opcode::sqrt, Opcode::log,
      Opcode::log2, Opcode::sin, Opcode::cos, Opcode::rsqrt, Opcode::floor, Opcode::ceil, Opcode::sinh};
  std::array<Option, kFunctions.size()> options;
  std::size_t count = 0;
  const std::size_t usable = is_float(state, value) ? kFunctions.size() : 2;
  for (std::size_t i = 0; i < usable; ++i) {
    const Opcode opcode = kFunctions[i];
    if (state.says(opcode)) options[count++] = {static_cast<std::int64_t>(opcode), 1, ir::row(opcode).name};
  }
  if (count == 0) return value;
  const auto taken = static_cast<Opcode>(
      state.choices.pick("epilogue.function", std::span<const Option>(options).first(count)));
  return unary(state, taken, value);
}

Wire threshold(State& state, Wire value) {
  const auto predicate = static_cast<Predicate>(state.choices.choose("epilogue.predicate", 0, 5));
  const Wire bar = number_like(state, value, 1);
  const Wire hit = state.made(state.build.cmp(predicate, value, bar), 1);
  const Wire other = scale(state, value);
  return select(state, hit, value, other);
}

// Keeps the elements on one side of a diagonal.
Wire mask(State& state, Wire value) {
  const ir::Type type = state.type(value);
  const ir::Type numbers = type.with_element(Element::i32);
  const Wire rows = state.made(state.build.iota(0, numbers), type.extents[0]);
  const Wire columns = state.made(state.build.iota(1, numbers), type.extents[1]);
  const auto predicate = static_cast<Predicate>(state.choices.choose("epilogue.mask", 2, 5));
  const Wire keep = state.made(state.build.cmp(predicate, rows, columns), 1);
  return select(state, keep, value, number_like(state, value, 0));
}

// Combines each row or column, and puts it back against the tile.
Wire statistics(State& state, Wire value) {
  if (!state.says(Opcode::reduce) || !state.allows(Feature::reduction)) return shift(state, value);
  const ir::Type type = state.type(value);
  const auto axis = static_cast<int>(state.choices.pick("reduce.axis", {{1, 3}, {0, 1}}));
  const auto combine = static_cast<Combine>(
      state.choices.pick("reduce.combine", {{static_cast<int>(Combine::max), 3, "max"},
                                            {static_cast<int>(Combine::add), 3, "add"},
                                            {static_cast<int>(Combine::min), 1, "min"}}));
  const Wire line =
      reduce(state, combine,
             combine == Combine::add ? limit(state, value, largest(type.element) / 1024) : value, axis);
  std::array<std::int32_t, 2> kept{type.extents[0], type.extents[1]};
  kept[static_cast<std::size_t>(axis)] = 1;
  const Wire back = broadcast(state, reshape(state, line, kept), type.shape());
  return binary(state, state.choices.chance("reduce.subtract", 60) ? Opcode::sub : Opcode::max, value, back);
}

Wire detour(State& state, Wire value) {
  const Element home = state.element(value);
  std::array<Option, 6> options;
  std::size_t count = 0;
  for (const Element element :
       {Element::f16, Element::bf16, Element::f32, Element::tf32, Element::f8e4m3, Element::i32}) {
    const bool fits = element != home && state.narrow.has(element) &&
                      (numeric::has_arithmetic(element) || numeric::is_float(home));
    if (fits)
      options[count++] = {static_cast<std::int64_t>(element), numeric::has_arithmetic(element) ? 3U : 1U,
                          numeric::name(element)};
  }
  if (count == 0) return value;
  const auto element = static_cast<Element>(
      state.choices.pick("epilogue.detour", std::span<const Option>(options).first(count)));
  Wire there = cast(state, value, element);
  if (numeric::has_arithmetic(element) && state.choices.chance("epilogue.detour.work", 60))
    there = shift(state, there);
  return cast(state, there, home);
}

Wire turn(State& state, Wire value) {
  const ir::Type type = state.type(value);
  if (state.says(Opcode::permute) && state.choices.chance("epilogue.transpose", 50)) {
    Wire turned = transpose(state, value);
    turned = shift(state, turned);
    return transpose(state, turned);
  }
  if (type.extents[1] % 2 != 0) return value;
  const std::array<std::int32_t, 2> other{type.extents[0] * 2, type.extents[1] / 2};
  return reshape(state, scale(state, reshape(state, value, other)), type.shape());
}

Wire fused(State& state, Wire value) {
  if (!is_float(state, value) || !state.says(Opcode::fma)) return scale(state, value);
  const Wire factor = number_like(state, value, 0.5);
  const ir::Operand a(value);
  const ir::Operand b(factor);
  const double bound = state.bound(value) * 1.5;
  return state.made(state.build.write(Opcode::fma, {{&a, 1}, {&b, 1}, {&a, 1}}), bound);
}

Wire bits(State& state, Wire value) {
  if (is_float(state, value)) return threshold(state, value);
  const auto which =
      static_cast<Opcode>(state.choices.pick("epilogue.bits", {{static_cast<int>(Opcode::and_), 1, "and"},
                                                               {static_cast<int>(Opcode::or_), 1, "or"},
                                                               {static_cast<int>(Opcode::xor_), 1, "xor"},
                                                               {static_cast<int>(Opcode::shr), 2, "shr"},
                                                               {static_cast<int>(Opcode::div), 1, "div"}}));
  if (!state.says(which)) return scale(state, value);
  const auto by = static_cast<std::int32_t>(state.choices.choose("epilogue.bits.by", 1, 6));
  const Wire result = state.build.binary(which, value, Operand::constant(by));
  return state.made(result, largest(state.element(value)) + 1);
}

Wire prefix(State& state, Wire value) {
  if (!state.says(Opcode::scan) || !state.allows(Feature::reduction) ||
      state.type(value).element_count() > kLargestScan)
    return scale(state, value);
  const auto axis = static_cast<int>(state.choices.choose("scan.axis", 0, 1));
  const bool adds = state.choices.chance("scan.add", 60) || !is_float(state, value);
  const double count = state.type(value).extents[static_cast<std::size_t>(axis)];
  if (adds && is_float(state, value)) value = limit(state, value, largest(state.element(value)) / 1024);
  const double bound = state.bound(value) * (adds ? count : 1);
  const Wire result = state.build.scan(adds ? Combine::add : Combine::max, value, axis);
  if (adds && !is_float(state, value)) state.build.last().set(ir::AttributeKey::wrap);
  return state.made(result, bound);
}

enum class Step : std::uint8_t {
  scale,
  shift,
  relu,
  bias,
  function,
  threshold,
  mask,
  statistics,
  detour,
  turn,
  fused,
  bits,
  prefix
};
constexpr std::array kSteps{
    Option{static_cast<int>(Step::scale), 4, "scale"},
    Option{static_cast<int>(Step::shift), 3, "shift"},
    Option{static_cast<int>(Step::relu), 3, "relu"},
    Option{static_cast<int>(Step::bias), 4, "bias"},
    Option{static_cast<int>(Step::function), 4, "function"},
    Option{static_cast<int>(Step::threshold), 2, "threshold"},
    Option{static_cast<int>(Step::mask), 2, "mask"},
    Option{static_cast<int>(Step::statistics), 3, "statistics"},
    Option{static_cast<int>(Step::detour), 3, "detour"},
    Option{static_cast<int>(Step::turn), 1, "turn"},
    Option{static_cast<int>(Step::fused), 2, "fused"},
    Option{static_cast<int>(Step::bits), 1, "bits"},
    Option{static_cast<int>(Step::prefix), 1, "prefix"},
};

Wire apply(State& state, Step step, Wire value, const EpilogueSource& source) {
  switch (step) {
    case Step::scale:
      return scale(state, value);
    case Step::shift:
      return shift(state, value);
    case Step::relu:
      return relu(state, value);
    case Step::bias:
      return bias(state, value, source);
    case Step::function:
      return function(state, value);
    case Step::threshold:
      return threshold(state, value);
    case Step::mask:
      return mask(state, value);
    case Step::statistics:
      return statistics(state, value);
    case Step::detour:
      return detour(state, value);
    case Step::turn:
      return turn(state, value);
    case Step::fused:
      return fused(state, value);
    case Step::bits:
      return bits(state, value);
    case Step::prefix:
      return prefix(state, value);
  }
  return value;
}

}  // namespace

Wire epilogue(State& state, Wire value, int least_steps, int most_steps, const EpilogueSource& source) {
  if (!state.allows(Feature::epilogue)) return value;
  value = arithmetic(state, value);
  const auto steps = state.choices.choose("epilogue.steps", least_steps, most_steps);
  const std::int64_t bytes = state.type(value).element_count() * numeric::storage_bytes(state.element(value));
  for (std::int64_t i = 0; i < steps && state.has_room(3 * bytes); ++i) {
    const auto step = static_cast<Step>(state.choices.pick("epilogue.step", kSteps));
    // Away from what the element cannot hold, so that a step never makes an infinity.
    if (is_float(state, value))
      value = limit(state, value, state.element(value) == Element::f16 ? 1e3 : kComfort);
    value = apply(state, step, value, source);
  }
  return value;
}

void epilogue_phase(State& state) {
  const Wire second = ensure(state, Slot::second);
  const EpilogueSource source{input_tensor(state), at(0),
                              at(static_cast<std::int32_t>(state.choices.choose("epilogue.column", 0, 1)))};
  state.wire(Slot::second) = cast(state, epilogue(state, second, 1, 4, source), state.element(second));
}

void scan_phase(State& state) {
  if (!state.allows(Feature::reduction)) return;
  const Wire cross = ensure(state, Slot::cross);
  const ir::Element element = state.element(cross);
  state.wire(Slot::cross) = cast(state, prefix(state, arithmetic(state, cross)), element);
}

}  // namespace tilefuzz::generators
