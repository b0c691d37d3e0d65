#pragma once

#include <cstdint>
#include <string>

#include "ir/operation.h"

namespace tilefuzz::targets::tilelang {

// Where a value of the program is found in the emitted text.
struct Home {
  enum class Kind : std::uint8_t {
    none,
    scalar,       // `name` is an expression, a Python bool for i1
    shared,       // `name` is a buffer in shared memory
    accumulator,  // `name` is a fragment; `shared` its copy in shared memory, or empty
    sparse,       // `name` holds the stored elements, `metadata` the positions, both in shared memory
    splat,        // no memory: `name` is a literal or scalar expression that every element equals
    iota,         // no memory: the element number along `axis`
    broadcast,    // no memory: `source` with its extents of 1 repeated
    folded,       // a transposition that T.gemm does: read `source` with a transpose argument
  };
  Kind kind = Kind::none;
  std::string name;
  std::string shared;
  std::string metadata;
  bool variable = false;  // scalar: `name` is a T.alloc_var that may be assigned
  int axis = 0;
  ir::ValueId source = -1;

  bool is_virtual() const { return kind == Kind::splat || kind == Kind::iota || kind == Kind::broadcast; }
};

}  // namespace tilefuzz::targets::tilelang
