#include "oracles/reference/structure.h"

#include <gmock/gmock.h>

#include <functional>

#include "ir/walk.h"
#include "numeric/random.h"
#include "oracles/reference/test_support.h"

namespace tilefuzz::reference::test {
namespace {

const std::string kProgram = kernel(
    "%t: tensor<f32, [8, 8]>, %i: tensor<i32, [8]>",
    "  %b = alloc : buffer<8x8xf32>\n  %x = load %t[0, 0] pad zero : tile<8x8xf32>\n  write %b[0, 0], %x\n"
    "  %k = load %i[0] : tile<8xi32>\n  %c = constant 0 : tile<8xi32>\n"
    "  %g = gather %t[%k, %c] : tile<8xf32>\n  %m = reduce max %x axis 1\n  %s = scan add %m axis 0\n"
    "  %p = permute %x [1, 0]\n  %z = constant 0.0 : tile<8x8xf32>\n"
    "  %y = for %n = 0 to 2 carry (%a = %x) hint {stages = 1} {\n    %d = mma %a, %p, %z precision ieee\n"
    "    %r = read %b[0, 0] : tile<4x8xf32>\n    %e = extract %d[%n, 0] : tile<4x8xf32>\n"
    "    %f = add %e, %r\n    %h = insert %f, %d[0, 0]\n    yield %h\n  }\n"
    "  %l = cmp lt %y, %x\n  %w = select %l, %y, %x\n  %v = reshape %s : tile<8x1xf32>\n"
    "  %u = broadcast %v : tile<8x8xf32>\n  %q = max %w, %u\n  store %t[0, 0], %q");

TEST(Structure, SoundProgramsPass) {
  EXPECT_FALSE(check_structure(program_of(kProgram)));
  EXPECT_EQ(trap_of(run_text(kProgram)), "none");
}

std::string broken(const std::function<void(ir::Program&)>& edit) {
  ir::Program program = program_of(kProgram);
  edit(program);
  return trap_of(run(program, {}));
}

TEST(Structure, NumbersOutOfRange) {
  EXPECT_EQ(broken([](auto& p) { p.body.ops[1].operands[0] = ir::Operand(1000); }), "malformed");
  EXPECT_EQ(broken([](auto& p) { p.body.ops[1].operands.pop_back(); }), "malformed");
  EXPECT_EQ(broken([](auto& p) { p.body.ops[1].set(ir::AttributeKey::pad, 17); }), "malformed");
  EXPECT_EQ(broken([](auto& p) { p.types[3].extents[0] = -1; }), "malformed");
  EXPECT_EQ(broken([](auto& p) { p.types[3].extents[0] = 1 << 22; }), "malformed");
  EXPECT_EQ(broken([](auto& p) { p.body.ops.pop_back(); }), "malformed");
}

// Any edit of a program ends in a trap or in values.
TEST(Structure, EditedProgramsDoNoHarm) {
  const ir::Program original = program_of(kProgram);
  numeric::Random random(1);
  Options options;
  options.operation_budget = 1000;
  int clean = 0, trapped = 0;
  for (int round = 0; round < 2000; ++round) {
    ir::Program program = original;
    std::vector<ir::Op*> ops;
    ir::walk(program.body, [&](ir::Op& op, int) { ops.push_back(&op); });
    ir::Op& op = *ops[random.below(ops.size())];
    ir::Type& type = program.types[random.below(program.types.size())];
    const auto value = static_cast<ir::ValueId>(random.below(program.types.size()));
    const std::uint64_t operand = random.below(std::max<std::size_t>(op.operands.size(), 1));
    switch (random.below(6)) {
      case 0:
        if (!op.operands.empty()) op.operands[operand] = ir::Operand(value);
        break;
      case 1:
        if (!op.operands.empty()) {
          op.operands[operand] = ir::Operand::constant(static_cast<std::int32_t>(random.between(-3, 9)));
        }
        break;
      case 2:
        type.element = numeric::kAllElements[random.below(numeric::kAllElements.size())];
        break;
      case 3:
        type.extents[random.below(ir::kMaxRank)] = static_cast<std::int32_t>(random.between(1, 16));
        break;
      case 4:
        type.rank = static_cast<std::uint8_t>(random.below(ir::kMaxRank + 1));
        break;
      default:
        if (op.regions.empty()) op.code = static_cast<ir::Opcode>(random.below(ir::kOpcodeCount));
        break;
    }
    ++(run(program, {}, options).trap ? trapped : clean);
  }
  EXPECT_GT(clean, 50);
  EXPECT_GT(trapped, 500);
}

}  // namespace
}  // namespace tilefuzz::reference::test
