#include "harness/sandbox/machine_state.h"

#include <stdlib.h>
#include <sys/statvfs.h>

#include <fstream>

namespace tilefuzz::harness {
namespace {

std::uint64_t available_memory() {
  std::ifstream stream("/proc/meminfo");
  std::string name, unit;
  std::uint64_t kibibytes = 0;
  while (stream >> name >> kibibytes) {
    if (name == "MemAvailable:") return kibibytes * 1024;
    std::getline(stream, unit);
  }
  return 0;
}

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

std::string too_little(const char* what, std::uint64_t have, std::uint64_t need) {
  return std::string("only ") + mebibytes(have) + " of " + what + " free, " + mebibytes(need) + " needed";
}

}  // namespace

MachineState read_machine_state(const std::filesystem::path& scratch_base) {
  MachineState state;
  struct statvfs disk {};
  if (statvfs(scratch_base.c_str(), &disk) == 0) {
    state.free_disk_bytes = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  }
  state.free_memory_bytes = available_memory();
  if (getloadavg(&state.load1, 1) != 1) state.load1 = 0;
  return state;
}

std::optional<std::string> shortage(const MachineState& state, const MachineFloor& floor, unsigned cores) {
  if (state.free_disk_bytes < floor.free_disk_bytes) {
    return too_little("disk", state.free_disk_bytes, floor.free_disk_bytes);
  }
  if (state.free_memory_bytes < floor.free_memory_bytes) {
    return too_little("memory", state.free_memory_bytes, floor.free_memory_bytes);
  }
  if (state.load1 > floor.load_per_core * cores) {
    return "load " + std::to_string(static_cast<int>(state.load1)) + " on " + std::to_string(cores) +
           " cores";
  }
  return std::nullopt;
}

}  // namespace tilefuzz::harness
