#pragma once

#include <map>
#include <string>

namespace tilefuzz {

// Target + architecture + level + option set: one column of a row of cells.
struct Configuration {
  std::string target;                          // "tileiras"
  std::string version;                         // "13.3.36"
  std::string arch;                            // "sm_120"
  int level = 0;                               // -O level; 0 for targets without levels
  std::map<std::string, std::string> options;  // of the target, those that are not at their default

  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// `tileiras@13.3.36 sm_120 O2 tokens=serial`
std::string to_string(const Configuration& configuration);

}  // namespace tilefuzz
