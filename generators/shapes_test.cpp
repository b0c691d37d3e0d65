// Whether the grammars reach what they are there for: every phase and form is drawn, and the shapes of both
// seed bugs come often.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "generators/grammar.h"
#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/mock/profile.h"
#include "targets/tileiras/profile/profile.h"
#include "targets/tilelang/profile/profile.h"

namespace tilefuzz::generators {
namespace {

using ir::Op;
using ir::Opcode;

constexpr int kSample = 600;

ir::Program make(std::string_view grammar, const Context& context, std::uint64_t seed) {
  Choices choices(Source::random(seed));
  return find_grammar(grammar)->generate(choices, context);
}

std::set<std::string> features(std::string_view grammar) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < kSample; ++seed) {
    Choices choices(Source::random(seed));
    find_grammar(grammar)->generate(choices, {targets::mock::profile()});
    for (std::string& feature : choices.log().features()) seen.insert(std::move(feature));
  }
  return seen;
}

void expect_all(const std::set<std::string>& seen, std::initializer_list<const char*> wanted) {
  for (const char* feature : wanted) EXPECT_TRUE(seen.contains(feature)) << feature;
}

TEST(Shapes, FactorizationDrawsEveryPhaseAndForm) {
  expect_all(features("factorization"), {"phase.update=1",
                                         "phase.update=0",
                                         "phase.nest=1",
                                         "phase.split=1",
                                         "phase.middle=1",
                                         "phase.panel=1",
                                         "phase.scan=1",
                                         "phase.epilogue=1",
                                         "phase.store=1",
                                         "phase.reload=1",
                                         "phase.guarded=1",
                                         "phase.trailing=1",
                                         "phase.final_store=1",
                                         "phases.swap=1",
                                         "phases.repeat=1",
                                         "opaque=1",
                                         "opaque.loop=1",
                                         "opaque.loop=0",
                                         "trips.run_time=0",
                                         "loop.form=while",
                                         "loop.form=break",
                                         "loop.form=continue",
                                         "loop.form=step",
                                         "mma.operand=tf32",
                                         "mma.operand=f16",
                                         "mma.operand=bf16",
                                         "mma.operand=f32",
                                         "mma.operand=f64",
                                         "tensor.rank=3",
                                         "tensor.alias=1",
                                         "rows=256",
                                         "block=64",
                                         "parts=4",
                                         "tensor.strides=packed",
                                         "policy=plain",
                                         "policy=swarm",
                                         "panel.by=row",
                                         "panel.predicate=lt",
                                         "update.two_accumulators=1"});
}

TEST(Shapes, DynamicMmaDrawsEveryLoop) {
  expect_all(features("dynamic_mma"),
             {"phase.chain=1", "phase.accumulators=1", "phase.extent=1", "phase.branch=1", "phase.online=1",
              "phase.nest=1", "phase.storing=1", "extent.tiles=0", "accumulators=3", "loop.form=while"});
}

TEST(Shapes, GemmsDrawTailsGridsAndEpilogues) {
  const auto dense = features("dense_gemm");
  expect_all(dense,
             {"gemm.tail=1", "gemm.flat_grid=1", "gemm.run_time=1", "trips.by_extent=1",
              "gemm.b_transposed=1", "gemm.start_from_c=1", "phase.chain=1", "phase.rows=1", "phase.reload=1",
              "mma.operand=i8", "epilogue.step=statistics", "epilogue.step=bias", "hint.stages=3"});
  const auto sparse = features("sparse_gemm");
  expect_all(sparse, {"gemm.tiles_k=1", "gemm.tiles_k=4", "hint.stages=0", "hint.stages=1", "hint.stages=2",
                      "hint.stages=3", "mma.operand=i8", "mma.operand=f16", "mma.operand=f8e4m3"});
}

int percent(std::string_view grammar, const Context& context, bool (*has_shape)(const ir::Program&)) {
  int count = 0;
  for (std::uint64_t seed = 0; seed < kSample; ++seed)
    count += has_shape(make(grammar, context, seed)) ? 1 : 0;
  return count * 100 / kSample;
}

// A loop with stages, static trips above them, whose staged metadata of 8-bit operands is interleaved.
bool has_bug_a(const ir::Program& program) {
  bool found = false;
  ir::walk(program.body, [&](const Op& op, int) {
    if (op.code != Opcode::for_ || op.slot(1)[0].is_value()) return;
    const std::int32_t stages = op.hint(ir::HintKey::stages).value_or(0);
    if (stages < 1 || op.slot(1)[0].number <= stages) return;
    for (const Op& inner : op.regions[0].ops) {
      found = found || (inner.code == Opcode::load && inner.hint(ir::HintKey::layout) == 1 &&
                        numeric::bit_width(program.type(inner.result()).element) == 8);
    }
  });
  return found;
}

TEST(Shapes, SparseGemmOftenHasBugAsShape) {
  const Context context{targets::tilelang::profile("0.1.13"), {"sm_89"}};
  EXPECT_GE(percent("sparse_gemm", context, has_bug_a), 10);
}

bool stores_to(const Op& op, ir::ValueId tensor) {
  return op.code == Opcode::store && op.operands[0].number == tensor;
}

