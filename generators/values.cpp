#include "generators/values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ir/operation_table.h"

namespace tilefuzz::generators {

using ir::Combine;
using ir::Element;
using ir::Opcode;
using ir::Type;

Type tile_type(Element element, std::int32_t rows, std::int32_t columns) {
  return Type::tile(element, {rows, columns});
}

Wire constant(State& state, const Type& type, double value) {
  return state.made(state.build.constant(type, value), std::abs(value));
}

Wire number_like(State& state, Wire like, double value) {
  const bool whole = state.choices.chance("constant.tile", 40) && state.has_room(0);
  return constant(state, whole ? state.type(like) : Type::scalar(state.element(like)), value);
}

namespace {

double type_bound(Element element, double bound) {
  // Integers wrap, so what leaves the range may be anything in it.
  return numeric::is_integer(element) && bound > largest(element) ? largest(element) + 1 : bound;
}

Wire clamp(State& state, Wire value, double most) {
  const Wire high = binary(state, Opcode::min, value, number_like(state, value, most));
  const Wire low = binary(state, Opcode::max, high, number_like(state, value, -most));
  return state.made(low, most);
}

Wire scale_down(State& state, Wire value, double most) {
  const double factor = std::exp2(-std::ceil(std::log2(state.bound(value) / most)));
  return state.made(binary(state, Opcode::mul, value, number_like(state, value, factor)), most);
}

}  // namespace

Wire limit(State& state, Wire value, double most) {
  if (state.dead > 0 || state.bound(value) <= most) return value;
  const Element element = state.element(value);
  if (numeric::is_integer(element)) {
    // A mask is the one limit that needs no comparison and keeps small numbers as they are.
    const auto mask = static_cast<std::int32_t>(std::exp2(std::floor(std::log2(most + 1)))) - 1;
    return state.made(state.build.binary(Opcode::and_, value, ir::Operand::constant(mask)), mask);
  }
  if (!numeric::has_arithmetic(element))
    return cast(state, limit(state, cast(state, value, Element::f32), most), element);
  const double factor_floor = element == Element::f16 ? 1e-4 : 1e-30;
  const bool can_scale = most / state.bound(value) > factor_floor;
  const bool scaled = can_scale && state.choices.chance("limit.scale", 40);
  return scaled ? scale_down(state, value, most) : clamp(state, value, most);
}

Wire cast(State& state, Wire value, Element element) {
  const Element from = state.element(value);
  if (from == element) return value;
  const bool from_storage = !numeric::has_arithmetic(from);
  if (from == Element::i1) {
    const Type type = state.type(value).with_element(element);
    return select(state, value, constant(state, type, 1), constant(state, type, 0));
  }
  // There is no cast between integers and storage-only floats, and none to tf32 from what f32 cannot hold in
  // every target's emitter.
  const bool wide = from == Element::f64 && element == Element::tf32;
  if (wide || (numeric::is_integer(from) && !numeric::has_arithmetic(element))) {
    value = cast(state, value, Element::f32);
  } else if (from_storage && numeric::is_integer(element)) {
    value = cast(state, value, Element::f32);
  }
  value = limit(state, value, largest(element));
  return state.made(state.build.cast(value, element), state.bound(value));
}

Wire arithmetic(State& state, Wire value) {
  const Element element = state.element(value);
  if (element == Element::i1) return cast(state, value, Element::i32);
  return numeric::has_arithmetic(element) ? value : cast(state, value, Element::f32);
}

Wire binary(State& state, Opcode opcode, Wire a, Wire b) {
  const double x = state.bound(a);
  const double y = state.bound(b);
  const Element element = state.element(a);
  double bound = std::max(x, y);
  const bool wraps = numeric::is_integer(element) &&
                     (opcode == Opcode::add || opcode == Opcode::sub || opcode == Opcode::mul);
  if (opcode == Opcode::add || opcode == Opcode::sub) bound = x + y;
  if (opcode == Opcode::mul) bound = x * y;
  if (opcode == Opcode::and_ || opcode == Opcode::or_ || opcode == Opcode::xor_) bound = largest(element) + 1;
  const Wire result = state.build.binary(opcode, a, b);
  if (wraps) state.build.last().set(ir::AttributeKey::wrap);
  return state.made(result, type_bound(element, bound));
}

Wire unary(State& state, Opcode opcode, Wire value) {
  double bound = state.bound(value);
  switch (opcode) {
    case Opcode::exp:
    case Opcode::exp2:
    case Opcode::sinh:
    case Opcode::cosh:
      value = limit(state, value, 8);
      bound = 3000;
      break;
    case Opcode::sqrt:
    case Opcode::log:
    case Opcode::log2:
    case Opcode::rsqrt: {
      // Of 1 + |x|: defined and finite everywhere.
      if (!state.says(Opcode::abs)) return value;
      const Wire magnitude = state.made(state.build.unary(Opcode::abs, value), bound);
      value = binary(state, Opcode::add, magnitude, number_like(state, magnitude, 1));
      bound = state.bound(value);
      break;
    }
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::tanh:
      bound = 1;
      break;
    case Opcode::tan:
      value = limit(state, value, 1);
      bound = 2;
      break;
    default:
      break;
  }
  const Wire result = state.build.unary(opcode, value);
  if (numeric::is_integer(state.element(value)) && (opcode == Opcode::neg || opcode == Opcode::abs))
    state.build.last().set(ir::AttributeKey::wrap);
  return state.made(result, bound + 1);
}

Wire multiply(State& state, Wire a, Wire b, Wire c) {
  const targets::MmaRow& row = *state.row;
  const Type& left = state.type(a);
  const double terms = left.extents[left.rank - 1U];
  // What a narrow accumulator overflows to is infinite, and then not a number: keep away from it.
  const double comfort = row.accumulator == Element::f16 ? 3e4 : kComfort;
  if (numeric::is_float(row.a) && state.bound(a) * state.bound(b) * terms > comfort) {
    const double most = std::sqrt(comfort / terms);
    if (left.is_tile()) a = limit(state, a, most);
    b = limit(state, b, most);
  }
  if (state.type(a).is_tile()) a = cast(state, a, row.a);
  b = cast(state, b, row.b);
  c = cast(state, c, row.accumulator);
  const Type& sums = state.type(c);
  state.most_warps =
      std::min<std::int64_t>(state.most_warps, std::max(1, sums.extents[0] / 16 * (sums.extents[1] / 8)));
  constexpr double largest_unsigned_byte = 255;
  // A caller may have 8-bit operands read as unsigned: a small negative number is then a large one.
  const auto reach = [&](Wire value, Element element) {
    return numeric::is_integer(element) ? std::max(state.bound(value), largest_unsigned_byte)
                                        : state.bound(value);
  };
  const double bound = reach(a, row.a) * reach(b, row.b) * terms + state.bound(c);
  const Wire result = state.build.mma(a, b, c);
  if (row.a == Element::f32) {
    const auto precisions = state.narrow.precisions();
    std::array<Option, 2> options;
    for (std::size_t i = 0; i < precisions.size(); ++i)
      options[i] = {static_cast<std::int64_t>(precisions[i]), 1,
                    ir::row(ir::AttributeKey::precision).words[static_cast<std::size_t>(precisions[i])]};
    const std::int64_t drawn =
        precisions.size() == 1
            ? options[0].value
            : state.choices.pick("mma.precision", std::span<const Option>(options).first(precisions.size()));
    state.build.last().set(ir::AttributeKey::precision, drawn);
  }
  return state.made(result, type_bound(row.accumulator, bound));
}

Wire transpose(State& state, Wire value) {
  static constexpr std::array<std::int64_t, 2> kSwap{1, 0};
  return state.made(state.build.permute(value, kSwap), state.bound(value));
}

Wire slice(State& state, Wire value, std::span<const Index> index, std::int32_t rows, std::int32_t columns) {
  const std::array<ir::Operand, 2> operands{index[0].operand, index[1].operand};
  const Type type = tile_type(state.element(value), rows, columns);
  return state.made(state.build.extract(value, operands, type), state.bound(value));
}

Wire broadcast(State& state, Wire value, Shape shape) {
  const Type type = state.type(value).with_shape(shape);
  if (type == state.type(value)) return value;
  return state.made(state.build.convert(Opcode::broadcast, value, type), state.bound(value));
}

Wire reshape(State& state, Wire value, Shape shape) {
  const Type type = state.type(value).with_shape(shape);
  if (type == state.type(value)) return value;
  return state.made(state.build.convert(Opcode::reshape, value, type), state.bound(value));
}

Wire select(State& state, Wire condition, Wire a, Wire b) {
  return state.made(state.build.select(condition, a, b), std::max(state.bound(a), state.bound(b)));
}

Wire reduce(State& state, Combine combine, Wire value, int axis) {
  const Type type = state.type(value);
  const double count = type.extents[static_cast<std::size_t>(axis)];
  const double bound = combine == Combine::add ? state.bound(value) * count : state.bound(value);
  const Wire result = state.build.reduce(combine, value, axis);
  if (combine == Combine::add && numeric::is_integer(type.element))
    state.build.last().set(ir::AttributeKey::wrap);
  return state.made(result, type_bound(type.element, bound));
}

}  // namespace tilefuzz::generators
