#include "ir/verify/verify.h"

#include <gtest/gtest.h>

#include <array>

#include "ir/builder.h"

namespace tilefuzz::ir {
namespace {

std::string names(const std::vector<Diagnostic>& found) {
  std::string out;
  for (const Diagnostic& d : found) out += d.rule + ": " + d.message + "\n";
  return out;
}

using Index = std::array<Operand, 2>;
Operand number(std::int32_t n) { return Operand::constant(n); }

// A matrix product in a run-time loop, with a reduction and a guarded store.
Program sample() {
  Program program;
  program.grid = {{{}, 4, 1}};
  Builder b(program);
  const ValueId a = b.param("a", Type::tensor(Element::f16, 2), {{.size = 128}, {.size = 128}});
  const ValueId out = b.param("out", Type::tensor(Element::f32, 2), {{.size = 64}, {.size = 64}});
  const ValueId n = b.param("n", Type::scalar(Element::i32));
  program.launches = {{{{.param = 2, .extents = {}, .strides = {}, .offset = 0, .scalar_bits = 3}}}};
  const ValueId row = b.program_id(0);
  const std::array<Operand, 1> init{b.constant(Type::tile(Element::f32, {64, 64}), 0.0)};
  const auto results =
      b.for_loop(number(0), n, number(1), init, [&](ValueId k, std::span<const ValueId> carried) {
        const ValueId x = b.load(a, Index{row, k}, Type::tile(Element::f16, {64, 32}));
        const std::array<std::int64_t, 2> swap{1, 0};
        return Builder::Values{
            b.mma(x, b.permute(b.load(a, Index{number(0), k}, Type::tile(Element::f16, {64, 32})), swap),
                  carried[0])};
      });
  const ValueId go = b.cmp(Predicate::ne, n, number(0));
  b.if_else(go, [&] {
    b.store(out, Index{number(0), number(0)}, results[0]);
    return Builder::Values{};
  });
  b.finish();
  return program;
}

TEST(Verify, AcceptsAnOrdinaryProgram) { EXPECT_EQ(names(verify(sample())), ""); }

TEST(Verify, AnEmptyProgramHasNoGridAndNoTerminator) {
  EXPECT_EQ(names(verify(Program{})),
            "grid.rank: the grid has 0 extents, not 1 to 3\n"
            "block.terminator: a block of `kernel` does not end in a terminator\n");
}

}  // namespace
}  // namespace tilefuzz::ir
