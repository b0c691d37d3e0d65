#include "targets/tilelang/control.h"

#include "ir/builder.h"

namespace tilefuzz::targets::tilelang {

using ir::Builder;
using ir::Element;
using ir::Operand;
using ir::Program;
using ir::Type;
using ir::ValueId;

Program control_program() {
  constexpr std::int32_t kTile = 64;
  constexpr std::int32_t kStep = 32;
  Program program;
  program.name = "control";
  program.grid = {{{}, 1, 1}};
  Builder b(program);
  const ir::Dim dim{.size = kTile};
  const ValueId left = b.param("A", Type::tensor(Element::f16, 2), {dim, dim});
  const ValueId right = b.param("B", Type::tensor(Element::f16, 2), {dim, dim});
  const ValueId out = b.param("C", Type::tensor(Element::f32, 2), {dim, dim});
  const Operand zero = Operand::constant(0);
  const Operand start(b.constant(Type::tile(Element::f32, {kTile, kTile}), 0));
  const auto body = [&](ValueId k, std::span<const ValueId> carried) -> Builder::Values {
    const Operand left_index[] = {zero, k};
    const Operand right_index[] = {k, zero};
    const ValueId a = b.load(left, left_index, Type::tile(Element::f16, {kTile, kStep}));
    const ValueId c = b.load(right, right_index, Type::tile(Element::f16, {kStep, kTile}));
    return {b.mma(a, c, carried[0])};
  };
  const auto sum =
      b.for_loop(zero, Operand::constant(kTile / kStep), Operand::constant(1), {&start, 1}, body);
  b.last().set(ir::HintKey::stages, 2);
  const Operand origin[] = {zero, zero};
  b.store(out, origin, sum[0]);
  b.finish();
  return program;
}

}  // namespace tilefuzz::targets::tilelang
