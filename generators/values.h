#pragma once

#include <span>

#include "generators/state.h"

namespace tilefuzz::generators {

// Operations that keep the bounds of values (State::bound) and the types in order. Each takes and gives
// wires.

using Shape = std::span<const std::int32_t>;

ir::Type tile_type(ir::Element element, std::int32_t rows, std::int32_t columns);

Wire constant(State& state, const ir::Type& type, double value);
// An operand for elementwise operations with a tile of `like`'s type: a scalar constant or a whole tile
// (drawn).
Wire number_like(State& state, Wire like, double value);

// The value as another element; itself if it has it. What might not fit is limited before.
Wire cast(State& state, Wire value, ir::Element element);
// The value with magnitudes of at most `most`: itself if that is so already, else clamped or scaled (drawn).
Wire limit(State& state, Wire value, double most);

// Elementwise on equal elements; integers wrap. Both operands may be scalars of the element.
Wire binary(State& state, ir::Opcode opcode, Wire a, Wire b);
// Functions of floats: the argument is limited to where the function is finite.
Wire unary(State& state, ir::Opcode opcode, Wire value);

// a[M,K] * b[K,N] + c[M,N] with the program's mma row: operands and accumulator are cast to its elements.
Wire multiply(State& state, Wire a, Wire b, Wire c);
Wire transpose(State& state, Wire value);
// Slice (i, j) of the given shape; `most` are the largest indices.
Wire slice(State& state, Wire value, std::span<const Index> index, std::int32_t rows, std::int32_t columns);
Wire broadcast(State& state, Wire value, Shape shape);
Wire reshape(State& state, Wire value, Shape shape);
Wire select(State& state, Wire condition, Wire a, Wire b);
Wire reduce(State& state, ir::Combine combine, Wire value, int axis);

// A float value, or an integer one of any width but i1, that arithmetic can use: storage-only floats become
// f32, i1 becomes 0 and 1.
Wire arithmetic(State& state, Wire value);

}  // namespace tilefuzz::generators
