#include "oracles/reference/launch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "numeric/format.h"

namespace tilefuzz::reference {
namespace {

using ir::Dim;
using ir::Param;
using ir::Program;

constexpr std::int64_t kLargestAllocation = std::int64_t{1} << 40;  // bytes; pages are made on demand
constexpr std::int64_t kLargestExtent = std::numeric_limits<std::int32_t>::max();
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": grid extents.
constexpr std::array<std::int64_t, 3> kLargestGrid = {kLargestExtent, 65535, 65535};

class Resolver {
 public:
  Resolver(const Program& program, const ir::Launch& launch)
      : program_(program), names_(program.extent_names.size()) {
    for (const ir::LaunchArgument& argument : launch.arguments) {
      if (argument.param < 0 || static_cast<std::size_t>(argument.param) >= program.params.size()) {
        fail(TrapKind::malformed, "a launch row names a parameter that does not exist");
        return;
      }
      arguments_[argument.param] = &argument;
      const Param& param = program.params[static_cast<std::size_t>(argument.param)];
      learn_names(param.extents, argument.extents);
      learn_names(param.strides, argument.strides);
    }
  }

  Result<Setup, Trap> resolve() {
    setup_.windows.resize(program_.params.size());
    setup_.scalars.resize(program_.params.size());
    for (std::size_t i = 0; i < program_.params.size() && !trap_; ++i) bind(static_cast<int>(i));
    if (!trap_) place();
    if (!trap_) measure_grid();
    if (trap_) return tilefuzz::fail(*trap_);
    return std::move(setup_);
  }

 private:
  void fail(TrapKind kind, std::string message) {
    if (!trap_) trap_ = Trap{.kind = kind, .message = std::move(message), .position = position_};
  }

  // Names may be used by a parameter that stands before the one that gives the value.
  void learn_names(const std::vector<Dim>& dims, const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < std::min(dims.size(), values.size()); ++i) {
      if (dims[i].name < 0) continue;
      auto& known = names_[static_cast<std::size_t>(dims[i].name)];
      if (!known) known = values[i];
    }
  }

  std::string spell(int param) const {
    const auto text = program_.value_name(program_.params[static_cast<std::size_t>(param)].value);
    return text.empty() ? "parameter " + std::to_string(param) : "%" + std::string(text);
  }

  const ir::LaunchArgument* argument(int param) const {
    const auto found = arguments_.find(param);
    return found == arguments_.end() ? nullptr : found->second;
  }

  void bind(int index) {
    const Param& param = program_.params[static_cast<std::size_t>(index)];
    position_ = param.position;
    const ir::Type& type = program_.type(param.value);
    if (type.is_scalar()) return bind_scalar(index, type);
    if (type.kind != ir::TypeKind::tensor && type.kind != ir::TypeKind::sparse_tensor) {
      return fail(TrapKind::malformed, spell(index) + " is neither a tensor nor a scalar");
    }
    if (param.extents.size() != type.rank || (!param.strides.empty() && param.strides.size() != type.rank)) {
      return fail(TrapKind::malformed, spell(index) + " has extents or strides of another rank");
    }
    Window& window = setup_.windows[static_cast<std::size_t>(index)];
    window.element = type.element;
    window.sparsity = type.sparsity;
    window.readonly = param.readonly;
    bind_extents(index, param, window);
    if (!trap_) bind_strides(index, param, window);
    if (!trap_) bind_offset(index, param, window);
  }

  void bind_scalar(int index, const ir::Type& type) {
    const ir::LaunchArgument* given = argument(index);
    if (!given) return fail(TrapKind::launch_incomplete, spell(index) + " has no value in the launch row");
    setup_.scalars[static_cast<std::size_t>(index)] =
        static_cast<std::uint64_t>(given->scalar_bits) & numeric::bit_mask(type.element);
  }

  // The value of one extent or stride: static, given by the row, or known by its name.
  std::int64_t settle(const std::string& what, const Dim& dim, std::optional<std::int64_t> given) {
    std::optional<std::int64_t> value = given;
    if (dim.is_static()) {
      if (given && *given != dim.size) {
        fail(TrapKind::launch_incomplete, what + " is " + std::to_string(dim.size) + " in the kernel and " +
                                              std::to_string(*given) + " in the launch row");
      }
      value = dim.size;
    }
    if (dim.name >= 0) {
      auto& known = names_[static_cast<std::size_t>(dim.name)];
      if (known && value && *known != *value) {
        fail(TrapKind::launch_incomplete, "?" + program_.extent_names[static_cast<std::size_t>(dim.name)] +
                                              " has two values, " + std::to_string(*known) + " and " +
                                              std::to_string(*value));
      }
      if (value) known = value;
      if (!value) value = known;
    }
    if (!value) {
      fail(TrapKind::launch_incomplete, what + " has no value in the launch row");
      return 1;
    }
    if (!dim.is_static() && dim.multiple > 1 && *value % dim.multiple != 0) {
      fail(TrapKind::fact_false,
           what + " is " + std::to_string(*value) + ", not a multiple of " + std::to_string(dim.multiple));
    }
    return *value;
  }

