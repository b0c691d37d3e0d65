#include "generators/grammar.h"

#include <gtest/gtest.h>

#include "ir/compare.h"
#include "ir/verify/verify.h"
#include "ir/walk.h"
#include "targets/mock/profile.h"

namespace tilefuzz::generators {
namespace {

class EveryGrammar : public testing::TestWithParam<Grammar> {
 protected:
  static Context context() { return {targets::mock::profile()}; }
};

TEST_P(EveryGrammar, SaysWhatItIs) {
  EXPECT_FALSE(GetParam().doc.empty());
  EXPECT_EQ(find_grammar(GetParam().name)->name, GetParam().name);
  EXPECT_TRUE(GetParam().needs(targets::mock::profile()));
}

TEST_P(EveryGrammar, NeedsOperations) {
  targets::Profile bare = targets::mock::profile();
  bare.operations.reset();
  EXPECT_FALSE(GetParam().needs(bare));
  targets::Profile no_mma = targets::mock::profile();
  for (auto& arch : no_mma.architectures) arch.mma.clear();
  EXPECT_FALSE(GetParam().needs(no_mma));
}

TEST_P(EveryGrammar, EqualChoicesGiveTheEqualProgram) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Choices first(Source::random(seed));
    const ir::Program program = GetParam().generate(first, context());
    Choices again(Source::random(seed));
    EXPECT_TRUE(ir::equal(program, GetParam().generate(again, context()))) << "seed " << seed;
    Choices replayed(Source::log(first.log()));
    EXPECT_TRUE(ir::equal(program, GetParam().generate(replayed, context()))) << "seed " << seed;
    EXPECT_EQ(replayed.log(), first.log()) << "seed " << seed;
    const auto parsed = ChoiceLog::parse(first.log().print());
    ASSERT_TRUE(parsed) << parsed.error();
    Choices read(Source::log(*parsed));
    EXPECT_TRUE(ir::equal(program, GetParam().generate(read, context()))) << "seed " << seed;
  }
}

TEST_P(EveryGrammar, AnExhaustedSourceGivesASmallValidProgram) {
  Choices choices{Source()};
  const ir::Program program = GetParam().generate(choices, context());
  EXPECT_TRUE(ir::verify(program).empty());
  int operations = 0;
  ir::walk(program.body, [&](const ir::Op&, int) { ++operations; });
  EXPECT_LE(operations, 12);
}

TEST_P(EveryGrammar, EditedLogsStillGiveValidPrograms) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Choices first(Source::random(seed));
    GetParam().generate(first, context());
    numeric::Random random(seed);
    ChoiceLog log = first.log();
    for (int edit = 0; edit < 4; ++edit) {
      Choice& choice = log[random.below(log.size())];
      choice.value = random.between(choice.low - 1, choice.high + 1);
      log.erase(random.below(log.size()), random.below(3));
    }
    Choices edited(Source::log(log));
    const auto broken = ir::verify(GetParam().generate(edited, context()));
    EXPECT_TRUE(broken.empty()) << "seed " << seed << ": " << broken.front().rule << ": "
                                << broken.front().message;
  }
}

TEST_P(EveryGrammar, BytesGiveValidPrograms) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    numeric::Random random(seed);
    std::vector<std::uint8_t> bytes(random.below(200));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    Choices choices(Source::bytes(bytes));
    EXPECT_TRUE(ir::verify(GetParam().generate(choices, context())).empty()) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Grammars, EveryGrammar, testing::ValuesIn(grammars().begin(), grammars().end()),
                         [](const auto& entry) { return std::string(entry.param.name); });

}  // namespace
}  // namespace tilefuzz::generators
