#include <unordered_set>

#include "numeric/arithmetic.h"
#include "numeric/format.h"
#include "numeric/integer.h"
#include "oracles/reference/float_scalar.h"
#include "oracles/reference/lanes.h"

namespace tilefuzz::reference {
namespace {

using ir::AtomicKind;
using ir::Element;

bool has_bits_unspecified(Element e, std::uint64_t bits, std::uint8_t marks) {
  return (marks & kZeroSign) != 0 || (numeric::is_float(e) && numeric::is_nan(e, bits));
}

// The new content of the element; empty for kinds that the type does not have. Integers wrap.
std::optional<std::uint64_t> combined(AtomicKind kind, Element e, numeric::Signedness sign, std::uint64_t old,
                                      std::uint64_t value, std::uint64_t expected) {
  const bool is_float = numeric::is_float(e);
  switch (kind) {
    case AtomicKind::add:
      return is_float ? numeric::add(e, old, value)
                      : numeric::add(e, numeric::Signedness::with_sign, old, value).bits;
    case AtomicKind::min:
      if (is_float) return float_min(e, false, old, value);
      return numeric::compare(e, sign, old, value) <= 0 ? old : value;
    case AtomicKind::max:
      if (is_float) return float_max(e, false, old, value);
      return numeric::compare(e, sign, old, value) >= 0 ? old : value;
    case AtomicKind::xchg:
      return value;
    case AtomicKind::cas:
      return old == expected ? value : old;
    default:
      break;
  }
  if (is_float) return std::nullopt;
  if (kind == AtomicKind::and_) return old & value;
  if (kind == AtomicKind::or_) return old | value;
  return old ^ value;
}

}  // namespace

TilePtr run_atomic(Machine& machine, const ir::Op& op) {
  const ir::Operand value_operand = op.slot(2)[0];
  const ir::Type type = machine.program.type(value_operand);
  const Element e = type.element;
  Lanes lanes;
  if (!lanes.prepare(machine, op, type, 4)) return nullptr;
  const auto value_number = lanes.follow(machine, value_operand, lanes.window().element);
  if (!value_number) return nullptr;
  std::optional<std::size_t> expected_number;
  if (const auto operand = op.slot(3); !operand.empty()) {
    expected_number = lanes.follow(machine, operand[0], e);
    if (!expected_number) return nullptr;
  }
  const auto kind = static_cast<AtomicKind>(op.attribute(ir::AttributeKey::atomic).value_or(0));
  if (e != lanes.window().element || !numeric::has_arithmetic(e) ||
      (kind == AtomicKind::cas) != expected_number.has_value()) {
    machine.fail(TrapKind::malformed, "the atomic does not fit the tensor's element");
    return nullptr;
  }
  const bool is_unsigned = op.has(ir::AttributeKey::is_unsigned);
  const auto sign = is_unsigned ? numeric::Signedness::without_sign : numeric::Signedness::with_sign;
  const bool exclusive = numeric::is_float(e) || kind == AtomicKind::xchg || kind == AtomicKind::cas ||
                         (!op.results.empty() && machine.is_used(op.result()));
  const auto flavour = static_cast<std::uint8_t>(1 + static_cast<int>(kind) + (is_unsigned ? 16 : 0));

  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  std::unordered_set<std::int64_t> places;
  for (std::size_t i = 0; i < out->size(); ++i) {
    const auto lane = static_cast<std::int64_t>(i);
    std::int64_t place = 0;
    const auto state = lanes.next(machine, place);
    if (state == Lanes::State::trapped) return nullptr;
    if (state == Lanes::State::masked) {
      out->add_mark(i, kPoison);
      continue;
    }
    const Lanes::Source& value = lanes.source(*value_number);
    const std::uint8_t expected_mark =
        expected_number ? lanes.source(*expected_number).mark() : std::uint8_t{0};
    if ((value.mark() | expected_mark) & kPoison) {
      machine.fail(TrapKind::poison_stored, "poison reaches an atomic", lane);
      return nullptr;
    }
    if (exclusive && !places.insert(place).second) {
      machine.fail(TrapKind::atomic_lanes,
                   "two lanes touch one element by an atomic whose outcome depends on their order", lane);
      return nullptr;
    }
    if (machine.memory.guards(lanes.window())) {
      const auto fault = machine.memory.touch(lanes.window(), place,
                                              exclusive ? Touch::exclusive_atomic : Touch::shared_atomic,
                                              machine.block_number(), flavour);
      if (fault) {
        machine.fail(fault->kind, fault->message, lane);
        return nullptr;
      }
    }
    const Memory::Cell old = machine.memory.read(lanes.window(), place);
    const std::uint64_t expected = expected_number ? lanes.source(*expected_number).bits() : 0;
    if (has_bits_unspecified(e, value.bits(), value.mark()) || has_bits_unspecified(e, old.bits, old.marks) ||
        has_bits_unspecified(e, expected, expected_mark)) {
      machine.fail(TrapKind::unspecified_bits, "a NaN or a zero of unspecified sign reaches an atomic", lane);
      return nullptr;
    }
    const auto bits = combined(kind, e, sign, old.bits, value.bits(), expected);
    if (!bits) {
      machine.fail(TrapKind::malformed, "the type has no such atomic", lane);
      return nullptr;
    }
    const bool zero_sign = (kind == AtomicKind::min || kind == AtomicKind::max) && numeric::is_float(e) &&
                           zeros_differ(e, old.bits, value.bits());
    machine.memory.write(lanes.window(), place,
                         {*bits, zero_sign ? std::uint8_t{kZeroSign} : std::uint8_t{0}});
    out->bits[i] = old.bits;
  }
  return out;
}

}  // namespace tilefuzz::reference
