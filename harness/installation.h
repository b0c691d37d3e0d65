#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "targets/target.h"

namespace tilefuzz::harness {

// NAME@VERSION as users write it: `tileiras@13.3.36`, `tileiras@path:/opt/cuda`, `tilelang` (newest
// installed).
struct TargetName {
  std::string name;
  std::string version;         // empty: the newest that is installed
  std::filesystem::path path;  // of a `path:` form
};
TargetName parse_target_name(std::string_view text);

// The compilers under test that this machine has. Versions lie side by side as ROOT/NAME-VERSION, each a
// virtual environment that scripts/fetch-compilers.sh made.
class Installations {
 public:
  explicit Installations(std::filesystem::path root) : root_(std::move(root)) {}

  // $TILEFUZZ_COMPILERS, else build/compilers of the checkout or folder above the current one, else
  // ~/.cache/tilefuzz/compilers.
  static std::filesystem::path default_root();

  const std::filesystem::path& root() const { return root_; }
  std::vector<std::string> versions(std::string_view target) const;  // oldest first

  // The error says what was looked for, where, and how to install it.
  Result<targets::Installation, std::string> find(const TargetName& wanted) const;

 private:
  std::filesystem::path root_;
};

// `13.10` comes after `13.9`.
bool version_less(std::string_view a, std::string_view b);

}  // namespace tilefuzz::harness
