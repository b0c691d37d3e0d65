#include "ir/verify/params.h"

#include <algorithm>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

constexpr std::int32_t kMaxAlign = 4096;
constexpr std::int32_t kMaxAlias = 63;

class ParamRules {
 public:
  ParamRules(const Program& program, const Param& param, Report& report)
      : program_(program), param_(param), type_(program.type(param.value)), report_(report) {}

  void run() {
    if (is_unknown(type_)) return;
    if (!is_tensor() && !type_.is_scalar()) {
      broken(Rule::param_kind, "is not a tensor, a sparse tensor or a scalar");
      return;
    }
    check_type(program_, param_.value, param_.position, report_);
    ranks();
    for (const Dim& dim : param_.extents) check_dim(dim, "extent");
    for (const Dim& dim : param_.strides) check_dim(dim, "stride");
    facts();
    hints();
    if (type_.kind == TypeKind::sparse_tensor) sparse_group();
    static_size();
  }

 private:
  bool is_tensor() const { return type_.kind == TypeKind::tensor || type_.kind == TypeKind::sparse_tensor; }

  void broken(Rule rule, const std::string& message, std::string help = {}) {
    report_.add(rule, param_.position, say("parameter ", typed(program_, param_.value), " ", message),
                std::move(help));
  }

  void ranks() {
    const std::size_t rank = is_tensor() ? type_.rank : 0;
    if (param_.extents.size() != rank || (!param_.strides.empty() && param_.strides.size() != rank) ||
        (is_tensor() && rank == 0))
      broken(Rule::param_rank,
             say("has ", param_.extents.size(), " extents and ", param_.strides.size(), " strides"));
  }

  void check_dim(const Dim& dim, std::string_view what) {
    if (dim.is_static()) {
      if (dim.size < 1 || dim.size > kMaxExtent || dim.name >= 0)
        broken(Rule::param_extent,
               say("has the static ", what, " ", dim.size, dim.name >= 0 ? ", with a name" : ""));
      if (dim.multiple != 1)
        broken(Rule::fact_multiple, say("states a multiple of ", dim.multiple, " for a static ", what));
    } else if (dim.multiple < 1) {
      broken(Rule::fact_multiple, say("states a multiple of ", dim.multiple, " for a ", what));
    }
  }

  void facts() {
    const bool power = param_.align > 0 && (param_.align & (param_.align - 1)) == 0;
    if (param_.align != 0 && (!power || param_.align > kMaxAlign || !is_tensor()))
      broken(Rule::fact_align, say("has the alignment ", param_.align),
             "a power of two up to 4096, on a tensor");
    if (param_.alias != -1 &&
        (param_.alias < 0 || param_.alias > kMaxAlias || type_.kind != TypeKind::tensor))
      broken(Rule::fact_alias, say("is in alias group ", param_.alias), "0 to 63, on a dense tensor");
    if (param_.readonly && !is_tensor())
      broken(Rule::flag_meaning, "is a scalar: `readonly` means nothing on it");
    if (param_.is_unsigned && !is_number(type_.element))
      broken(Rule::flag_meaning, "has no integers that could be unsigned");
  }

  void hints() {
    const HintPlace place = type_.kind == TypeKind::sparse_tensor ? HintPlace::sparse_param : HintPlace::none;
    for (const Hint& hint : param_.hints)
      check_hint(hint, {&place, 1}, param_.position, "this parameter", report_);
  }

  void sparse_group() {
    if (param_.extents.empty() || type_.sparsity == Sparsity::none) return;
    const Dim& last = param_.extents.back();
    const int group = numeric::group_size(type_.sparsity);
    if (last.is_static() && last.size % group != 0)
      broken(Rule::sparse_group, say("has ", last.size, " columns, not a multiple of ", group));
  }

  void static_size() {
    std::vector<std::int64_t> extents;
    for (const Dim& dim : param_.extents) {
      if (!dim.is_static() || dim.size < 1 || dim.size > kMaxExtent) return;
      extents.push_back(dim.size);
    }
    std::vector<std::int64_t> strides = packed_strides(extents);
    if (param_.strides.size() == extents.size()) {
      for (std::size_t i = 0; i < extents.size(); ++i) strides[i] = param_.strides[i].size;
    }
    if (linear_size(extents, strides) > kMaxExtent)
      broken(Rule::param_extent, "has more elements than i32 counts");
  }

  const Program& program_;
  const Param& param_;
  const Type& type_;
  Report& report_;
};

}  // namespace

std::vector<std::int64_t> packed_strides(std::span<const std::int64_t> extents) {
  std::vector<std::int64_t> strides(extents.size(), 1);
  for (std::size_t i = extents.size(); i-- > 1;) {
    const Wide next = static_cast<Wide>(strides[i]) * extents[i];
    strides[i - 1] = next > kMaxExtent ? kMaxExtent + 1 : static_cast<std::int64_t>(next);
  }
  return strides;
}

std::int64_t linear_size(std::span<const std::int64_t> extents, std::span<const std::int64_t> strides) {
  Wide last = 0;
  for (std::size_t i = 0; i < extents.size() && i < strides.size(); ++i) {
    if (extents[i] > 1 && strides[i] > 0) last += static_cast<Wide>(extents[i] - 1) * strides[i];
    if (last >= kMaxExtent) return kMaxExtent + 1;
  }
  return static_cast<std::int64_t>(last) + 1;
}

void check_params(const Program& program, Report& report) {
  for (const Param& param : program.params) ParamRules(program, param, report).run();
}

}  // namespace tilefuzz::ir
