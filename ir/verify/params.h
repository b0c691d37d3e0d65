#pragma once

#include "ir/verify/report.h"

namespace tilefuzz::ir {

void check_params(const Program& program, Report& report);
void check_grid(const Program& program, Report& report);
void check_launches(const Program& program, Report& report);

__extension__ using Wide = __int128;  // sums of products of any 64-bit numbers

inline constexpr std::int64_t kMaxExtent = INT32_MAX;  // of extents, strides and linear offsets
inline constexpr std::int64_t kMaxGridX = INT32_MAX;   // CUDA C Programming Guide, compute capabilities
inline constexpr std::int64_t kMaxGridYZ = 65535;
// Largest element offset of a tensor, plus one; kMaxExtent + 1 where it is larger than that.
std::int64_t linear_size(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides);
// Packed row-major, kMaxExtent + 1 where a stride is larger than that.
std::vector<std::int64_t> packed_strides(std::span<const std::int64_t> extents);
// The value of a grid extent; names without a value count as absent. Saturates outside of i64.
std::int64_t grid_value(const GridExtent& extent, std::span<const std::int64_t> names);

}  // namespace tilefuzz::ir
