#include "ir/infer.h"
#include "ir/operation_table.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::AttributeKey;
using ir::Element;
using ir::Op;
using ir::Opcode;
using ir::Operand;
using ir::Type;

namespace {

bool is_half(Element element) { return element == Element::f16 || element == Element::bf16; }

}  // namespace

std::string Emitter::choice(const std::string& condition, const std::string& yes,
                            const std::string& no) const {
  return call(options_.eager_select ? "T.Select" : "T.if_then_else", {condition, yes, no});
}

std::string Emitter::truth(const std::string& condition) const {
  return choice(condition, "T.int8(1)", "T.int8(0)");
}

void Emitter::elementwise(const Op& op) {
  const Type& result = type(op.result());
  // A literal takes the element of its partner.
  Element partner = Element::i32;
  for (const Operand& operand : op.operands) {
    if (operand.is_value() && type(operand.number).element != Element::i1)
      partner = type(operand.number).element;
  }
  std::vector<std::string> variables = parallel_variables(result.rank);
  std::vector<std::string> x;
  for (const Operand& operand : op.operands) {
    if (!operand.is_value()) {
      x.push_back(literal(partner, operand.number));
    } else {
      x.push_back(result.is_scalar() ? scalar(operand) : element(operand, variables));
    }
  }
  const std::string text = expression(op, x, !result.is_scalar());
  if (result.is_scalar()) {
    define_scalar(op.result(), text);
    return;
  }
  const std::string name = make_tile(op.result());
  parallel(result.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " + text);
  body_.close();
  settle(op.result());
}

std::string Emitter::expression(const Op& op, std::span<const std::string> x, bool tile) {
  const Type result = type(op.result());
  const Type operand = program_.type(op.operands[0]);
  switch (op.code) {
    case Opcode::cmp: {
      // The first operand may be a literal.
      const Element element =
          op.operands[0].is_value() ? operand.element : program_.type(op.operands[1]).element;
      const std::string text = compare(op, x[0], x[1], element);
      return tile ? truth(text) : text;
    }
    case Opcode::select:
      if (!tile && result.element == Element::i1) {
        return call("T.Or", {call("T.And", {x[0], x[1]}), call("T.And", {call("T.Not", {x[0]}), x[2]})});
      }
      return choice(tile ? x[0] + " != T.int8(0)" : x[0], x[1], x[2]);
    case Opcode::cast:
      return conversion(op, x[0], operand.element, result.element, tile);
    case Opcode::bitcast:
      return dtype_of(operand.element) == dtype_of(result.element)
                 ? x[0]
                 : call("T.reinterpret", {quoted(dtype_of(result.element)), x[0]});
    case Opcode::fma:
      if (is_half(result.element)) {
        std::vector<std::string> wide;
        for (const std::string& each : x) wide.push_back(cast("float32", each));
        return cast(dtype_of(result.element), call("T.ieee_fmaf", wide));
      }
      return call("T.ieee_fmaf", {x[0], x[1], x[2]});
    default:
      break;
  }
  if (result.element == Element::i1 && !tile) {
    switch (op.code) {
      case Opcode::not_:
        return call("T.Not", {x[0]});
      case Opcode::and_:
        return call("T.And", {x[0], x[1]});
      case Opcode::or_:
        return call("T.Or", {x[0], x[1]});
      default:
        return call("T.Or", {call("T.And", {x[0], call("T.Not", {x[1]})}),
                             call("T.And", {call("T.Not", {x[0]}), x[1]})});
    }
  }
  if (x.size() == 1) return unary(op, x[0], result.element);
  return binary(op, x[0], x[1], result.element);
}

std::string Emitter::unary(const Op& op, const std::string& x, Element element) {
  switch (op.code) {
    case Opcode::neg:
      return "-" + x;
    case Opcode::abs:
      return call("T.abs", {x});
    case Opcode::not_:
      return element == Element::i1 ? x + " ^ T.int8(1)" : "~" + x;
    default:
      break;
  }
  const std::string function = "T." + std::string(ir::row(op.code).name);
  // Only exp and sqrt of half types are known to reach CUDA text; the others are computed in f32, unless
  // the options ask for the type's own function.
  const bool known = op.code == Opcode::exp || op.code == Opcode::sqrt;
  if (is_half(element) && !known && !options_.native_half_math) {
    return cast(dtype_of(element), call(function, {cast("float32", x)}));
  }
  return call(function, {x});
}

std::string Emitter::binary(const Op& op, const std::string& a, const std::string& b, Element element) {
  const bool is_unsigned = op.has(AttributeKey::is_unsigned) && numeric::is_integer(element);
  const std::string type = dtype_of(element);
  const auto as_unsigned = [&](const std::string& x) { return cast(unsigned_dtype(element), x); };
  const auto both_unsigned = [&](std::string_view function) {
    return cast(type, call(function, {as_unsigned(a), as_unsigned(b)}));
  };
  switch (op.code) {
    case Opcode::add:
      return a + " + " + b;
    case Opcode::sub:
      return a + " - " + b;
    case Opcode::mul:
      return a + " * " + b;
    case Opcode::and_:
      return a + " & " + b;
    case Opcode::or_:
      return a + " | " + b;
    case Opcode::xor_:
      return a + " ^ " + b;
    case Opcode::shl:
      return a + " << " + b;
    case Opcode::shr:
      return is_unsigned ? cast(type, as_unsigned(a) + " >> " + as_unsigned(b)) : a + " >> " + b;
    case Opcode::div:
      if (numeric::is_float(element)) return a + " / " + b;
      return is_unsigned ? both_unsigned("T.truncdiv") : call("T.truncdiv", {a, b});
    case Opcode::rem:
      return is_unsigned ? both_unsigned("T.truncmod") : call("T.truncmod", {a, b});
    case Opcode::mulhi: {
      if (element == Element::i64) refuse("mulhi of i64 needs 128-bit integers, which TileLang lacks");
      const auto wide = [&](const std::string& x) { return cast("int64", is_unsigned ? as_unsigned(x) : x); };
      return cast(type, "(" + wide(a) + " * " + wide(b) + ") >> T.int64(" +
                            std::to_string(numeric::bit_width(element)) + ")");
    }
    case Opcode::min:
    case Opcode::max: {
      const std::string_view function = op.code == Opcode::min ? "T.min" : "T.max";
      if (is_unsigned) return both_unsigned(function);
      std::string text = call(function, {a, b});
      if (op.has(AttributeKey::propagate_nan) && numeric::is_float(element)) {
        text = choice(a + " != " + a, a, choice(b + " != " + b, b, text));
      }
      return text;
    }
    default:
      break;
  }
  const std::string function = "T." + std::string(ir::row(op.code).name);  // pow, atan2
  if (is_half(element) && !options_.native_half_math) {
    return cast(type, call(function, {cast("float32", a), cast("float32", b)}));
  }
  return call(function, {a, b});
}

std::string Emitter::compare(const Op& op, const std::string& a, const std::string& b, Element element) {
  static constexpr std::string_view kOperators[] = {"==", "!=", "<", "<=", ">", ">="};
  const auto predicate = static_cast<std::size_t>(op.attribute(AttributeKey::predicate).value_or(0));
  const std::string middle = " " + std::string(kOperators[predicate % std::size(kOperators)]) + " ";
  if (op.has(AttributeKey::is_unsigned) && numeric::is_integer(element)) {
    return cast(unsigned_dtype(element), a) + middle + cast(unsigned_dtype(element), b);
  }
  // fp8 has no comparison of its own; every value is an f32 value.
  if (element == Element::f8e4m3 || element == Element::f8e5m2) {
    return cast("float32", a) + middle + cast("float32", b);
  }
  return a + middle + b;
}

std::string Emitter::conversion(const Op& op, const std::string& x, Element from, Element to, bool tile) {
  const bool is_unsigned = op.has(AttributeKey::is_unsigned);
  if (to == Element::i1) {
    const std::string zero = from == Element::i1 ? "T.int8(0)" : literal(from, 0, analysis_.has_gemm_sp());
    if (!tile) return from == Element::i1 ? x : x + " != " + zero;
    return truth(x + " != " + zero);
  }
  if (to == Element::tf32) {
    if (from == Element::tf32) return x;
    rounds_to_tf32_ = true;
    return call("to_tf32", {from == Element::f32 ? x : cast("float32", x)});
  }
  // A tile's i1 is an int8 of 0 or 1, a scalar's is a bool: either converts to 0 or 1.
  if (dtype_of(from) == dtype_of(to) && from != Element::i1) return x;
  if (numeric::is_integer(from) && is_unsigned && from != Element::i1) {
    return cast(dtype_of(to), cast(unsigned_dtype(from), x));
  }
  if (numeric::is_float(from) && numeric::is_integer(to) && is_unsigned) {
    return cast(dtype_of(to), cast(unsigned_dtype(to), x));
  }
  return cast(dtype_of(to), x);
}

}  // namespace tilefuzz::targets::tilelang
