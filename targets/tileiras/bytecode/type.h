#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "targets/tileiras/bytecode/version.h"
#include "targets/tileiras/bytecode/wire.h"

namespace tilefuzz::targets::tileiras::bytecode {

using TypeId = std::uint32_t;  // index into Module::types
constexpr std::int64_t kDynamic = std::numeric_limits<std::int64_t>::min();

// Tag bytes of the type section.
enum class TypeTag : std::uint8_t {
  i1 = 0,
  i8 = 1,
  i16 = 2,
  i32 = 3,
  i64 = 4,
  f16 = 5,
  bf16 = 6,
  f32 = 7,
  tf32 = 8,
  f64 = 9,
  f8e4m3 = 10,
  f8e5m2 = 11,
  pointer = 12,
  tile = 13,
  tensor_view = 14,
  partition_view = 15,
  function = 16,
  token = 17,
  f8e8m0 = 18,  // 13.2
  f4e2m1 = 19,  // 13.3
  gather_scatter_view = 20,
  strided_view = 21,
  i4 = 22,
  f8e5m3 = 130,  // 13.4
};

// What a view gives for an element that lies outside the tensor; none: unspecified.
enum class Padding : std::uint8_t { zero = 0, neg_zero = 1, nan = 2, pos_inf = 3, neg_inf = 4, none = 255 };

// One record of the type table. Which fields count depends on the tag:
//   pointer           inner = pointee
//   tile              inner = element, extents
//   tensor_view       inner = element, extents, strides (kDynamic where a run-time value is given)
//   partition_view    inner = tensor view, extents of the tile, dim_map, padding
//   gather_scatter_view  as partition_view with sparse_axis in place of dim_map
//   strided_view      as partition_view, strides = traversal strides
//   function          parameters, results
struct Type {
  TypeTag tag = TypeTag::i1;
  Padding padding = Padding::none;
  std::uint32_t sparse_axis = 0;
  TypeId inner = 0;
  absl::InlinedVector<std::int64_t, 4> extents;
  absl::InlinedVector<std::int64_t, 4> strides;
  absl::InlinedVector<std::int32_t, 4> dim_map;
  std::vector<TypeId> parameters;
  std::vector<TypeId> results;

  bool operator==(const Type&) const = default;
};

std::string_view name(TypeTag tag);
std::string_view name(Padding padding);
// First minor version that knows the tag.
std::uint8_t first_minor(TypeTag tag);
bool is_scalar_tag(std::uint64_t tag);

void encode(const Type& type, Version version, ByteWriter& out);
// A mistake is left in the reader.
Type decode_type(ByteReader& in, Version version);

}  // namespace tilefuzz::targets::tileiras::bytecode