// A loop with run-time trips that multiplies what it loads from `tensor`.
bool multiplies_from(const Op& op, ir::ValueId tensor) {
  if (op.code != Opcode::for_ || op.slot(1)[0].literal) return false;
  bool loads = false;
  bool multiplies = false;
  for (const Op& inner : op.regions[0].ops) {
    loads = loads || (inner.code == Opcode::load && inner.operands[0].number == tensor);
    multiplies = multiplies || inner.code == Opcode::mma;
  }
  return loads && multiplies;
}

// Loop over the output, store to it, and under an `if` such a loop and such a store again, on aligned rows.
bool has_bug_b(const ir::Program& program) {
  for (const ir::Param& param : program.params) {
    const bool aligned = param.align >= 16 && param.alias < 0 && !param.strides.empty();
    if (!aligned) continue;
    int reached = 0;
    for (const Op& op : program.body.ops) {
      if (reached == 0 && multiplies_from(op, param.value)) reached = 1;
      if (reached == 1 && stores_to(op, param.value)) reached = 2;
      if (reached != 2 || op.code != Opcode::if_) continue;
      const auto& inner = op.regions[0].ops;
      if (std::ranges::any_of(inner, [&](const Op& each) { return multiplies_from(each, param.value); }) &&
          std::ranges::any_of(inner, [&](const Op& each) { return stores_to(each, param.value); })) {
        return true;
      }
    }
  }
  return false;
}

TEST(Shapes, FactorizationOftenHasBugBsWiring) {
  const Context context{targets::tileiras::profile("13.3.36"), {"sm_120"}};
  EXPECT_GE(percent("factorization", context, has_bug_b), 15);
}

// Of the loops over the lines of a tile: literal trips and slices of what the loop carries.
struct LineLoops {
  int by_row = 0;
  int by_column = 0;
  int wrong = 0;  // trips are not the number of slices
};

void count_line_loops(const ir::Program& program, LineLoops& loops) {
  ir::walk(program.body, [&](const Op& op, int) {
    if (op.code != Opcode::for_ || !op.slot(1)[0].literal) return;
    const ir::ValueId induction = op.regions[0].arguments[0];
    for (const Op& inner : op.regions[0].ops) {
      if (inner.code != Opcode::extract) continue;
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const ir::Operand index = inner.operands[axis + 1];
        if (index.literal || index.number != induction) continue;
        const std::int32_t slices =
            program.type(inner.operands[0].number).extents[axis] / program.type(inner.result()).extents[axis];
        ++(axis == 0 ? loops.by_row : loops.by_column);
        loops.wrong += op.slot(1)[0].number != slices ? 1 : 0;
      }
    }
  });
}

TEST(Shapes, PanelLoopsMeetEveryLineAndNoOther) {
  const Context context{targets::tileiras::profile("13.5.37"), {"sm_120"}};
  const Grammar* grammar = find_grammar("factorization");
  // Wider than high, and higher than wide.
  for (const auto& [rows, block] : {std::pair{32, 64}, {256, 16}}) {
    LineLoops loops;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Choices first(Source::random(seed));
      grammar->generate(first, context);
      ChoiceLog log = first.log();
      for (std::size_t i = 0; i < log.size(); ++i) {
        if (log[i].label == "rows") log[i].value = rows;
        if (log[i].label == "block") log[i].value = block;
      }
      Choices edited(Source::log(log));
      count_line_loops(grammar->generate(edited, context), loops);
    }
    EXPECT_GE(loops.by_row, 10);
    EXPECT_GE(loops.by_column, 50);
    EXPECT_EQ(loops.wrong, 0) << "rows " << rows << ", block " << block;
  }
}

TEST(Shapes, NoFp8WhereTheArchitectureHasNone) {
  const Context context{targets::tileiras::profile("13.3.36"), {"sm_80"}};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const Grammar& grammar : grammars()) {
      if (!grammar.needs(context.profile)) continue;
      const ir::Program program = make(grammar.name, context, seed);
      for (const ir::Type& type : program.types) {
        ASSERT_NE(type.element, ir::Element::f8e4m3) << grammar.name << " seed " << seed;
        ASSERT_NE(type.element, ir::Element::f8e5m2) << grammar.name << " seed " << seed;
      }
    }
  }
}

TEST(Shapes, PowersOfTwoWhereTheTargetAsksForThem) {
  const targets::Profile& profile = targets::tileiras::profile("13.5.37");
  ASSERT_TRUE(profile.power_of_two_tiles);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const Grammar& grammar : grammars()) {
      if (!grammar.needs(profile)) continue;
      const ir::Program program = make(grammar.name, {profile}, seed);
      for (const ir::Type& type : program.types) {
        if (!type.is_tile()) continue;
        for (const std::int32_t extent : type.shape())
          ASSERT_EQ(extent & (extent - 1), 0) << grammar.name << " " << seed;
      }
    }
  }
}

TEST(Shapes, SparseGemmIsLeftOutWhereNothingIsSparse) {
  EXPECT_FALSE(find_grammar("sparse_gemm")->needs(targets::tileiras::profile("13.5.37")));
  EXPECT_EQ(find_grammar("no_such_grammar"), nullptr);
}

}  // namespace
}  // namespace tilefuzz::generators