  void bind_extents(int index, const Param& param, Window& window) {
    const ir::LaunchArgument* given = argument(index);
    if (given && !given->extents.empty() && given->extents.size() != param.extents.size()) {
      return fail(TrapKind::launch_incomplete,
                  spell(index) + " has extents of another rank in the launch row");
    }
    for (std::size_t axis = 0; axis < param.extents.size(); ++axis) {
      std::optional<std::int64_t> row;
      if (given && !given->extents.empty()) row = given->extents[axis];
      const std::string what = "extent " + std::to_string(axis) + " of " + spell(index);
      const std::int64_t value = settle(what, param.extents[axis], row);
      if (value < 0 || value > kLargestExtent) {
        return fail(TrapKind::launch_range, what + " is " + std::to_string(value));
      }
      window.extents.push_back(value);
    }
  }

  void bind_strides(int index, const Param& param, Window& window) {
    const ir::LaunchArgument* given = argument(index);
    std::vector<std::int64_t> packed(window.extents.size(), 1);
    for (std::size_t axis = packed.size(); axis-- > 1;) {
      packed[axis - 1] = packed[axis] * std::max<std::int64_t>(window.extents[axis], 1);
      if (packed[axis - 1] > kLargestAllocation) {
        return fail(TrapKind::launch_range, spell(index) + " is too large");
      }
    }
    window.strides = packed;
    const bool row_has = given && !given->strides.empty();
    if (row_has && given->strides.size() != packed.size()) {
      return fail(TrapKind::launch_incomplete,
                  spell(index) + " has strides of another rank in the launch row");
    }
    for (std::size_t axis = 0; axis < packed.size(); ++axis) {
      const std::string what = "stride " + std::to_string(axis) + " of " + spell(index);
      if (param.strides.empty()) {
        if (row_has && given->strides[axis] != packed[axis] && window.extents[axis] > 1) {
          return fail(TrapKind::fact_false, what + " is " + std::to_string(given->strides[axis]) +
                                                " in the launch row, but the parameter is packed");
        }
        continue;
      }
      const Dim& dim = param.strides[axis];
      std::optional<std::int64_t> value;
      if (row_has) {
        value = given->strides[axis];
      } else if (!dim.is_static() && (dim.name < 0 || !names_[static_cast<std::size_t>(dim.name)])) {
        value = packed[axis];
      }
      window.strides[axis] = settle(what, dim, value);
      if (window.strides[axis] < 0 || window.strides[axis] > kLargestAllocation) {
        return fail(TrapKind::launch_range, what + " is " + std::to_string(window.strides[axis]));
      }
    }
    window.may_overlap = overlaps(window);
  }

