#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "ir/program.h"

namespace tilefuzz::targets::mock {

// What the mock compiler does when a root's conditions hold.
enum class Effect : std::uint8_t {
  crash,       // dies of SIGSEGV with the root's stack
  abort,       // prints an internal error with the root's stack, dies of SIGABRT
  hang,        // computes without end
  diagnostic,  // refuses the program with a message
  memory,      // allocates without end
  empty,       // says ok and leaves an empty artifact
};

// One planted fault of the mock compiler.
struct Root {
  struct Condition {
    std::string feature;  // see features()
    enum class Relation : std::uint8_t { equal, not_equal, less, at_most, more, at_least } relation{};
    std::int64_t value = 0;
  };
  std::string name;
  std::vector<Condition> when;  // all must hold
  Effect effect = Effect::crash;
  double probability = 1;          // below 1: flaky
  std::vector<std::string> stack;  // innermost first
  std::string message;
};

// A table in TOML: [[root]] with name, when = ["mma >= 2", "level >= 1"], effect, stack, message,
// probability. The error names the entry and what is wrong.
Result<std::vector<Root>, std::string> parse_roots(std::string_view toml);

// The table that ships with tilefuzz.
std::string_view default_roots();

using Features = std::map<std::string, std::int64_t, std::less<>>;

// What conditions may speak of: the number of operations of each name ("mma", "for", …), "runtime_loops",
// "loops", "depth", "ops", "tensors", "rows" and "columns" (largest tile extents), "sparse",
// "element.f16" (values of it), "occupancy", "stages", "aligned", "dynamic"; and of the configuration
// "level", "arch" (its number) and "version".
Features features(const ir::Program& program);

bool holds(const Root& root, const Features& features);

}  // namespace tilefuzz::targets::mock
