#pragma once

#include <bitset>
#include <cstdint>

#include "generators/choices.h"

namespace tilefuzz::generators {

// Optional ingredients of programs that a case can do without.
enum class Feature : std::uint8_t {
  opaque,        // phases that are compiled but never run
  order,         // swapped and repeated phases
  memory_again,  // reloads and stores besides the last
  epilogue,
  reduction,  // reduce and scan
  nesting,    // loops in loops
  exits,      // while, break, continue
  accumulators,
  run_time_trips,
  facts,  // align, multiples, readonly
  aliasing,
  hints,
  run_time_extents,
  unpadded,
  dead_code,
};
inline constexpr int kFeatureCount = static_cast<int>(Feature::dead_code) + 1;

// What a case may contain, drawn per case. Three kinds:
//   everything  all features
//   swarm       each feature is off with 25 % (A. Groce et al., "Swarm testing", ISSTA 2012): cases that lack
//   some
//               features altogether reach what cases with a little of everything do not, because features
//               suppress each other (here: a stray cast or reload breaks the wiring that a bug needs)
//   plain       the algorithm as a textbook writes it: no detours, facts and hints as they come
class Policy {
 public:
  Policy() = default;  // everything is allowed
  static Policy draw(Choices& choices);

  bool allows(Feature feature) const { return !off_.test(static_cast<std::size_t>(feature)); }

 private:
  std::bitset<kFeatureCount> off_;
};

}  // namespace tilefuzz::generators
