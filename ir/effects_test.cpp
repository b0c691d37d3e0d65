#include "ir/effects.h"

#include <gtest/gtest.h>

#include <string>

#include "ir/text/parse.h"

namespace tilefuzz::ir {
namespace {

constexpr std::string_view kText = R"(tile 1
kernel @k(%a: tensor<f32, [64, 64]> alias 3, %b: tensor<f32, [64, 64]> alias 3, %c: tensor<i32, [64, 64]>, %n: i32)
    grid [1] launch {%n = 3} {
  %w = alloc : buffer<8x8xf32>
  %x = load %a[0, 0] : tile<8x8xf32>
  for %k = 0 to %n {
    write %w[0, 0], %x
    %go = cmp lt %k, 2
    if %go {
      %y = read %w[0, 0] : tile<8x8xf32>
      store %b[0, 0], %y
    } else {
      %z = load %c[0, 0] : tile<8x8xi32>
    }
  }
  atomic add %c[0, 0], 1
}
)";

std::string text(const EffectSummary& summary, const Effects& effects) {
  std::string out;
  for (int group = 0; group < summary.groups; ++group) {
    if (effects.reads.contains(group)) out += " r" + std::to_string(group);
    if (effects.writes.contains(group)) out += " w" + std::to_string(group);
  }
  return out;
}

TEST(Effects, ByOperationAndRegion) {
  const ParseResult read = parse(kText);
  ASSERT_TRUE(read.ok());
  const EffectSummary summary = summarize_effects(read.program);
  // %a and %b are group 0, %c is 1, the buffer 2.
  EXPECT_EQ(summary.groups, 3);
  EXPECT_EQ(summary.group_of[1], 0);
  ASSERT_EQ(summary.by_region.size(), 3U);
  EXPECT_EQ(text(summary, summary.by_region[0]), " w0 r1 r2 w2");  // the loop's
  EXPECT_EQ(text(summary, summary.by_region[1]), " w0 r2");
  EXPECT_EQ(text(summary, summary.by_region[2]), " r1");
  EXPECT_EQ(text(summary, summary.by_op[0]), "");
  EXPECT_EQ(text(summary, summary.by_op[1]), " r0");
  EXPECT_EQ(text(summary, summary.by_op[2]), text(summary, summary.by_region[0]));
  EXPECT_EQ(text(summary, summary.all), " r0 w0 r1 w1 r2 w2");
  EXPECT_TRUE(summary.by_op[1].conflicts(summary.by_region[1]));
  EXPECT_FALSE(summary.by_op[1].conflicts(summary.by_region[2]));
}

TEST(Effects, SetsHoldMoreThanAWord) {
  GroupSet a;
  GroupSet b;
  EXPECT_TRUE(a.empty());
  a.add(3);
  b.add(200);
  EXPECT_FALSE(a.intersects(b));
  a |= b;
  EXPECT_TRUE(a.intersects(b));
  EXPECT_TRUE(a.contains(3) && a.contains(200) && !a.contains(72) && !a.contains(-1));
}

}  // namespace
}  // namespace tilefuzz::ir
