#pragma once

#include <set>
#include <string>
#include <string_view>

namespace tilefuzz::targets::tilelang {

// Python names for IR names. What a program calls its values never reaches Python unmangled: other
// characters become `_`, and a name that Python, TileLang or the emitted file uses itself gets a number.
class Names {
 public:
  Names();

  // A name that was not given before: `base` when that is free, else `base_2`, `base_3`, …
  std::string fresh(std::string_view base);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace tilefuzz::targets::tilelang
