#include "oracles/reference/elementwise.h"
#include "oracles/reference/integer_scalar.h"

namespace tilefuzz::reference {
namespace {

using numeric::IntegerResult;
using numeric::Signedness;

constexpr auto kSigned = Signedness::with_sign;

IntegerOutcome guarded(const IntegerResult& result, bool wrap) {
  return {result.bits, wrap || !result.overflow, TrapKind::integer_overflow};
}

template <class Optional>
IntegerOutcome guarded(const Optional& result, TrapKind kind) {
  return {result.value_or(0), result.has_value(), kind};
}

std::string spelled(const ir::Op& op, const IntegerMode& mode, std::span<const std::uint64_t> x) {
  std::string out(ir::row(op.code).name);
  for (const std::uint64_t bits : x) {
    out += " " + (mode.sign == kSigned ? std::to_string(numeric::decode_signed(mode.element, bits))
                                       : std::to_string(numeric::decode_unsigned(mode.element, bits)));
  }
  return out + " in " + std::string(numeric::name(mode.element));
}

std::string_view reason(TrapKind kind) {
  switch (kind) {
    case TrapKind::integer_division:
      return " has no quotient";
    case TrapKind::integer_shift:
      return " shifts by the width or more";
    case TrapKind::malformed:
      return " does not exist";
    default:
      return " overflows";
  }
}

template <std::size_t N, class F>
TilePtr run_n(Machine& machine, const ir::Op& op, const IntegerMode& mode, const F& f) {
  return map_checked<N>(
      machine, op, mode.element,
      [&](const std::array<std::uint64_t, N>& x) -> std::optional<std::uint64_t> {
        const IntegerOutcome outcome = f(x);
        return outcome.ok ? std::optional(outcome.bits) : std::nullopt;
      },
      [&](const std::array<std::uint64_t, N>& x) {
        const TrapKind kind = f(x).kind;
        return std::pair(kind, spelled(op, mode, x) + std::string(reason(kind)));
      });
}

}  // namespace

IntegerOutcome integer_unary(ir::Opcode code, const IntegerMode& mode, std::uint64_t a) {
  switch (code) {
    case ir::Opcode::neg:
      return guarded(numeric::negate(mode.element, kSigned, a), mode.wrap);
    case ir::Opcode::abs:
      return guarded(numeric::absolute(mode.element, kSigned, a), mode.wrap);
    case ir::Opcode::not_:
      return {~a & numeric::bit_mask(mode.element)};
    default:
      return {0, false, TrapKind::malformed};
  }
}

IntegerOutcome integer_binary(ir::Opcode code, const IntegerMode& mode, std::uint64_t a, std::uint64_t b) {
  const ir::Element e = mode.element;
  using enum ir::Opcode;
  switch (code) {
    // add, sub, mul, shl carry no signedness: overflow is that of the signed reading.
    case add:
      return guarded(numeric::add(e, kSigned, a, b), mode.wrap);
    case sub:
      return guarded(numeric::sub(e, kSigned, a, b), mode.wrap);
    case mul:
      return guarded(numeric::mul(e, kSigned, a, b), mode.wrap);
    case mulhi:
      return {numeric::multiply_high(e, mode.sign, a, b)};
    case div:
      return guarded(numeric::divide(e, mode.sign, a, b), TrapKind::integer_division);
    case rem:
      return guarded(numeric::remainder(e, mode.sign, a, b), TrapKind::integer_division);
    case min:
      return {numeric::compare(e, mode.sign, a, b) <= 0 ? a : b};
    case max:
      return {numeric::compare(e, mode.sign, a, b) >= 0 ? a : b};
    case and_:
      return {a & b};
    case or_:
      return {a | b};
    case xor_:
      return {a ^ b};
    case shl: {
      const auto shifted = numeric::shift_left(e, kSigned, a, b);
      if (!shifted) return {0, false, TrapKind::integer_shift};
      return guarded(*shifted, mode.wrap);
    }
    case shr:
      return guarded(numeric::shift_right(e, mode.sign, a, b), TrapKind::integer_shift);
    default:
      return {0, false, TrapKind::malformed};
  }
}

TilePtr run_integer(Machine& machine, const ir::Op& op) {
  const IntegerMode mode{
      operand_element(machine, op),
      op.has(ir::AttributeKey::is_unsigned) ? Signedness::without_sign : Signedness::with_sign,
      op.has(ir::AttributeKey::wrap)};
  if (!numeric::is_integer(mode.element)) {
    machine.fail(TrapKind::malformed, "the operands are not integers");
    return nullptr;
  }
  if (op.operands.size() == 1) {
    return run_n<1>(machine, op, mode, [&](const auto& x) { return integer_unary(op.code, mode, x[0]); });
  }
  if (op.operands.size() == 2) {
    return run_n<2>(machine, op, mode,
                    [&](const auto& x) { return integer_binary(op.code, mode, x[0], x[1]); });
  }
  machine.fail(TrapKind::malformed, "no such operation on integers");
  return nullptr;
}

}  // namespace tilefuzz::reference
