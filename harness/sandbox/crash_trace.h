#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sandbox/process.h"

namespace tilefuzz::harness {

// A place in a process: `offset` from where the file `module` is mapped, or the address itself in a main
// program linked at fixed addresses (tileiras, ptxas). The first frame of a trace is the faulting
// instruction, the others are return addresses.
struct Frame {
  std::string module;  // base name, "?" outside of every file
  std::uint64_t offset = 0;
  bool in_main = false;  // in the program itself, not in a library

  friend bool operator==(const Frame&, const Frame&) = default;
};

// One line of the crash handler:
//
//   tilefuzz-stack 1 kind=crash pid=7 process=tileiras signal=11 code=1 address=8
//       frames=*tileiras+46b4fd3,*tileiras+468845e,libc.so.6+2724a          (one line; '*': in the program)
//
// signal and code are decimal (code as in sigaction(2), negative when a process sent the signal), address
// and offsets hexadecimal; address is 0 unless the kernel gave one. A process of its own writes a line of its
// own: an assembler's crash names the assembler.
struct CrashTrace {
  static constexpr std::size_t most_frames = 256;  // the innermost ones; what is further out is left away

  enum class Kind : std::uint8_t { crash, sample } kind = Kind::crash;
  int pid = 0;
  std::string process;
  int signal = 0;
  int code = 0;
  std::uint64_t address = 0;
  std::vector<Frame> frames;

  friend bool operator==(const CrashTrace&, const CrashTrace&) = default;
};

// Nothing for a line that is not whole: the process may have been killed while it wrote.
std::optional<CrashTrace> parse_crash_line(std::string_view line);

// All whole lines, in the order in which they were written; none if there is no file.
std::vector<CrashTrace> read_crash_file(const std::filesystem::path& file);

// Makes `spec` load the handler and report to `file`.
void add_crash_handler(ProcessSpec& spec, const std::filesystem::path& file);

std::string to_string(const Frame& frame);  // "46b4fd3" in the program, else "module+offset"

}  // namespace tilefuzz::harness
