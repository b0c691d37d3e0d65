#pragma once

#include <absl/container/inlined_vector.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/source_position.h"

namespace tilefuzz::ir {

// Every operation of the tile IR. The one table of them is operation_table.cpp; docs/ir.md is its prose.
enum class Opcode : std::uint8_t {
  // values from nothing
  constant,
  iota,
  program_id,
  num_programs,
  extent,
  // elementwise, one operand
  neg,
  abs,
  not_,
  sqrt,
  rsqrt,
  exp,
  exp2,
  log,
  log2,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh,
  floor,
  ceil,
  // elementwise, two and three operands
  add,
  sub,
  mul,
  mulhi,
  div,
  rem,
  min,
  max,
  and_,
  or_,
  xor_,
  shl,
  shr,
  pow,
  atan2,
  fma,
  cmp,
  select,
  cast,
  bitcast,
  // shape
  reshape,
  permute,
  broadcast,
  extract,
  insert,
  concat,
  // combination along an axis
  reduce,
  scan,
  // matrix multiply-accumulate
  mma,
  mma_scaled,
  // memory
  load,
  store,
  gather,
  scatter,
  atomic,
  alloc,
  read,
  write,
  // facts
  assume,
  // control
  for_,
  while_,
  if_,
  yield,
  continue_,
  break_,
  condition,
};
inline constexpr int kOpcodeCount = static_cast<int>(Opcode::condition) + 1;

using ValueId = std::int32_t;  // index into Program::types

// A value, or an i32 literal that stands in its place (`add %i, 1`).
struct Operand {
  std::int32_t number = 0;  // ValueId or literal
  bool literal = false;

  Operand() = default;
  Operand(ValueId value) : number(value) {}  // NOLINT(google-explicit-constructor): values are operands
  static Operand constant(std::int32_t number);

  bool is_value() const { return !literal; }
  friend bool operator==(const Operand&, const Operand&) = default;
};

enum class AttributeKey : std::uint8_t {
  predicate,        // cmp: Predicate
  combine,          // reduce, scan: Combine
  atomic,           // atomic: AtomicKind
  axis,             // iota, concat, reduce, scan, program_id, num_programs, extent: an axis number
  is_unsigned,      // flag; `signed` is the default and is not printed
  unsigned_a,       // flag, mma: the left operand's integers are unsigned
  unsigned_b,       // flag, mma: the right operand's
  wrap,             // flag: overflow wraps; without it overflow does not occur (the interpreter traps it)
  propagate_nan,    // flag, min, max, reduce, scan: a NaN wins; without it the number wins
  reverse,          // flag, scan
  pad,              // load: Padding; absent: out of range reads poison
  at,               // flag, load, store: indices are element offsets, not tile numbers
  squeeze,          // flag, load, store: the tile lacks the tensor's leading axes, whose tile extent is 1
  precision,        // mma on f32: Precision
  fast_accumulate,  // flags, relaxations: each widens the set of allowed results
  contract,
  flush,
  approximate,
  divisor,  // assume: the value is a multiple of this
  lower,    // assume: smallest value
  upper,    // assume: largest value
};
inline constexpr int kAttributeKeyCount = static_cast<int>(AttributeKey::upper) + 1;

enum class Predicate : std::uint8_t { eq, ne, lt, le, gt, ge };
enum class Combine : std::uint8_t { add, mul, min, max, and_, or_, xor_ };
enum class AtomicKind : std::uint8_t { add, min, max, and_, or_, xor_, xchg, cas };
enum class Padding : std::uint8_t { zero, neg_zero, nan, inf, neg_inf };
enum class Precision : std::uint8_t { ieee, tf32 };

struct Attribute {
  AttributeKey key{};
  std::int64_t value = 1;  // flag: 1; enumeration: its number; else the number itself
  friend auto operator<=>(const Attribute&, const Attribute&) = default;
};

// *How*, never *what*: a hint may not change a result.
enum class HintKey : std::uint8_t {
  threads,
  warps,
  occupancy,
  ctas,
  swizzle_panel,
  cluster,  // kernel
  stages,
  unroll,
  order,
  warp_specialize,  // loop
  latency,
  tma,
  path,
  eviction,
  stage_in,
  coalesced_width,  // load, store
  policy,
  k_pack,
  operand_in,  // mma
  metadata,
  layout,  // sparse parameter, its load; buffer
};
inline constexpr int kHintKeyCount = static_cast<int>(HintKey::layout) + 1;

struct Hint {
  HintKey key{};
  std::int32_t value =
      0;  // a number, or the index of a word of hint_table; `padded(n)`, `swizzled(n)`: n * 8 + word
  friend auto operator<=>(const Hint&, const Hint&) = default;
};

struct Block;

// One operation. Operands lie in the order of the table's operand slots; `counts` says how many each
// slot has, for operations whose row has an optional or repeated slot (empty for all others).
struct Op {
  Opcode code{};
  SourcePosition position;  // outside equality and hash
  absl::InlinedVector<std::uint8_t, 4> counts;
  absl::InlinedVector<Operand, 4> operands;
  absl::InlinedVector<ValueId, 2> results;
  absl::InlinedVector<Attribute, 2> attributes;  // sorted by key, one of each
  absl::InlinedVector<Hint, 2> hints;            // sorted by key, one of each
  std::vector<std::int64_t> data;  // constant: element bits (one: splat); permute: the permutation
  std::vector<Block> regions;

  std::optional<std::int64_t> attribute(AttributeKey key) const;
  bool has(AttributeKey key) const { return attribute(key).has_value(); }
  void set(AttributeKey key, std::int64_t value = 1);
  void unset(AttributeKey key);
  std::optional<std::int32_t> hint(HintKey key) const;
  void set(HintKey key, std::int32_t value);

  // Operands of one slot of the table row; empty when an optional one is absent or the slot is unknown.
  std::span<const Operand> slot(int index) const;
  std::span<Operand> slot(int index);
  ValueId result() const { return results.empty() ? -1 : results.front(); }
};

// A region has one block. It ends in exactly one terminator (an empty `yield` is implicit in text only).
struct Block {
  absl::InlinedVector<ValueId, 2>
      arguments;  // for: induction variable, then carried values; while: carried values
  std::vector<Op> ops;
};

}  // namespace tilefuzz::ir
