#include "targets/tilelang/profile/profile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilefuzz::targets::tilelang {
namespace {

const MmaRow* find(const ArchProfile& arch, ir::Element a, ir::Element accumulator, Sparsity sparsity) {
  const auto found = std::ranges::find_if(arch.mma, [&](const MmaRow& row) {
    return row.a == a && row.accumulator == accumulator && row.sparsity == sparsity;
  });
  return found == arch.mma.end() ? nullptr : &*found;
}

TEST(TileLangProfile, KnowsItsVersions) {
  for (const std::string& version : versions()) EXPECT_EQ(profile(version).version, version);
  EXPECT_EQ(profile("0.1.99").version, "0.1.15");
  EXPECT_EQ(profile("0.1.2").version, "0.1.13");
}

TEST(TileLangProfile, Fp8BeginsWithSm89) {
  const Profile& p = profile("0.1.15");
  using enum ir::Element;
  EXPECT_EQ(find(*p.arch("sm_80"), f8e4m3, f32, Sparsity::none), nullptr);
  ASSERT_NE(find(*p.arch("sm_89"), f8e4m3, f32, Sparsity::none), nullptr);
  EXPECT_EQ(find(*p.arch("sm_90a"), f8e5m2, f32, Sparsity::s2of4)->accumulate_bits, 13);
  EXPECT_EQ(find(*p.arch("sm_80"), i8, i32, Sparsity::s2of4)->k, 64);
  EXPECT_EQ(find(*p.arch("sm_80"), bf16, f16, Sparsity::none), nullptr);
}

TEST(TileLangProfile, ReadsArchitectures) {
  EXPECT_EQ(arch_number("sm_89"), 89);
  EXPECT_EQ(arch_number("sm_100a"), 100);
  EXPECT_EQ(arch_number("gfx942"), 0);
  EXPECT_TRUE(may_specialize_warps("sm_90a"));
  EXPECT_FALSE(may_specialize_warps("sm_89"));
  EXPECT_EQ(profile("0.1.13").arch("sm_75"), nullptr);
}

TEST(TileLangProfile, LeavesOutWhatCannotBeSaid) {
  EXPECT_FALSE(profile("0.1.13").says(ir::Opcode::mma_scaled));
  EXPECT_TRUE(profile("0.1.13").says(ir::Opcode::mma));
}

}  // namespace
}  // namespace tilefuzz::targets::tilelang
