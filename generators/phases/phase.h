#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "generators/state.h"

namespace tilefuzz::generators {

// A piece of a program that reads and replaces named wires. Any list of phases gives a valid program: a phase
// *ensures* what it reads (ensure.h).
struct Phase {
  std::string_view name;
  void (*run)(State& state);
  // Wires that it replaces by values of the same type; what an opaque copy of it hands out.
  std::vector<Slot> changes;
  int percent = 88;  // presence
};

// Runs the phases of the list in the drawn order: each is present with its percentage, two neighbours are
// swapped with 20 %, one is repeated with 15 %, and `State::opaque_percent` of them stand under a condition
// or in a loop that is false or empty in every launch row.
void run_phases(State& state, std::span<const Phase> phases);

// One phase that is compiled but never run; data constraints are waived inside, types and rules are not.
void run_opaque(State& state, const Phase& phase);

}  // namespace tilefuzz::generators
