#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilefuzz::targets::tileiras {

// What the shim in ptxas' place wrote (shim/ptxas_shim.cpp has the format).
struct AssemblerReport {
  bool finished = false;
  int exit_code = 0;
  int signal = 0;  // 0: it exited
  std::string output;

  bool failed() const { return finished && (exit_code != 0 || signal != 0); }
};

std::optional<AssemblerReport> parse_assembler_report(std::string_view text);

}  // namespace tilefuzz::targets::tileiras
