#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/result.h"
#include "ir/program.h"
#include "oracles/reference/trap.h"

namespace tilefuzz::reference {

// Where a tensor parameter lies: allocation + offset + sum(index * stride) * element size.
struct Window {
  int allocation = -1;      // -1: a scalar parameter
  std::int64_t offset = 0;  // bytes
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;  // in elements
  ir::Element element{};
  ir::Sparsity sparsity = ir::Sparsity::none;
  bool readonly = false;
  bool may_overlap = false;  // two index tuples may name one element

  std::int64_t element_count() const;  // product of the extents
  std::int64_t span() const;           // elements from the first to behind the last; 0 if empty
  // Row-major number of the element at a linear place (sum of index * stride); -1: the place lies between
  // elements. Of elements that overlap, one.
  std::int64_t number_of(std::int64_t place) const;
};

// One block of global memory: the windows of an alias group, or of one parameter.
struct Allocation {
  std::int64_t bytes = 0;
  std::int64_t granule = 1;  // bytes; every window's elements are whole granules
  std::vector<int> params;
};

// A launch row with everything resolved and its facts checked.
struct Setup {
  std::vector<Window> windows;         // by parameter
  std::vector<std::uint64_t> scalars;  // by parameter; bits of the element
  std::vector<Allocation> allocations;
  std::array<std::int64_t, 3> grid{1, 1, 1};

  std::int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
};

// Gives a value to every name, extent, stride and scalar. Traps: something has no value or two, a fact of a
// parameter is false, an allocation or the grid is out of range.
// Base addresses are taken to be aligned as far as any fact asks (allocators give 256 bytes and more).
Result<Setup, Trap> resolve(const ir::Program& program, const ir::Launch& launch);

}  // namespace tilefuzz::reference
