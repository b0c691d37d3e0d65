#include "numeric/arithmetic.h"
#include "oracles/reference/elementwise.h"
#include "oracles/reference/float_scalar.h"
#include "oracles/reference/integer_scalar.h"

namespace tilefuzz::reference {
namespace {

using ir::Combine;
using ir::Element;

ir::Opcode opcode_of(Combine combine) {
  constexpr std::array kCodes = {ir::Opcode::add,  ir::Opcode::mul, ir::Opcode::min, ir::Opcode::max,
                                 ir::Opcode::and_, ir::Opcode::or_, ir::Opcode::xor_};
  return kCodes[static_cast<std::size_t>(combine)];
}

// One step of a reduction: the accumulator's bits and marks with one more element.
class Combiner {
 public:
  Combiner(Machine& machine, const ir::Op& op, Element element)
      : machine_(machine),
        combine_(static_cast<Combine>(op.attribute(ir::AttributeKey::combine).value_or(0))),
        mode_{element,
              op.has(ir::AttributeKey::is_unsigned) ? numeric::Signedness::without_sign
                                                    : numeric::Signedness::with_sign,
              op.has(ir::AttributeKey::wrap)},
        propagate_(op.has(ir::AttributeKey::propagate_nan)) {}

  bool add(std::uint64_t& bits, std::uint8_t& marks, std::uint64_t x, std::uint8_t x_marks,
           std::int64_t element) {
    marks |= x_marks & kPoison;
    if (marks & kPoison) return true;
    return numeric::is_integer(mode_.element) ? add_integer(bits, x, element)
                                              : add_float(bits, marks, x, x_marks, element);
  }

 private:
  bool add_integer(std::uint64_t& bits, std::uint64_t x, std::int64_t element) {
    const IntegerOutcome outcome = integer_binary(opcode_of(combine_), mode_, bits, x);
    if (!outcome.ok) return machine_.fail(outcome.kind, "the combination overflows", element);
    bits = outcome.bits;
    return true;
  }

  bool add_float(std::uint64_t& bits, std::uint8_t& marks, std::uint64_t x, std::uint8_t x_marks,
                 std::int64_t element) {
    const Element e = mode_.element;
    // As the sign of a zero may come from either, a marked operand marks a zero result.
    const std::uint8_t zero_sign = (marks | x_marks) & kZeroSign;
    switch (combine_) {
      case Combine::add:
        bits = numeric::add(e, bits, x);
        break;
      case Combine::mul:
        bits = numeric::mul(e, bits, x);
        break;
      case Combine::min:
      case Combine::max: {
        const bool differ = zeros_differ(e, bits, x);
        bits =
            combine_ == Combine::min ? float_min(e, propagate_, bits, x) : float_max(e, propagate_, bits, x);
        marks = differ ? kZeroSign : zero_sign;
        if (!numeric::is_zero(e, bits)) marks = 0;
        return true;
      }
      default:
        return machine_.fail(TrapKind::malformed, "bitwise combination of floats", element);
    }
    marks = numeric::is_zero(e, bits) ? zero_sign : std::uint8_t{0};
    return true;
  }

  Machine& machine_;
  Combine combine_;
  IntegerMode mode_;
  bool propagate_;
};

}  // namespace

TilePtr run_combine(Machine& machine, const ir::Op& op) {
  const Tile* source = machine.tile(op.operands[0]);
  if (!source) return nullptr;
  const ir::Type from = machine.program.type(op.operands[0]);
  const std::int64_t axis = op.attribute(ir::AttributeKey::axis).value_or(-1);
  const ir::Type type = machine.result_type(op);
  if (axis < 0 || axis >= from.rank || !numeric::has_arithmetic(from.element)) {
    machine.fail(TrapKind::malformed, "no such axis, or a type without arithmetic");
    return nullptr;
  }
  const auto extent = static_cast<std::size_t>(from.extents[static_cast<std::size_t>(axis)]);
  std::size_t inner = 1;
  for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < from.rank; ++i) {
    inner *= static_cast<std::size_t>(from.extents[i]);
  }
  const bool scan = op.code == ir::Opcode::scan;
  const std::size_t lanes = extent == 0 ? 0 : source->size() / extent;
  if (lanes == 0 || static_cast<std::size_t>(type.element_count()) != (scan ? source->size() : lanes)) {
    machine.fail(TrapKind::malformed, "the result has another shape");
    return nullptr;
  }
  if (!machine.spend(from.element_count())) return nullptr;

  const bool reverse = scan && op.has(ir::AttributeKey::reverse);
  Combiner combiner(machine, op, from.element);
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t base = lane / inner * inner * extent + lane % inner;
    std::uint64_t bits = 0;
    std::uint8_t marks = 0;
    for (std::size_t step = 0; step < extent; ++step) {
      const std::size_t from_here = base + (reverse ? extent - 1 - step : step) * inner;
      if (step == 0) {
        bits = source->bits[from_here];
        marks = source->mark(from_here);
      } else if (!combiner.add(bits, marks, source->bits[from_here], source->mark(from_here),
                               static_cast<std::int64_t>(from_here))) {
        return nullptr;
      }
      if (scan) {
        out->bits[from_here] = bits;
        out->add_mark(from_here, marks);
      }
    }
    if (!scan) {
      out->bits[lane] = bits;
      out->add_mark(lane, marks);
    }
  }
  return out;
}

}  // namespace tilefuzz::reference
