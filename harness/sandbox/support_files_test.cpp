#include "harness/sandbox/support_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace tilefuzz::harness {
namespace {

TEST(SupportFiles, AreFound) {
  EXPECT_EQ(access(support_file(supervisor_file).c_str(), X_OK), 0);
  EXPECT_EQ(access(support_file(crash_library_file).c_str(), R_OK), 0);
}

TEST(SupportFiles, NamesAPathForWhatIsMissing) {
  const auto path = support_file("tilefuzz-no-such-file");
  EXPECT_TRUE(path.is_absolute());
  EXPECT_EQ(path.filename(), "tilefuzz-no-such-file");
}

}  // namespace
}  // namespace tilefuzz::harness
