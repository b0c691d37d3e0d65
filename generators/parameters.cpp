#include "generators/parameters.h"

#include <algorithm>
#include <array>
#include <string>

namespace tilefuzz::generators {
namespace {

using ir::Dim;
using ir::kDynamic;

std::int64_t round_up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The launch values of one extent or stride, a row each.
using Values = std::vector<std::int64_t>;

class Parameters {
 public:
  explicit Parameters(State& state) : state_(state), choices_(state.choices) {
    facts_ = state.allows(Feature::facts) && choices_.chance("facts", 94);
    run_time_ = state.allows(Feature::run_time_extents) && state.narrow.profile().dynamic_extents &&
                choices_.chance("extents.run_time", 80);
  }

  void run() {
    for (Tensor& tensor : state_.tensors) describe(tensor);
    for (int row = 0; row < state_.launch_rows; ++row) add(launch(row));
  }

 private:
  struct Described {
    std::vector<Values> extents;  // by axis
    std::vector<Values> strides;  // empty: packed
    std::int64_t offset = 0;
  };

  void describe(Tensor& tensor) {
    ir::Param& param =
        state_.program.params[static_cast<std::size_t>(state_.program.param_index(tensor.value))];
    Described out;
    const bool run_time = run_time_ && choices_.chance("tensor.run_time", 90);
    for (int axis = 0; axis < tensor.rank; ++axis) {
      Values values;
      param.extents.push_back(extent(tensor, static_cast<std::size_t>(axis), run_time, values));
      out.extents.push_back(std::move(values));
    }
    if (!tensor.sparse) strides(tensor, param, run_time, out);
    if (facts_ && !tensor.sparse) {
      param.align = static_cast<std::int32_t>(choices_.pick(
          "tensor.align",
          {{0, 9}, {16, 68}, {numeric::storage_bytes(tensor.element), 4}, {32, 5}, {64, 4}, {128, 7}}));
      if (!tensor.written && !tensor.aliased) param.readonly = choices_.chance("tensor.readonly", 20);
    }
    if (tensor.aliased) {
      param.alias = 0;
      // 128: a multiple of every alignment and of every element.
      out.offset = 128 * choices_.pick("tensor.offset", {{0, 60}, {1, 20}, {2, 10}, {33, 10}});
    }
    described_.push_back(std::move(out));
  }

  Dim extent(const Tensor& tensor, std::size_t axis, bool run_time, Values& values) {
    Dim dim;
    const bool settled = tensor.open[axis] >= 0;
    const bool open = settled ? tensor.open[axis] == 1 : run_time && choices_.chance("extent.run_time", 90);
    const std::int64_t needed = std::max<std::int64_t>(tensor.needed[axis], 1);
    const std::int64_t tile = std::max<std::int32_t>(tensor.tile[axis], 1);
    if (tensor.fixed[axis] != 0) {
      values.assign(static_cast<std::size_t>(state_.launch_rows), tensor.fixed[axis]);
    } else if (tensor.tile[axis] == 0) {  // the leading axis of a rank-3 tensor: only its first layer is used
      values.assign(static_cast<std::size_t>(state_.launch_rows), choices_.choose("extent.layers", 1, 3));
    } else {
      const int rows = open ? state_.launch_rows : 1;
      for (int row = 0; row < rows; ++row) {
        values.push_back(std::max(
            needed,
            choices_.pick(
                "extent.value",
                {{4, open ? 40U : 5U}, {tile, 40}, {tile * 2, 10}, {tile + 1, 5}, {tile * 3 - 4, 5}})));
      }
      values.resize(static_cast<std::size_t>(state_.launch_rows), values.front());
    }
    if (!open) {
      dim.size = values.front();
      return dim;
    }
    if (facts_)
      dim.multiple =
          static_cast<std::int32_t>(choices_.pick("extent.multiple", {{1, 70}, {4, 12}, {8, 6}, {16, 12}}));
    const auto fits = [&](std::int64_t value) { return value % dim.multiple == 0; };
    if (tensor.fixed[axis] != 0 || tensor.names[axis] >= 0) {
      if (!std::all_of(values.begin(), values.end(), fits)) dim.multiple = 1;
    } else {
      for (std::int64_t& value : values) value = round_up(value, dim.multiple);
    }
    dim.name = tensor.names[axis];
    if (dim.name < 0 && choices_.chance("extent.named", 25)) dim.name = name_for(values);
    return dim;
  }