  // A sufficient condition for distinct elements, checked from the smallest stride up.
  static bool overlaps(const Window& window) {
    std::vector<std::size_t> axes(window.extents.size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    std::stable_sort(axes.begin(), axes.end(),
                     [&](auto a, auto b) { return window.strides[a] < window.strides[b]; });
    std::int64_t reach = 0;
    for (const std::size_t axis : axes) {
      if (window.extents[axis] <= 1) continue;
      if (window.strides[axis] <= reach) return true;
      reach += window.strides[axis] * (window.extents[axis] - 1);
    }
    return false;
  }

  void bind_offset(int index, const Param& param, Window& window) {
    if (const ir::LaunchArgument* given = argument(index)) window.offset = given->offset;
    const std::int64_t size = numeric::storage_bytes(window.element);
    if (window.offset < 0 || window.offset > kLargestAllocation) {
      return fail(TrapKind::launch_range, "the offset of " + spell(index) + " is out of range");
    }
    if (window.offset % size != 0) {
      fail(TrapKind::launch_range, "the offset of " + spell(index) + " is not a multiple of its element's " +
                                       std::to_string(size) + " bytes");
    }
    if (param.align > 0 && window.offset % param.align != 0) {
      fail(TrapKind::fact_false, "the address of " + spell(index) + " is not a multiple of " +
                                     std::to_string(param.align) + ": it lies at offset " +
                                     std::to_string(window.offset));
    }
  }

  void place() {
    std::map<int, int> by_group;
    for (std::size_t i = 0; i < setup_.windows.size() && !trap_; ++i) {
      Window& window = setup_.windows[i];
      if (!program_.type(program_.params[i].value).is_memory()) continue;
      const int group = program_.params[i].alias;
      const auto known = group < 0 ? by_group.end() : by_group.find(group);
      const auto next = static_cast<int>(setup_.allocations.size());
      window.allocation = known == by_group.end() ? next : known->second;
      if (known == by_group.end()) {
        setup_.allocations.emplace_back();
        if (group >= 0) by_group[group] = next;
      }
      Allocation& allocation = setup_.allocations[static_cast<std::size_t>(window.allocation)];
      const std::int64_t size = numeric::storage_bytes(window.element);
      allocation.granule = allocation.params.empty() ? size : std::min(allocation.granule, size);
      allocation.params.push_back(static_cast<int>(i));
      const std::int64_t span = window.span();
      if (span > kLargestAllocation / size) {
        position_ = program_.params[i].position;
        return fail(TrapKind::launch_range, spell(static_cast<int>(i)) + " is too large");
      }
      allocation.bytes = std::max(allocation.bytes, window.offset + span * size);
    }
  }

  void measure_grid() {
    position_ = {};
    if (program_.grid.size() > 3) return fail(TrapKind::malformed, "the grid has more than three extents");
    std::vector<std::int64_t> values;
    for (const auto& value : names_) values.push_back(value.value_or(0));
    for (std::size_t axis = 0; axis < program_.grid.size(); ++axis) {
      const ir::GridExtent& extent = program_.grid[axis];
      for (const auto& term : extent.terms) {
        if (term.name < 0 || static_cast<std::size_t>(term.name) >= names_.size() ||
            !names_[static_cast<std::size_t>(term.name)]) {
          return fail(TrapKind::launch_incomplete,
                      "grid extent " + std::to_string(axis) + " uses a name without a value");
        }
      }
      if (extent.divisor <= 0) return fail(TrapKind::malformed, "a grid extent divides by zero or less");
      const std::int64_t value = ir::evaluate(extent, values);
      if (value < 1 || value > kLargestGrid[axis]) {
        return fail(TrapKind::launch_range,
                    "grid extent " + std::to_string(axis) + " is " + std::to_string(value));
      }
      setup_.grid[axis] = value;
      if (setup_.blocks() > kLargestExtent - 1) {
        return fail(TrapKind::launch_range, "the grid has more than 2^31 - 2 blocks");
      }
    }
  }

  const Program& program_;
  std::map<int, const ir::LaunchArgument*> arguments_;
  std::vector<std::optional<std::int64_t>> names_;
  Setup setup_;
  std::optional<Trap> trap_;
  SourcePosition position_;  // of the parameter being bound
};

}  // namespace

std::int64_t Window::element_count() const {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

std::int64_t Window::span() const {
  constexpr std::int64_t kBeyond = kLargestAllocation + 1;
  std::int64_t last = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == 0) return 0;
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(extents[axis] - 1, strides[axis], &reach) || reach > kBeyond) return kBeyond;
    last = std::min(last + reach, kBeyond);
  }
  return last + 1;
}

std::int64_t Window::number_of(std::int64_t place) const {
  std::array<std::size_t, ir::kMaxRank> axes{};  // by falling stride
  std::array<std::int64_t, ir::kMaxRank> index{};
  const std::size_t rank = std::min<std::size_t>(extents.size(), axes.size());
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::size_t at = axis;
    for (; at > 0 && strides[axes[at - 1]] < strides[axis]; --at) axes[at] = axes[at - 1];
    axes[at] = axis;
  }
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t axis = axes[i];
    if (strides[axis] == 0 || extents[axis] <= 1) continue;
    index[axis] = std::min(place / strides[axis], extents[axis] - 1);
    place -= index[axis] * strides[axis];
  }
  if (place != 0) return -1;
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < rank; ++axis) number = number * extents[axis] + index[axis];
  return number;
}

Result<Setup, Trap> resolve(const ir::Program& program, const ir::Launch& launch) {
  return Resolver(program, launch).resolve();
}

}  // namespace tilefuzz::reference
