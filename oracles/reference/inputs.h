#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "oracles/reference/launch.h"

namespace tilefuzz::reference {

// What one tensor parameter holds when the kernel starts. By default small whole numbers, which every type
// can hold exactly; sparse tensors get a random legal pattern.
struct ParamInput {
  // Element values: k * multiple * 2^exponent, k drawn from [low, high]. f8e8m0: 2^k.
  std::int64_t low = -4;
  std::int64_t high = 4;
  std::int64_t multiple = 1;
  int exponent = 0;  // floats only
  // Distinct values as long as the range lasts: element i holds low + permuted(i mod range). For index
  // tensors of scatters.
  bool distinct = false;
  // Element bits, row-major over the (logical) extents; replaces all of the above. Elements beyond it are
  // zero. Of a sparse tensor's group, the elements that are not zero are stored and, up to the pattern's
  // count, the lowest others: what numeric::compress does.
  std::vector<std::uint64_t> contents;
};

// A value, equal on every platform: the seed, the parameter's number and the element's place decide.
struct Inputs {
  std::uint64_t seed = 1;
  std::vector<ParamInput> params;  // by parameter; missing ones are default
};

// Inputs that fit what the program does with its tensors: values that become indices of gather, scatter or
// atomic lie in the range of the axis, `assume`d ranges and multiples hold, unsigned parameters have no
// negative numbers. Follows values from loads through assume, cast and changes of shape only.
Inputs default_inputs(const ir::Program& program, const Setup& setup, std::uint64_t seed = 1);

// Draws the elements of one parameter.
class Fill {
 public:
  Fill(const Inputs& inputs, const Setup& setup, int param);

  // Bits of the element at a linear place of the window (sum of index * stride). Places that belong to no
  // element of the window hold values too. `absent` is set for elements that a sparse tensor does not store.
  std::uint64_t bits(std::int64_t place, bool& absent) const;

 private:
  std::uint64_t draw(std::int64_t place) const;
  bool stored(std::int64_t number) const;                 // of a sparse tensor
  std::int64_t logical_number(std::int64_t place) const;  // row-major; -1: in no element

  const ParamInput* input_;
  const Window* window_;
  std::uint64_t seed_;
  bool packed_;
  std::uint64_t range_;
  std::uint64_t factor_;                   // of `distinct`: coprime to the range
  std::vector<std::uint64_t> encoded_;     // bits by k - low, while the range is small
  std::vector<numeric::GroupMask> masks_;  // legal patterns of a sparse tensor's group
};

}  // namespace tilefuzz::reference
