#include "ir/operation_table.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::AttributeKey;
using ir::HintKey;
using ir::Op;
using ir::Operand;
using ir::Type;
using ir::ValueId;

std::string Emitter::gemm_operand(Operand operand, bool is_unsigned, bool& transposed) {
  if (!operand.is_value()) refuse("a literal is an operand of mma");
  const Home& h = home(operand.number);
  transposed = h.kind == Home::Kind::folded;
  const std::string name = transposed ? shared(Operand(h.source)) : shared(operand);
  if (!is_unsigned) return name;
  const Type& t = type(transposed ? h.source : operand.number);
  const std::string copy =
      alloc_shared(base_name(operand.number) + "_u", t.shape(), unsigned_dtype(t.element));
  const auto variables = parallel_variables(t.rank);
  const std::string at = "[" + joined(variables, ", ") + "]";
  parallel(t.shape());
  body_.line(copy + at + " = " + cast(unsigned_dtype(t.element), name + at));
  body_.close();
  return copy;
}

void Emitter::mma(const Op& op) {
  const Operand a = op.operands[0];
  const Operand b = op.operands[1];
  const Operand c = op.operands[2];
  const bool sparse = program_.type(a).kind == ir::TypeKind::sparse;
  if (program_.type(op.result()).rank != 2) refuse("mma of rank other than 2");

  bool transpose_a = false;
  bool transpose_b = false;
  std::vector<std::string> arguments;
  if (sparse) {
    arguments = {home(a.number).name, home(a.number).metadata};
  } else {
    arguments = {gemm_operand(a, op.has(AttributeKey::unsigned_a), transpose_a)};
  }
  arguments.push_back(gemm_operand(b, op.has(AttributeKey::unsigned_b), transpose_b));
  if (!sparse && op.hint(HintKey::operand_in) == 1) {
    const Type t = program_.type(a);
    if (!transpose_a) {
      const std::string fragment = alloc_fragment(base_name(a.number) + "_r", t.shape(), dtype_of(t.element));
      body_.line(call("T.copy", {arguments[0], fragment}));
      arguments[0] = fragment;
    }
  }

  const ValueId result = op.result();
  const Home start = c.is_value() ? home(c.number) : Home{};
  if (start.kind == Home::Kind::accumulator && analysis_.dies_at(c.number, op)) {
    make_accumulator(result, start.name);
  } else {
    make_accumulator(result);
    assign(home(result), type(result), c);
  }
  arguments.push_back(home(result).name);
  if (transpose_a) arguments.emplace_back("transpose_A=True");
  if (transpose_b) arguments.emplace_back("transpose_B=True");
  static constexpr std::string_view kPolicies[] = {"Square", "FullRow", "FullCol"};
  if (const auto policy = op.hint(HintKey::policy); policy && *policy >= 0 && *policy < 3) {
    arguments.push_back("policy=T.GemmWarpPolicy." +
                        std::string(kPolicies[static_cast<std::size_t>(*policy)]));
  }
  if (const auto pack = op.hint(HintKey::k_pack)) arguments.push_back("k_pack=" + std::to_string(*pack));
  body_.line(call(sparse ? "T.gemm_sp" : "T.gemm", arguments));
  settle(result);
}

}  // namespace tilefuzz::targets::tilelang
