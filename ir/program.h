#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/operation.h"
#include "ir/type.h"

namespace tilefuzz::ir {

inline constexpr std::int64_t kDynamic = -1;

// One extent or stride of a tensor parameter: `64`, `?`, `?M`, `?M*4`, `?*4`.
struct Dim {
  std::int64_t size = kDynamic;  // in elements
  std::int32_t name = -1;        // index into Program::extent_names; a name has one value per kernel
  std::int32_t multiple = 1;     // fact: a dynamic size is a multiple of this

  bool is_static() const { return size != kDynamic; }
  friend bool operator==(const Dim&, const Dim&) = default;
};

struct Param {
  ValueId value = -1;  // its type stands in Program::types
  std::vector<Dim> extents;
  std::vector<Dim> strides;  // in elements; empty: packed, row-major
  std::int32_t align = 0;    // fact: base address is a multiple of this many bytes; 0: nothing is known
  std::int32_t alias = -1;   // alias group; -1: overlaps no other parameter
  bool readonly = false;
  bool is_unsigned = false;  // `u8` as spelling of an i8 parameter
  absl::InlinedVector<Hint, 2> hints;
  SourcePosition position;
};

// sum(coefficient * name) + offset, or ceildiv of that by `divisor`.
struct GridExtent {
  struct Term {
    std::int32_t name = -1;
    std::int64_t coefficient = 1;
    friend bool operator==(const Term&, const Term&) = default;
  };
  std::vector<Term> terms;
  std::int64_t offset = 0;
  std::int64_t divisor = 1;
  friend bool operator==(const GridExtent&, const GridExtent&) = default;
};

// What a launch row gives to one parameter.
struct LaunchArgument {
  std::int32_t param = -1;            // index into Program::params
  std::vector<std::int64_t> extents;  // of a tensor, all of them, static ones repeated
  std::vector<std::int64_t> strides;  // empty: contiguous
  std::int64_t offset = 0;            // bytes into the allocation of its alias group
  std::int64_t scalar_bits = 0;  // of a scalar parameter, in its element's bits, sign-extended for integers
  friend bool operator==(const LaunchArgument&, const LaunchArgument&) = default;
};

struct Launch {
  std::vector<LaunchArgument>
      arguments;  // in parameter order; parameters without anything open may be left out
  friend bool operator==(const Launch&, const Launch&) = default;
};

// One kernel with its launch rows. A value: copying, hashing and comparing are cheap.
// Equality and hash (compare.h) are modulo value numbering, names and positions.
struct Program {
  std::string name = "kernel";
  std::vector<Param> params;
  std::vector<GridExtent> grid;  // 1 to 3
  absl::InlinedVector<Hint, 2> hints;
  std::vector<Launch> launches;
  Block body;
  std::vector<Type> types;                // by ValueId
  std::vector<std::string> value_names;   // by ValueId; empty or shorter: unnamed
  std::vector<std::string> extent_names;  // by Dim::name, in order of first appearance

  const Type& type(ValueId value) const { return types[static_cast<std::size_t>(value)]; }
  // The type of an operand; a literal is an i32 scalar.
  Type type(Operand operand) const;
  ValueId add_value(const Type& value_type, std::string_view spelling = {});
  std::string_view value_name(ValueId value) const;
  // Index into params, or -1.
  int param_index(ValueId value) const;
  std::int32_t extent_name(std::string_view spelling);  // adds it if new
};

std::int64_t evaluate(const GridExtent& extent, const std::vector<std::int64_t>& name_values);

}  // namespace tilefuzz::ir
