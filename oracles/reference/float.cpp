#include <bit>
#include <cmath>

#include "numeric/arithmetic.h"
#include "oracles/reference/elementwise.h"
#include "oracles/reference/float_scalar.h"

namespace tilefuzz::reference {
namespace {

using ir::Element;

constexpr std::uint64_t kNan32 = 0x7fc00000;

float f32(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
std::uint64_t bits32(float value) { return value != value ? kNan32 : std::bit_cast<std::uint32_t>(value); }
double f64(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits64(double value) {
  return value != value ? numeric::canonical_nan(Element::f64) : std::bit_cast<std::uint64_t>(value);
}

using Binary = std::uint64_t (*)(Element, std::uint64_t, std::uint64_t);

// f32 and f64 by the host, whose + - * / round to nearest even (SSE2 or better); the others by numeric.
template <class Host>
TilePtr arithmetic(Machine& machine, const ir::Op& op, Element e, const Host& host, Binary general) {
  if (e == Element::f32) {
    return map<2>(machine, op, e,
                  [&](std::uint64_t a, std::uint64_t b) { return bits32(host(f32(a), f32(b))); });
  }
  if (e == Element::f64) {
    return map<2>(machine, op, e,
                  [&](std::uint64_t a, std::uint64_t b) { return bits64(host(f64(a), f64(b))); });
  }
  return map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) { return general(e, a, b); });
}

TilePtr extremum(Machine& machine, const ir::Op& op, Element e) {
  const bool propagate = op.has(ir::AttributeKey::propagate_nan);
  const bool smaller = op.code == ir::Opcode::min;
  auto out = map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) {
    return smaller ? float_min(e, propagate, a, b) : float_max(e, propagate, a, b);
  });
  if (!out) return nullptr;
  const auto a = machine.view(op.operands[0], e, out->size());
  const auto b = machine.view(op.operands[1], e, out->size());
  for (std::size_t i = 0; i < out->size(); ++i) {
    if (!(out->mark(i) & kPoison) && zeros_differ(e, a->at(i), b->at(i))) out->add_mark(i, kZeroSign);
  }
  return out;
}

TilePtr fused(Machine& machine, const ir::Op& op, Element e) {
  return map<3>(machine, op, e, [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    if (e == Element::f32) return bits32(std::fma(f32(a), f32(b), f32(c)));
    if (e == Element::f64) return bits64(std::fma(f64(a), f64(b), f64(c)));
    return numeric::fma(e, a, b, c);
  });
}

}  // namespace

std::uint64_t float_min(Element e, bool propagate, std::uint64_t a, std::uint64_t b) {
  const bool nan_a = numeric::is_nan(e, a), nan_b = numeric::is_nan(e, b);
  if (nan_a || nan_b) {
    if (propagate || (nan_a && nan_b)) return numeric::canonical_nan(e);
    return nan_a ? b : a;
  }
  return numeric::decode(e, b) < numeric::decode(e, a) ? b : a;
}

std::uint64_t float_max(Element e, bool propagate, std::uint64_t a, std::uint64_t b) {
  const bool nan_a = numeric::is_nan(e, a), nan_b = numeric::is_nan(e, b);
  if (nan_a || nan_b) {
    if (propagate || (nan_a && nan_b)) return numeric::canonical_nan(e);
    return nan_a ? b : a;
  }
  return numeric::decode(e, b) > numeric::decode(e, a) ? b : a;
}

bool zeros_differ(Element e, std::uint64_t a, std::uint64_t b) {
  return a != b && numeric::is_zero(e, a) && numeric::is_zero(e, b);
}

bool is_math(ir::Opcode code) { return code >= ir::Opcode::sqrt && code <= ir::Opcode::ceil; }

double math(ir::Opcode code, double x) {
  using enum ir::Opcode;
  switch (code) {
    case sqrt:
      return std::sqrt(x);
    case rsqrt:
      return 1.0 / std::sqrt(x);
    case exp:
      return std::exp(x);
    case exp2:
      return std::exp2(x);
    case log:
      return std::log(x);
    case log2:
      return std::log2(x);
    case sin:
      return std::sin(x);
    case cos:
      return std::cos(x);
    case tan:
      return std::tan(x);
    case sinh:
      return std::sinh(x);
    case cosh:
      return std::cosh(x);
    case tanh:
      return std::tanh(x);
    case floor:
      return std::floor(x);
    default:
      return std::ceil(x);
  }
}

TilePtr run_float(Machine& machine, const ir::Op& op) {
  const Element e = operand_element(machine, op);
  using enum ir::Opcode;
  if (!numeric::is_float(e) || !numeric::has_arithmetic(e)) {
    machine.fail(TrapKind::malformed, "the type has no arithmetic");
    return nullptr;
  }
  if (is_math(op.code)) {
    return map<1>(machine, op, e,
                  [&](std::uint64_t a) { return numeric::encode(e, math(op.code, numeric::decode(e, a))); });
  }
  switch (op.code) {
    case neg:
      return map<1>(machine, op, e, [&](std::uint64_t a) { return numeric::negate(e, a); });
    case abs:
      return map<1>(machine, op, e, [&](std::uint64_t a) { return numeric::absolute(e, a); });
    case add:
      return arithmetic(
          machine, op, e, [](auto a, auto b) { return a + b; }, numeric::add);
    case sub:
      return arithmetic(
          machine, op, e, [](auto a, auto b) { return a - b; }, numeric::sub);
    case mul:
      return arithmetic(
          machine, op, e, [](auto a, auto b) { return a * b; }, numeric::mul);
    case div:
      return arithmetic(
          machine, op, e, [](auto a, auto b) { return a / b; }, numeric::div);
    case min:
    case max:
      return extremum(machine, op, e);
    case pow:
    case atan2:
      return map<2>(machine, op, e, [&](std::uint64_t a, std::uint64_t b) {
        const double x = numeric::decode(e, a), y = numeric::decode(e, b);
        return numeric::encode(e, op.code == pow ? std::pow(x, y) : std::atan2(x, y));
      });
    case fma:
      return fused(machine, op, e);
    default:
      machine.fail(TrapKind::malformed, "no such operation on floats");
      return nullptr;
  }
}

}  // namespace tilefuzz::reference
