#include "harness/sandbox/machine_state.h"

#include <gtest/gtest.h>

namespace tilefuzz::harness {
namespace {

constexpr std::uint64_t gibibyte = 1ull << 30;

TEST(MachineState, ReadsThisMachine) {
  const MachineState state = read_machine_state(testing::TempDir());
  EXPECT_GT(state.free_disk_bytes, 0u);
  EXPECT_GT(state.free_memory_bytes, 1u << 20);
  EXPECT_GE(state.load1, 0);
}

TEST(MachineState, AMissingFolderHasNoSpace) {
  EXPECT_EQ(read_machine_state("/nonexistent").free_disk_bytes, 0u);
}

TEST(MachineState, SaysWhatIsShort) {
  const MachineFloor floor{.free_disk_bytes = gibibyte, .free_memory_bytes = gibibyte, .load_per_core = 4};
  EXPECT_EQ(shortage({gibibyte, gibibyte, 8}, floor, 2), std::nullopt);
  EXPECT_EQ(shortage({gibibyte / 2, gibibyte, 0}, floor, 2), "only 512 MiB of disk free, 1024 MiB needed");
  EXPECT_EQ(shortage({gibibyte, gibibyte / 4, 0}, floor, 2), "only 256 MiB of memory free, 1024 MiB needed");
  EXPECT_EQ(shortage({gibibyte, gibibyte, 9}, floor, 2), "load 9 on 2 cores");
}

}  // namespace
}  // namespace tilefuzz::harness
