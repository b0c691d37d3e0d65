#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilefuzz {

// What the compilation of a cell did (design: Words).
enum class OutcomeKind : std::uint8_t { ok, diagnostic, crash, timeout, out_of_memory, tool_fault };
std::string_view to_string(OutcomeKind kind);

// The key that says two findings of one target look alike. `key` decides; `detail` is shown.
struct Signature {
  std::string key;     // coarse: bucket key, stable across runs; empty for ok
  std::string detail;  // fine: for people

  friend bool operator==(const Signature&, const Signature&) = default;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::ok;
  std::string phase;    // component or pass: "tileiras", "libnvvm", "ptxas", "ThreadSync"
  std::string message;  // first line that says what happened, or the cause of a tool fault
  Signature signature;
  std::optional<int> exit_code;
  std::optional<int> signal;
  std::vector<std::string> frames;  // of a crash or a hang, innermost first
  std::string artifact_hash;        // of an ok
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

}  // namespace tilefuzz
