#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tilefuzz::harness {

// What the machine had left when a case ran; recorded with the case, because a compiler that starves fails
// in ways that look like its own faults.
struct MachineState {
  std::uint64_t free_disk_bytes = 0;    // for this user, where scratch folders are
  std::uint64_t free_memory_bytes = 0;  // MemAvailable of /proc/meminfo
  double load1 = 0;                     // runnable tasks, averaged over a minute
};

// 0 for what cannot be read.
MachineState read_machine_state(const std::filesystem::path& scratch_base);

// Below it a campaign pauses. A case takes up to 0.2 GiB of memory and 50 MB of scratch per worker; the
// rest is for what else runs. Load is judged per core.
struct MachineFloor {
  std::uint64_t free_disk_bytes = 1ull << 30;
  std::uint64_t free_memory_bytes = 1ull << 30;
  double load_per_core = 8;
};

// What is short, as text for the user; nothing if all is well.
std::optional<std::string> shortage(const MachineState& state, const MachineFloor& floor, unsigned cores);

}  // namespace tilefuzz::harness
