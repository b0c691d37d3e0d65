#include <algorithm>

#include "ir/verify/op_rules.h"
#include "ir/verify/params.h"

namespace tilefuzz::ir {
namespace {

constexpr std::int64_t kUnset = -1;

bool is_open(const Program& program, const Param& param) {
  const auto dynamic = [](const Dim& dim) { return !dim.is_static(); };
  return program.type(param.value).is_scalar() || std::ranges::any_of(param.extents, dynamic) ||
         std::ranges::any_of(param.strides, dynamic);
}

// One launch row against the parameters.
class Row {
 public:
  Row(const Program& program, std::size_t number, Report& report)
      : program_(program), number_(number), report_(report), names_(program.extent_names.size(), kUnset) {}

  void run(const Launch& launch) {
    std::vector<const LaunchArgument*> given(program_.params.size(), nullptr);
    if (!assign(launch, given)) return;
    const std::size_t before = report_.count();
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Param& param = program_.params[i];
      if (is_unknown(program_.type(param.value))) continue;
      if (!given[i] && is_open(program_, param)) {
        broken(param, Rule::launch_complete, "has no value");
      } else if (given[i] && program_.type(param.value).is_scalar()) {
        scalar(param, *given[i]);
      } else if (given[i]) {
        tensor(param, *given[i]);
      }
    }
    if (report_.count() == before) grid();
  }

 private:
  void broken(const Param& param, Rule rule, const std::string& message) {
    report_.add(rule, param.position,
                say("launch row ", number_ + 1, ": ", typed(program_, param.value), " ", message));
  }

  bool assign(const Launch& launch, std::vector<const LaunchArgument*>& given) {
    std::int64_t last = -1;
    for (const LaunchArgument& argument : launch.arguments) {
      if (argument.param <= last || argument.param >= static_cast<std::int64_t>(given.size())) {
        report_.add(Rule::launch_argument, {},
                    say("launch row ", number_ + 1, ": argument of parameter ", argument.param, " after ",
                        last, ", of ", given.size()));
        return false;
      }
      last = argument.param;
      given[static_cast<std::size_t>(argument.param)] = &argument;
    }
    return true;
  }

  void scalar(const Param& param, const LaunchArgument& argument) {
    if (!argument.extents.empty() || !argument.strides.empty() || argument.offset != 0) {
      broken(param, Rule::launch_argument, "is a scalar and has no extents, strides or offset");
      return;
    }
    const Element element = program_.type(param.value).element;
    const int width = numeric::bit_width(element);
    const std::int64_t bits = argument.scalar_bits;
    const bool fits = numeric::is_integer(element)
                          ? width == 1 ? bits == 0 || bits == 1
                                       : width >= 64 || (bits >= -(std::int64_t{1} << (width - 1)) &&
                                                         bits < (std::int64_t{1} << (width - 1)))
                          : width >= 64 || (bits >= 0 && bits < (std::int64_t{1} << width));
    if (!fits) broken(param, Rule::launch_scalar, say("gets the bits ", bits));
  }

  void tensor(const Param& param, const LaunchArgument& argument) {
    const std::size_t rank = program_.type(param.value).rank;
    if (param.extents.size() != rank) return;  // rule param.rank
    if (argument.extents.size() != rank || (!argument.strides.empty() && argument.strides.size() != rank)) {
      broken(param, Rule::launch_complete,
             say("has ", argument.extents.size(), " extents and ", argument.strides.size(), " strides, not ",
                 rank));
      return;
    }
    if (argument.scalar_bits != 0) broken(param, Rule::launch_argument, "is no scalar");
    const std::vector<std::int64_t> packed = packed_strides(argument.extents);
    const std::vector<std::int64_t>& strides = argument.strides.empty() ? packed : argument.strides;
    if (!dims(param, argument.extents, param.extents, "extent")) return;
    if (param.strides.empty()) {
      if (strides != packed) broken(param, Rule::launch_facts, "is packed, but the row's strides are not");
    } else if (param.strides.size() == rank) {
      if (!dims(param, strides, param.strides, "stride")) return;
    }
    if (linear_size(argument.extents, strides) > kMaxExtent)
      broken(param, Rule::launch_range, "has offsets outside of i32");
    sparse_group(param, argument);
    offset(param, argument);
  }

