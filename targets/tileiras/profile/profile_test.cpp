#include "targets/tileiras/profile/profile.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tilefuzz::targets::tileiras {
namespace {

bool holds(std::string_view version, std::string_view arch, Element element) {
  const ArchProfile* found = profile(version).arch(arch);
  return found != nullptr && std::ranges::find(found->elements, element) != found->elements.end();
}

TEST(Profile, KnowsTheArchitecturesOfEachVersion) {
  const auto names = [](std::string_view version) {
    std::string all;
    for (const ArchProfile& arch : profile(version).architectures) all += arch.name.substr(3) + " ";
    return all;
  };
  EXPECT_EQ(names("13.1.80"), "100 103 110 120 121 ");
  EXPECT_EQ(names("13.2.78"), "80 86 87 88 89 100 103 110 120 121 ");
  EXPECT_EQ(names("13.3.36"), "80 86 87 88 89 90 100 103 110 120 121 ");
  EXPECT_EQ(names("13.5.37"), "80 86 87 88 89 90 100 103 107 110 120 121 ");
}

TEST(Profile, Fp8NeedsHopperOrANewReleaseOnAda) {
  EXPECT_FALSE(holds("13.3.36", "sm_80", Element::f8e4m3));
  EXPECT_FALSE(holds("13.4.92", "sm_89", Element::f8e4m3));
  EXPECT_TRUE(holds("13.5.37", "sm_89", Element::f8e4m3));
  EXPECT_TRUE(holds("13.3.36", "sm_90", Element::f8e5m2));
  EXPECT_FALSE(holds("13.3.36", "sm_90", Element::f4e2m1));
  EXPECT_TRUE(holds("13.3.36", "sm_100", Element::f4e2m1));
}

TEST(Profile, OperationsGrowWithTheVersion) {
  EXPECT_FALSE(profile("13.1.80").says(ir::Opcode::atan2));
  EXPECT_TRUE(profile("13.2.78").says(ir::Opcode::atan2));
  EXPECT_FALSE(profile("13.2.78").says(ir::Opcode::alloc));
  EXPECT_FALSE(profile("13.3.36").says(ir::Opcode::insert));
  EXPECT_TRUE(profile("13.4.92").says(ir::Opcode::insert));
}

TEST(Profile, UnknownReleasesGetTheNearest) {
  EXPECT_EQ(profile("13.3.99").version, "13.3.36");
  EXPECT_EQ(profile("13.9.1").version, "13.5.37");
  EXPECT_EQ(profile("path:somewhere").version, "13.5.37");
}

TEST(Profile, ReadsArchitectureNames) {
  EXPECT_EQ(arch_number("sm_120"), 120);
  EXPECT_EQ(arch_number("sm_90a"), std::nullopt);
  EXPECT_EQ(arch_number("gfx90"), std::nullopt);
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
