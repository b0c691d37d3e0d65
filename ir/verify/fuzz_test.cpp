#include <gtest/gtest.h>

#include "ir/verify/rule_case.h"
#include "ir/walk.h"
#include "numeric/random.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kPrograms[] = {
    R"(%w = alloc : buffer<32x32xf32> hint {layout = padded(8)}
       %c = for %k = 0 to %n carry (%d = %x) hint {stages = 2} {
         %p = mma %x, %x, %d precision tf32
         write %w[0, 0], %p
         if %go { break %p } else { continue %d }
         yield %p
       }
       %t = permute %c [1, 0]
       %u = reduce add %t axis 1
       %g = gather %a[%z, 0] mask %b fill %f : tile<32x32xf32>
       atomic cas %i[%z, 0], %z expected %z mask %b
       store %a[0, 0], %g)",
    R"(%v = while carry (%j = %n) { %o = cmp lt %j, 10 condition %o } do { %l = add %j, 1 yield %l }
       %c = load %s at [0, 4] pad zero : sparse<2:4, 32x32xf16> hint {layout = interleaved}
       %d = mma %c, %y, %x
       %e0 = extract %d[0, 1] : tile<32x16xf32>
       %e1 = concat %e0, %e0 axis 1
       %e2 = insert %e0, %e1[0, 0]
       %i1 = iota 0 : tile<32xi32>
       %k1 = assume %v multiple 1 from 0 to 100
       %q1 = cast %q : tile<32x32xf32>)",
    R"(kernel @k(%a: tensor<f32, [?M*4, ?N], [?S, 1]> align 16 alias 0, %n: i32) grid [?M, ceildiv(?N + 3, 4)]
           launch {%a = [4, 5] strides [5, 1] offset 64, %n = 3} launch {%a = [8, 1], %n = -1} {
         %x = load %a[0, %n] pad nan : tile<4x4xf32>
         %go = cmp lt %n, 5
         %y = if %go { yield %x } else { yield %x }
       })",
};

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  void edit(Program& program) {
    ops_.clear();
    walk(program.body, [&](Op& op, int) { ops_.push_back(&op); });
    switch (below(7)) {
      case 0:
        return edit_types(program);
      case 1:
        return edit_params(program);
      case 2:
        return edit_launches(program);
      default:
        if (!ops_.empty()) edit_op(program, *ops_[below(ops_.size())]);
    }
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_.below(bound)); }
  bool coin() { return below(2) == 0; }

  std::int64_t number() {
    constexpr std::int64_t kNumbers[] = {0,  1,   -1,        2,         3,         4,        7,
                                         32, 255, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    return kNumbers[below(std::size(kNumbers))];
  }
  std::int32_t small() { return static_cast<std::int32_t>(number()); }
  ValueId value(const Program& program) {
    return below(8) == 0 ? small() : static_cast<ValueId>(below(program.types.size() + 1));
  }

  void edit_types(Program& program) {
    Type& type = program.types[below(program.types.size())];
    switch (below(5)) {
      case 0:
        type.kind = static_cast<TypeKind>(below(8));
        break;
      case 1:
        type.element = static_cast<Element>(below(15));
        break;
      case 2:
        type.rank = static_cast<std::uint8_t>(below(6));
        break;
      case 3:
        type.sparsity = static_cast<Sparsity>(below(5));
        break;
      default:
        type.extents[below(kMaxRank)] = small();
    }
  }

  void edit_dims(std::vector<Dim>& dims) {
    if (dims.empty() || below(4) == 0) return dims.resize(below(6));
    dims[below(dims.size())] = {number(), static_cast<std::int32_t>(below(4)) - 1, small()};
  }

  void edit_params(Program& program) {
    if (program.params.empty()) return;
    Param& param = program.params[below(program.params.size())];
    switch (below(5)) {
      case 0:
        return edit_dims(param.extents);
      case 1:
        return edit_dims(param.strides);
      case 2:
        param.align = small();
        break;
      case 3:
        param.alias = small();
        break;
      default:
        param.value = value(program);
    }
  }

  void edit_launches(Program& program) {
    GridExtent& extent = program.grid.emplace_back();
    extent = {{{static_cast<std::int32_t>(below(3)), number()}, {0, number()}}, number(), number()};
    if (below(3) != 0) program.grid.resize(1);
    if (program.launches.empty()) return;
    auto& arguments = program.launches[below(program.launches.size())].arguments;
    if (arguments.empty()) return;
    LaunchArgument& argument = arguments[below(arguments.size())];
    switch (below(5)) {
      case 0:
        argument.param = small();
        break;
      case 1:
        argument.extents.resize(below(6), number());
        break;
      case 2:
        argument.strides.resize(below(6), number());
        break;
      case 3:
        argument.offset = number();
        break;
      default:
        for (std::int64_t& size : argument.extents) size = number();
        argument.scalar_bits = number();
    }
  }

  void edit_op(Program& program, Op& op) {
    switch (below(11)) {
      case 0:
        op.code = static_cast<Opcode>(below(kOpcodeCount + 1));
        break;
      case 1:
        if (!op.operands.empty())
          op.operands[below(op.operands.size())] =
              coin() ? Operand(value(program)) : Operand::constant(small());
        break;
      case 2:
        op.operands.resize(below(6));
        break;
      case 3:
        if (!op.counts.empty()) op.counts[below(op.counts.size())] = static_cast<std::uint8_t>(number());
        break;
      case 4:
        op.counts.resize(below(6));
        break;
      case 5:
        if (!op.results.empty()) op.results[0] = value(program);
        break;
      case 6:
        op.results.resize(below(3));
        break;
      case 7:
        op.attributes.push_back({static_cast<AttributeKey>(below(kAttributeKeyCount + 1)), number()});
        break;
      case 8:
        op.hints.push_back({static_cast<HintKey>(below(kHintKeyCount + 1)), small()});
        break;
      case 9:
        op.data.resize(below(6), number());
        break;
      default:
        edit_regions(op);
    }
  }

  void edit_regions(Op& op) {
    if (op.regions.empty() || below(3) == 0) return op.regions.resize(below(3));
    Block& block = op.regions[below(op.regions.size())];
    if (block.ops.empty()) return;
    const std::size_t at = below(block.ops.size());
    if (coin()) {
      block.ops.erase(block.ops.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      block.arguments.resize(below(4));
    }
  }

  numeric::Random random_;
  std::vector<Op*> ops_;
};

TEST(VerifyFuzz, TakesAnyProgramAndIsDeterministic) {
  std::size_t accepted = 0;
  std::set<std::string> broken;
  for (const std::string_view text : kPrograms) {
    const Program start = program_of(text);
    ASSERT_EQ(text_of(verify(start)), "");
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      Program program = start;
      Mutator mutator(seed);
      for (std::uint64_t i = 0; i <= seed % 4; ++i) mutator.edit(program);
      const auto found = verify(program);
      accepted += found.empty();
      for (const std::string& rule : rules_of(found)) broken.insert(rule);
      ASSERT_EQ(text_of(found), text_of(verify(program))) << seed;
    }
  }
  EXPECT_GT(accepted, 100U);
  EXPECT_GT(broken.size(), 60U) << "the edits reach too few rules";
}

}  // namespace
}  // namespace tilefuzz::ir