  bool dims(const Param& param, std::span<const std::int64_t> values, std::span<const Dim> wanted,
            std::string_view what) {
    const std::size_t before = report_.count();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Dim& dim = wanted[i];
      const std::int64_t value = values[i];
      if (value < 1 || value > kMaxExtent) {
        broken(param, Rule::launch_range, say("has the ", what, " ", value));
        continue;
      }
      if (dim.is_static() ? value != dim.size : dim.multiple > 0 && value % dim.multiple != 0)
        broken(param, Rule::launch_facts,
               say("has the ", what, " ", value, " along axis ", i, ", not ",
                   dim.is_static() ? "" : "a multiple of ", dim.is_static() ? dim.size : dim.multiple));
      if (dim.name >= 0) name(param, dim.name, value);
    }
    return report_.count() == before;
  }

  void name(const Param& param, std::int32_t index, std::int64_t value) {
    std::int64_t& known = names_[static_cast<std::size_t>(index)];
    if (known != kUnset && known != value)
      broken(param, Rule::launch_facts,
             say("gives ?", program_.extent_names[static_cast<std::size_t>(index)], " the value ", value,
                 ", which is ", known, " already"));
    known = value;
  }

  void sparse_group(const Param& param, const LaunchArgument& argument) {
    const Type& type = program_.type(param.value);
    if (type.kind != TypeKind::sparse_tensor || argument.extents.empty()) return;
    if (param.extents.back().is_static()) return;
    if (argument.extents.back() % numeric::group_size(type.sparsity) != 0)
      broken(param, Rule::sparse_group, say("has ", argument.extents.back(), " columns"));
  }

  void offset(const Param& param, const LaunchArgument& argument) {
    if (argument.offset == 0) return;
    const int bytes = numeric::storage_bytes(program_.type(param.value).element);
    if (argument.offset < 0 || argument.offset % bytes != 0 || param.alias < 0) {
      broken(param, Rule::launch_alias,
             say("has the offset ", argument.offset, " with elements of ", bytes, " bytes",
                 param.alias < 0 ? ", in no alias group" : ""));
    } else if (param.align > 0 && argument.offset % param.align != 0) {
      broken(param, Rule::launch_facts,
             say("has the offset ", argument.offset, ", not aligned to ", param.align));
    }
  }

  void grid() {
    for (std::size_t axis = 0; axis < program_.grid.size(); ++axis) {
      const GridExtent& extent = program_.grid[axis];
      const bool set = std::ranges::all_of(extent.terms, [&](const GridExtent::Term& term) {
        return names_[static_cast<std::size_t>(term.name)] != kUnset;
      });
      if (extent.terms.empty() || !set) continue;  // rules grid.extent, grid.name
      const std::int64_t value = grid_value(extent, names_);
      const std::int64_t limit = axis == 0 ? kMaxGridX : kMaxGridYZ;
      if (value < 1 || value > limit)
        report_.add(
            Rule::launch_grid, {},
            say("launch row ", number_ + 1, ": grid extent ", axis, " is ", value, ", not 1 to ", limit));
    }
  }

  const Program& program_;
  std::size_t number_;
  Report& report_;
  std::vector<std::int64_t> names_;
};

}  // namespace

void check_launches(const Program& program, Report& report) {
  if (program.launches.empty()) {
    const auto open =
        std::ranges::find_if(program.params, [&](const Param& param) { return is_open(program, param); });
    if (open != program.params.end())
      report.add(Rule::launch_complete, open->position,
                 say("there is no launch row, but ", typed(program, open->value), " is open"));
  }
  for (std::size_t i = 0; i < program.launches.size(); ++i) Row(program, i, report).run(program.launches[i]);
}

}  // namespace tilefuzz::ir
