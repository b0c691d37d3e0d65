#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/configuration.h"
#include "core/evidence.h"
#include "core/outcome.h"
#include "targets/target.h"

namespace tilefuzz::harness {

// What one compilation may use. The defaults are generous: a limit that a compiler runs into must be
// meant as one (tileiras under a narrow address-space limit dies in ways that look like its own faults).
struct CellLimits {
  double cpu_seconds = 60;
  std::uint64_t resident_bytes = 0;  // 0: the target's own limit
  std::uint64_t scratch_bytes = std::uint64_t{2} << 30;
  // Set by a user who wants to disturb (`--limit`, `--scratch`); 0 and empty: undisturbed.
  std::uint64_t address_space_bytes = 0;
  std::uint64_t stack_bytes = 0;
  std::filesystem::path scratch_base;

  bool disturbed() const { return address_space_bytes != 0 || stack_bytes != 0 || !scratch_base.empty(); }
  std::string disturbance() const;  // "address space of 60 MiB (--limit memory)"
};

// One cell as it ran.
struct CellResult {
  Outcome outcome;
  Evidence evidence;
  targets::Emitted emitted;
  std::string command;  // shell command that does the same compilation, for people
};

// An installed compiler with its target: what a cell runs on.
struct Compiler {
  const targets::Target* target = nullptr;
  targets::Installation bare;  // as installed
  targets::Installation seen;  // through its private folder (the same where there is none)
};

}  // namespace tilefuzz::harness
