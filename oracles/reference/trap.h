#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/diagnostic.h"
#include "core/source_position.h"

namespace tilefuzz::reference {

// What a program may not do when it runs (docs/ir.md, "Meaning"). A program that traps has no expectation
// but "does not crash the compiler".
enum class TrapKind : std::uint8_t {
  poison_stored,
  poison_branch,
  poison_index,
  poison_extent,  // loop bound or step
  poison_mask,
  poison_assumed,
  integer_overflow,
  integer_division,  // divisor 0, or INT_MIN / -1
  integer_shift,     // count not below the width
  cast_range,        // out of range of a type without saturation
  unspecified_bits,  // NaN or a zero of unspecified sign reaches a place that sees its bits
  slice_range,       // extract, insert
  buffer_range,      // read, write
  index_range,       // gather, scatter, atomic: an unmasked lane outside the tensor
  offset_range,      // tile number times tile extent, or a linear offset, beyond i32
  scatter_conflict,  // two values of one operation to one place
  cross_block,       // an element touched by two blocks in a way that depends on their order
  atomic_lanes,      // an atomic that is not free of order, by two lanes
  readonly_written,
  sparse_not_finite,  // an absent element of a sparse operand meets Inf or NaN
  loop_step,          // step <= 0
  loop_bound,         // upper + step overflows
  fact_false,         // assume, align, multiple
  launch_incomplete,  // a name, extent or scalar without a value, or with two
  launch_range,       // grid, extents, offsets outside what can be launched
  budget,             // executed operations
  malformed,          // not a program that the verifier passes
  // Not a trap but a note: a loop with stages reads what an earlier iteration wrote. Legal only where the
  // target's profile says `pipelined-carried-buffer = sequential`.
  buffer_carried,
};
inline constexpr int kTrapKindCount = static_cast<int>(TrapKind::buffer_carried) + 1;

// "poison.stored", "cross-block", ...: stable, for tables and tests.
std::string_view name(TrapKind kind);

struct Trap {
  TrapKind kind{};
  std::string message;
  SourcePosition position;              // of the operation; unknown for traps of the launch
  std::array<std::int64_t, 3> block{};  // program_id 0..2
  std::int64_t element = -1;            // row-major number in the operation's tile; -1: not of one element
};

// "trap.poison.stored: message (block 0,0,0; element 17)"
std::string to_string(const Trap& trap);
// As the commands print it; the rule is "trap." and the kind's name.
Diagnostic diagnostic(const Trap& trap);

}  // namespace tilefuzz::reference