  // A name that has these values already, or a new one.
  std::int32_t name_for(const Values& values) {
    static constexpr std::array<std::string_view, 8> kNames{"R", "C", "L", "P", "Q", "U", "V", "W"};
    for (const auto& [name, known] : named_) {
      if (known == values) return name;
    }
    if (named_.size() >= kNames.size()) return -1;
    const std::int32_t name = state_.program.extent_name(kNames[named_.size()]);
    named_.emplace_back(name, values);
    return name;
  }

  enum class Strides : std::uint8_t { packed, padded, rows_only, inner_too };

  void strides(const Tensor& tensor, ir::Param& param, bool run_time, Described& out) {
    const auto form = static_cast<Strides>(choices_.pick(
        "tensor.strides", {{static_cast<int>(Strides::packed), run_time ? 6U : 70U, "packed"},
                           {static_cast<int>(Strides::padded), run_time ? 3U : 20U, "padded"},
                           {static_cast<int>(Strides::rows_only), run_time ? 88U : 10U, "run_time"},
                           {static_cast<int>(Strides::inner_too), run_time ? 3U : 0U, "inner"}}));
    if (form == Strides::packed) return;
    const bool open = form != Strides::padded && state_.narrow.profile().dynamic_extents;
    const auto rank = static_cast<std::size_t>(tensor.rank);
    // Rows of 16 bytes are what bulk copies want.
    const std::int64_t by_sixteen = 16 / numeric::storage_bytes(tensor.element);
    const std::int64_t multiple =
        facts_ && open
            ? choices_.pick("stride.multiple", {{1, 8}, {by_sixteen, 78}, {by_sixteen * 4, 10}, {2, 4}})
            : 1;
    const std::int64_t inner = form == Strides::inner_too ? choices_.choose("stride.inner", 1, 2) : 1;
    const std::int64_t gap = choices_.pick("stride.gap", {{0, 60}, {1, 15}, {by_sixteen, 25}});
    out.strides.assign(rank, Values(static_cast<std::size_t>(state_.launch_rows), inner));
    for (std::size_t row = 0; row < static_cast<std::size_t>(state_.launch_rows); ++row) {
      for (std::size_t axis = rank - 1; axis-- > 0;) {
        // One size for all launch rows where it stands in the type.
        std::int64_t extent = out.extents[axis + 1][row];
        if (!open) extent = *std::max_element(out.extents[axis + 1].begin(), out.extents[axis + 1].end());
        out.strides[axis][row] =
            round_up(out.strides[axis + 1][row] * extent + (axis + 2 == rank ? gap : 0), multiple);
      }
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
      Dim dim;
      if (axis + 1 == rank) {
        if (form != Strides::inner_too) dim.size = 1;
      } else if (open) {
        dim.multiple = static_cast<std::int32_t>(multiple);
      } else {
        dim.size = out.strides[axis].front();
      }
      param.strides.push_back(dim);
    }
  }

  // A row that says nothing new is left out.
  void add(ir::Launch launch) {
    auto& launches = state_.program.launches;
    if (launches.empty() || launches.back() != launch) launches.push_back(std::move(launch));
  }

  ir::Launch launch(int row) const {
    ir::Launch launch;
    const auto index = static_cast<std::size_t>(row);
    const ir::Program& program = state_.program;
    for (std::size_t param = 0; param < program.params.size(); ++param) {
      ir::LaunchArgument argument;
      argument.param = static_cast<std::int32_t>(param);
      const Wire value = program.params[param].value;
      for (std::size_t i = 0; i < state_.tensors.size(); ++i) {
        if (state_.tensors[i].value != value) continue;
        for (const Values& values : described_[i].extents) argument.extents.push_back(values[index]);
        for (const Values& values : described_[i].strides) argument.strides.push_back(values[index]);
        argument.offset = described_[i].offset;
      }
      for (const Scalar& scalar : state_.scalars) {
        if (scalar.value == value) argument.scalar_bits = scalar.rows[index];
      }
      launch.arguments.push_back(std::move(argument));
    }
    return launch;
  }

  State& state_;
  Choices& choices_;
  bool facts_ = false;
  bool run_time_ = false;
  std::vector<Described> described_;
  std::vector<std::pair<std::int32_t, Values>> named_;
};

}  // namespace

void finish_parameters(State& state) { Parameters(state).run(); }

}  // namespace tilefuzz::generators
