#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ir/program.h"
#include "oracles/reference/inputs.h"
#include "oracles/reference/launch.h"
#include "oracles/reference/memory.h"
#include "oracles/reference/trap.h"

namespace tilefuzz::reference {

// The trap interpreter: what a program means, element by element (docs/ir.md), and what it may not do.
// Deterministic: one thread, blocks in row-major order of (z, y, x), x fastest.
//
// Where the meaning leaves room it computes: mma: products exact, sums in double over k and then the
// accumulator, rounded once at the end (so exact whenever all partial sums fit 53 bits); relaxations and
// `precision = tf32` ignored; reduce and scan in index order, each step rounded; transcendentals in double by
// the host's library, then rounded; fma rounded once; of zeros of different sign min and max give the first,
// and it is remembered that the sign is unspecified. Integer casts out of range trap like those of floats.
struct Options {
  std::optional<Inputs> inputs;  // left out: default_inputs with `seed`
  std::uint64_t seed = 1;
  // Executed operations of one block; more is trap `budget`.
  std::uint64_t operation_budget = 10'000'000;
  // Elements that all blocks may compute together (an mma counts M*N*K/4): about half a second. If the first
  // block shows that the grid would need more, a sample of the blocks runs. If one block uses it up, the run
  // is cut, which is no trap: nothing is known of the rest.
  std::uint64_t element_budget = 50'000'000;
};

enum class Coverage : std::uint8_t {
  complete,  // all blocks, to their ends
  sampled,  // some blocks, the first and (budget permitting) the last among them; other outputs are untouched
  cut,      // ended in the middle of a block: outputs mean nothing
};

struct RunResult {
  std::optional<Trap> trap;  // the first; the run ends there
  std::vector<Trap> notes;   // kind buffer_carried: one per operation
  Coverage coverage = Coverage::complete;
  std::int64_t blocks = 0;      // of the grid
  std::int64_t blocks_run = 0;  // begun
  std::uint64_t operations = 0;
  std::uint64_t elements = 0;
  std::shared_ptr<const Setup> setup;  // empty if the launch row itself trapped
  std::shared_ptr<Memory> memory;      // likewise; contents(param) gives what a tensor holds at the end

  bool clean() const { return !trap; }
};

RunResult run(const ir::Program& program, const ir::Launch& launch, const Options& options = {});

// Every launch row in order; a program without rows runs once. Precondition of both: the verifier passes the
// program. A malformed one traps or gives wrong values, it does not crash.
std::vector<RunResult> run_all(const ir::Program& program, const Options& options = {});

}  // namespace tilefuzz::reference
