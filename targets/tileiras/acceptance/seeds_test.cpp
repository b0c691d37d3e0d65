// The public bugs that this target must show, from their program texts.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "ir/text/parse.h"
#include "targets/tileiras/acceptance/installed.h"
#include "targets/tileiras/tileiras.h"

namespace tilefuzz::targets::tileiras {
namespace {

constexpr int kSegmentationFault = 128 + 11;
constexpr int kAbort = 128 + 6;

// `env` and `timeout` stand between: a death by signal arrives as 128 + signal.
int outcome(const std::string& seed, const std::string& version, const std::string& arch, int level,
            const std::string& tokens = "minimal") {
  std::ifstream in(std::string(TILEFUZZ_SOURCE_DIR) + "/corpus/seeds/" + seed + ".tile");
  const auto parsed = ir::parse(std::string{std::istreambuf_iterator<char>(in), {}});
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, seed);
  const Configuration configuration{"tileiras", version, arch, level, {{"tokens", tokens}}};
  const auto emitted = tileiras_target().emit(parsed.program, configuration);
  EXPECT_TRUE(emitted.has_value());
  return compile(*installed(version), configuration, *emitted).exit_code;
}

class Seeds : public testing::Test {
 protected:
  void need(const std::string& version) {
    if (!installed(version)) GTEST_SKIP() << "tileiras " << version << " is not installed";
  }
};

TEST_F(Seeds, LeftSuperpanelCrashesOptimisedOnBlackwellOnly) {
  need("13.3.36");
  if (IsSkipped()) return;
  EXPECT_EQ(outcome("left_superpanel", "13.3.36", "sm_120", 0), 0);
  for (const int level : {1, 2, 3}) {
    EXPECT_EQ(outcome("left_superpanel", "13.3.36", "sm_120", level), kSegmentationFault) << level;
    EXPECT_EQ(outcome("left_superpanel", "13.3.36", "sm_120", level, "serial"), 0) << level;
    EXPECT_EQ(outcome("left_superpanel", "13.3.36", "sm_90", level), 0) << level;
  }
}

TEST_F(Seeds, LeftSuperpanelIsFixedInTheNewestRelease) {
  need("13.5.37");
  if (IsSkipped()) return;
  for (const int level : {0, 1, 3})
    EXPECT_EQ(outcome("left_superpanel", "13.5.37", "sm_120", level), 0) << level;
}

TEST_F(Seeds, TmemCopyAborts) {
  need("13.3.36");
  if (IsSkipped()) return;
  EXPECT_EQ(outcome("tmem_copy", "13.3.36", "sm_100", 1), kAbort);
  EXPECT_EQ(outcome("tmem_copy", "13.3.36", "sm_90", 1), 0);
  EXPECT_EQ(outcome("tmem_copy", "13.3.36", "sm_120", 1), kSegmentationFault);
  EXPECT_EQ(outcome("tmem_copy", "13.3.36", "sm_120", 1, "serial"), 0);
}

TEST_F(Seeds, StoreLoopStoreCrashesAtEveryLevel) {
  need("13.3.36");
  if (IsSkipped()) return;
  EXPECT_EQ(outcome("store_loop_store", "13.3.36", "sm_120", 0), kSegmentationFault);
  EXPECT_EQ(outcome("store_loop_store", "13.3.36", "sm_90", 1), kSegmentationFault);
}

}  // namespace
}  // namespace tilefuzz::targets::tileiras
