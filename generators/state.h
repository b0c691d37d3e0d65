#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "generators/choices.h"
#include "generators/narrowing.h"
#include "generators/policy.h"
#include "ir/builder.h"

namespace tilefuzz::generators {

using Wire = ir::ValueId;  // a value that phases hand on; kNone: not there yet
inline constexpr Wire kNone = -1;

// The named values of the factorization-like families. A later phase consumes what an earlier one produced;
// whoever needs one *ensures* it, so that phases may be left out, swapped and repeated.
enum class Slot : std::uint8_t {
  work,    // rows x panel, the tile that is being factorized
  right,   // panel x panel, right operand of the first update
  cross,   // block x block, couples the column parts
  first,   // column parts of `work`, rows x block
  second,  // the part that the panel loop solves; what stores write
  third,   // with four parts only
  fourth,
  next,  // block x block, result of the trailing update
};
inline constexpr int kSlotCount = static_cast<int>(Slot::next) + 1;
using Wires = std::array<Wire, kSlotCount>;

// An index or bound, and the largest value that it has in any launch row.
struct Index {
  ir::Operand operand = ir::Operand::constant(0);
  std::int64_t most = 0;
};

// A tensor parameter while the program grows. Extents, strides, facts and launch values are drawn at the end
// (parameters.h), when it is known what the accesses need.
struct Tensor {
  Wire value = kNone;
  ir::Element element{};
  int rank = 2;
  bool written = false;
  bool aliased = false;                               // in alias group 0
  double bound = 0;                                   // largest magnitude that it may hold
  std::array<std::int64_t, 4> needed{};               // extents that unpadded loads need in every launch row
  std::array<std::int32_t, 4> tile{};                 // largest tile extents that were accessed
  std::array<std::int64_t, 4> fixed{};                // extents that the family has settled; 0: to be drawn
  std::array<std::int32_t, 4> names{-1, -1, -1, -1};  // extent names that the family has given
  std::array<std::int8_t, 4> open{-1, -1, -1, -1};    // extents known at run time only: 0, 1; -1: to be drawn
  bool sparse = false;                                // packed, without facts
};

// A scalar parameter and its value in each launch row.
struct Scalar {
  enum class Use : std::uint8_t { trips, flag };
  Wire value = kNone;
  Use use = Use::trips;
  std::vector<std::int64_t> rows;
};

struct Sizes {
  int rows = 32;
  int block = 8;
  int parts = 2;
  int panel() const { return block * parts; }
};

// What the phases of a matrix product share (families/gemm.h).
struct Gemm {
  int a = -1;  // tensors
  int b = -1;
  int c = -1;
  int extra = -1;       // bias, residual and right operand of a second product
  std::int32_t m = 16;  // tile extents
  std::int32_t n = 16;
  std::int32_t k = 16;
  Index row;  // of tiles, of this block
  Index column;
  bool b_transposed = false;
  bool unsigned_b = false;
  std::int32_t flat_columns = 0;  // of tiles, in a grid of one axis; 0: two axes
  bool columns_first = false;     // program_id 0 counts columns
  bool staged_shared = false;     // hints on the loads of a sparse operand
  bool staged_interleaved = false;
  const targets::MmaRow* dense = nullptr;  // for a second product behind a sparse one
};

// One program under construction: what all phases share.
class State {
 public:
  State(Choices& choices, const Context& context, std::string_view name);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Choices& choices;
  Narrowing narrow;
  Policy policy;
  ir::Program program;
  ir::Builder build;

  // Elements: of memory, of mma's operands and of its accumulator.
  const targets::MmaRow* row = nullptr;
  ir::Element storage{};
  Sizes sizes;
  Gemm gemm;
  Index row_index;  // the row of tiles that this block works on
  Wires wires;
  std::vector<Tensor> tensors;
  std::vector<Scalar> scalars;
  int launch_rows = 1;
  std::int64_t most_trips = 3;  // of run-time trip counts, in any launch row
  int hint_percent = 0;         // of accesses and loops that carry a hint
  int opaque_percent = 0;       // of phases that are compiled but never run

  // Each warp of an mma owns at least 16 x 8 elements of it (TileLang); the smallest mma limits the threads.
  std::int64_t most_warps = 32;

  int dead = 0;     // nesting of regions that never run: data constraints are waived inside
  int storing = 0;  // nesting of loops whose body stores: what was stored may be loaded by a later iteration
  int loops = 0;    // loops so far, for the depth of nests

  Wire& wire(Slot slot) { return wires[static_cast<std::size_t>(slot)]; }
  Wire wire(Slot slot) const { return wires[static_cast<std::size_t>(slot)]; }
  Tensor& tensor(int index) { return tensors[static_cast<std::size_t>(index)]; }

  const ir::Type& type(Wire value) const { return program.type(value); }
  ir::Element element(Wire value) const { return type(value).element; }

  // Registers a result with the largest magnitude that its elements can have under default inputs, which is
  // what keeps casts to narrow elements in range.
  Wire made(Wire value, double bound);
  double bound(Wire value) const;

  // Whether another `bytes` of tiles fit the target's budget, and how many are taken.
  bool has_room(std::int64_t bytes) const;
  std::int64_t bytes() const { return bytes_; }

  bool allows(Feature feature) const { return policy.allows(feature); }
  bool says(ir::Opcode opcode) const { return narrow.says(opcode); }

  // The tensor's index in `tensors`. `name` must be unique in the program.
  int add_tensor(std::string_view name, ir::Element element, int rank,
                 ir::Sparsity sparsity = ir::Sparsity::none);
  // An i32 parameter with one value per launch row.
  Wire add_scalar(std::string_view name, Scalar::Use use, std::vector<std::int64_t> rows);

 private:
  std::vector<double> bounds_;
  std::int64_t bytes_ = 0;
};

// Magnitude of default inputs, and the largest that a value may grow to: what generated kernels multiply
// stays finite in f32, and the kernels of the seeds need no limits of their own to stay below.
inline constexpr double kInputBound = 8;
inline constexpr double kComfort = 1e22;
// Largest magnitude that a conversion to the element may meet; integers: their largest number.
double largest(ir::Element element);

}  // namespace tilefuzz::generators
