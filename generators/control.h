#pragma once

#include <functional>
#include <span>
#include <vector>

#include "generators/state.h"

namespace tilefuzz::generators {

// How often a loop runs: a literal or an i32 value, and the most that it is in any launch row.
struct Trips {
  ir::Operand upper;
  std::int64_t most = 0;
  bool run_time = false;
};
Trips fixed_trips(std::int32_t count);

// How carried values grow from one iteration to the next.
enum class Growth : std::uint8_t {
  adds,        // by the same amount each time
  multiplies,  // by the same factor each time; the body converts none of them to a narrow element
  held         // the body sees them at a limit, and what it yields is brought back to it
};

struct LoopStyle {
  Growth growth = Growth::adds;
  bool exits = true;        // may become a `while`, or get a `break` or `continue`
  int stages_percent = -1;  // how often it gets the hint `stages`; -1: as other hints
  bool storing = false;     // the body stores, and loads what it stored
};

using LoopBody = std::function<std::vector<Wire>(const Index& induction, std::span<const Wire> carried)>;

// Carried values keep their types. Draws the loop's form: `for` from 0 or from a lower bound, with a step;
// `while`; `for` with an `if` that leaves or cuts iterations. Gives the values after the loop.
std::vector<Wire> loop(State& state, const Trips& trips, std::span<const Wire> init, const LoopStyle& style,
                       const LoopBody& body);

// Condition of a scalar against 0.
Wire is_not_zero(State& state, Wire scalar);
// A run-time trip count: one that the program has, or a new one.
Trips run_time_trips(State& state);

}  // namespace tilefuzz::generators
