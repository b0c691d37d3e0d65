#include <algorithm>

#include "ir/verify/params.h"

namespace tilefuzz::ir {
namespace {

bool has_name(const Program& program, std::int32_t name) {
  const auto named = [&](const Dim& dim) { return dim.name == name; };
  return std::ranges::any_of(program.params, [&](const Param& param) {
    return std::ranges::any_of(param.extents, named) || std::ranges::any_of(param.strides, named);
  });
}

}  // namespace

std::int64_t grid_value(const GridExtent& extent, std::span<const std::int64_t> names) {
  Wide sum = extent.offset;
  for (const GridExtent::Term& term : extent.terms) {
    if (term.name >= 0 && static_cast<std::size_t>(term.name) < names.size())
      sum += static_cast<Wide>(term.coefficient) * names[static_cast<std::size_t>(term.name)];
  }
  const Wide divisor = extent.divisor < 1 ? 1 : extent.divisor;
  const Wide value = sum > 0 ? (sum + divisor - 1) / divisor : sum / divisor;
  return static_cast<std::int64_t>(std::clamp<Wide>(value, INT64_MIN, INT64_MAX));
}

void check_grid(const Program& program, Report& report) {
  if (program.grid.empty() || program.grid.size() > 3)
    report.add(Rule::grid_rank, {}, say("the grid has ", program.grid.size(), " extents, not 1 to 3"));
  for (std::size_t axis = 0; axis < program.grid.size(); ++axis) {
    const GridExtent& extent = program.grid[axis];
    if (extent.divisor < 1)
      report.add(Rule::grid_extent, {}, say("grid extent ", axis, " is divided by ", extent.divisor));
    if (extent.terms.empty()) {
      const std::int64_t value = grid_value(extent, {});
      if (value < 1 || value > (axis == 0 ? kMaxGridX : kMaxGridYZ))
        report.add(
            Rule::grid_extent, {},
            say("grid extent ", axis, " is ", value, ", not 1 to ", axis == 0 ? kMaxGridX : kMaxGridYZ));
    }
    for (const GridExtent::Term& term : extent.terms) {
      if (!has_name(program, term.name))
        report.add(
            Rule::grid_name, {},
            say("grid extent ", axis, " names ?", program.extent_names[static_cast<std::size_t>(term.name)],
                ", which no parameter has"));
    }
  }
}

}  // namespace tilefuzz::ir
