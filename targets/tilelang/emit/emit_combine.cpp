#include <bit>
#include <limits>

#include "numeric/format.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::AttributeKey;
using ir::Combine;
using ir::Element;
using ir::Op;
using ir::Operand;
using ir::Type;

namespace {

bool is_power_of_two(std::int64_t x) { return x > 0 && std::has_single_bit(static_cast<std::uint64_t>(x)); }

// TileLang's own reductions take powers of two (its butterfly exchange needs them) and have no unsigned or
// NaN-propagating forms; these elements are the ones that were seen to lower.
bool is_native(const Op& op, const Type& from, Combine combine, int threads) {
  if (op.has(AttributeKey::is_unsigned) || op.has(AttributeKey::propagate_nan)) return false;
  if (from.element != Element::f32 && from.element != Element::i32) return false;
  if (combine != Combine::add && combine != Combine::min && combine != Combine::max) return false;
  return from.rank == 2 && is_power_of_two(threads) && is_power_of_two(from.extents[0]) &&
         is_power_of_two(from.extents[1]);
}

std::int64_t identity_bits(Combine combine, Element element, bool is_unsigned) {
  const int width = numeric::bit_width(element);
  if (numeric::is_integer(element)) {
    const std::int64_t lowest =
        width == 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (width - 1));
    switch (combine) {
      case Combine::mul:
        return 1;
      case Combine::and_:
        return element == Element::i1 ? 1 : -1;
      case Combine::min:
        return is_unsigned ? -1 : -(lowest + 1);
      case Combine::max:
        return is_unsigned ? 0 : lowest;
      default:
        return 0;
    }
  }
  switch (combine) {
    case Combine::mul:
      return static_cast<std::int64_t>(numeric::encode(element, 1.0));
    case Combine::min:
      return static_cast<std::int64_t>(numeric::encode(element, std::numeric_limits<double>::infinity()));
    case Combine::max:
      return static_cast<std::int64_t>(numeric::encode(element, -std::numeric_limits<double>::infinity()));
    default:
      return 0;
  }
}

}  // namespace

std::string Emitter::combined(const Op& op, Combine combine, const std::string& a, const std::string& b,
                              Element element) {
  Op step;
  for (const AttributeKey key : {AttributeKey::is_unsigned, AttributeKey::propagate_nan}) {
    if (op.has(key)) step.set(key);
  }
  static constexpr ir::Opcode kOpcodes[] = {ir::Opcode::add, ir::Opcode::mul,  ir::Opcode::min,
                                            ir::Opcode::max, ir::Opcode::and_, ir::Opcode::or_,
                                            ir::Opcode::xor_};
  step.code = kOpcodes[static_cast<std::size_t>(combine)];
  return binary(step, a, b, element);
}

void Emitter::reduce(const Op& op) {
  const Operand source(shared_value(op.operands[0]));
  const Type from = program_.type(source);
  const Type& to = type(op.result());
  const auto combine = static_cast<Combine>(op.attribute(AttributeKey::combine).value_or(0));
  const auto axis = static_cast<std::size_t>(op.attribute(AttributeKey::axis).value_or(0));

  const std::string name = alloc_shared(base_name(op.result()), to.shape(), dtype_of(to.element));
  if (is_native(op, from, combine, thread_count())) {
    static constexpr std::string_view kFunctions[] = {"T.reduce_sum", "", "T.reduce_min", "T.reduce_max"};
    body_.line(call(kFunctions[static_cast<std::size_t>(combine)],
                    {shared(source), name, "dim=" + std::to_string(axis)}));
  } else {
    const std::int64_t identity = identity_bits(combine, from.element, op.has(AttributeKey::is_unsigned));
    body_.line(call("T.fill", {name, literal(from.element, identity, analysis_.has_gemm_sp())}));
    const std::string step = names_.fresh("r");
    body_.open("for " + step + " in T.serial(" + std::to_string(from.extents[axis]) + "):");
    parallel(to.shape());
    auto at = parallel_variables(to.is_scalar() ? 1 : to.rank);
    const std::string target = name + "[" + joined(at, ", ") + "]";
    if (to.is_scalar()) at.clear();
    at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), step);
    body_.line(target + " = " + combined(op, combine, target, element(source, at), from.element));
    body_.close();
    body_.close();
  }
  Home made;
  made.kind = Home::Kind::shared;
  made.name = name;
  if (to.is_scalar()) {
    made.kind = Home::Kind::scalar;
    made.name = name + "[0]";
    if (to.element == Element::i1) made.name = "(" + made.name + " != T.int8(0))";
  }
  home(op.result()) = made;
}

void Emitter::scan(const Op& op) {
  const Operand source(shared_value(op.operands[0]));
  const Type& t = type(op.result());
  const auto combine = static_cast<Combine>(op.attribute(AttributeKey::combine).value_or(0));
  const auto axis = static_cast<std::size_t>(op.attribute(AttributeKey::axis).value_or(0));
  const bool reverse = op.has(AttributeKey::reverse);

  if (combine == Combine::add && t.rank <= 2 && is_power_of_two(thread_count()) && thread_count() >= 32 &&
      (t.element == Element::f32 || t.element == Element::i32)) {
    const std::string from = shared(source);
    const std::string name = make_shared(op.result());
    std::vector<std::string> arguments = {from, name, "dim=" + std::to_string(axis)};
    if (reverse) arguments.emplace_back("reverse=True");
    body_.line(call("T.cumsum", arguments));
    return;
  }
  const std::string name = make_shared(op.result());
  assign(home(op.result()), t, source);
  const std::int32_t extent = t.extents[axis];
  if (extent < 2) return;
  std::vector<std::int32_t> others;
  for (std::size_t other = 0; other < t.rank; ++other) {
    if (other != axis) others.push_back(t.extents[other]);
  }
  const std::string step = names_.fresh("s");
  body_.open("for " + step + " in T.serial(1, " + std::to_string(extent) + "):");
  parallel(others);
  const auto variables = parallel_variables(others.size());
  const auto at = [&](const std::string& place) {
    std::vector<std::string> index = variables;
    index.insert(index.begin() + static_cast<std::ptrdiff_t>(axis), place);
    return index;
  };
  const std::string here = reverse ? std::to_string(extent - 1) + " - " + step : step;
  const std::string before = reverse ? std::to_string(extent) + " - " + step : step + " - 1";
  const std::string target = name + "[" + joined(at(here), ", ") + "]";
  body_.line(target + " = " +
             combined(op, combine, name + "[" + joined(at(before), ", ") + "]", target, t.element));
  body_.close();
  body_.close();
}

}  // namespace tilefuzz::targets::tilelang
