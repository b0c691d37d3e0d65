#include "generators/narrowing.h"

#include <algorithm>
#include <array>

namespace tilefuzz::generators {
namespace {

const targets::ArchProfile* draw_arch(Choices& choices, const Context& context) {
  const auto& all = context.profile.architectures;
  std::vector<Option> options;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& wanted = context.architectures;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), all[i].name) != wanted.end())
      options.push_back({static_cast<std::int64_t>(i), 1, all[i].name});
  }
  if (options.empty()) options.push_back({0, 1, all.front().name});
  return &all[static_cast<std::size_t>(choices.pick("arch", options))];
}

// i8 accumulates in i32 and the others in floats; scaled formats have an operation of their own.
bool in_ir(const targets::MmaRow& row) {
  using enum ir::Element;
  return row.a != f4e2m1 && row.a != f8e8m0 && row.b != f4e2m1;
}

}  // namespace

Narrowing::Narrowing(Choices& choices, const Context& context)
    : profile_(&context.profile), arch_(draw_arch(choices, context)) {}

bool Narrowing::has(ir::Element element) const {
  const auto& elements = arch_->elements;
  return std::find(elements.begin(), elements.end(), element) != elements.end();
}

std::vector<const targets::MmaRow*> Narrowing::mma_rows(bool sparse) const {
  std::vector<const targets::MmaRow*> rows;
  for (const targets::MmaRow& row : arch_->mma) {
    if ((row.sparsity != ir::Sparsity::none) == sparse && in_ir(row)) rows.push_back(&row);
  }
  return rows;
}

std::span<const std::int32_t> Narrowing::hint_values(ir::HintKey key) const {
  const targets::HintRange* range = profile_->hint(key);
  return range ? std::span<const std::int32_t>(range->values) : std::span<const std::int32_t>();
}

std::span<const ir::Precision> Narrowing::precisions() const {
  // tileiras multiplies f32 exactly, TileLang rounds to tf32; neither can be told otherwise (docs/ir.md,
  // "Where each operation goes").
  static constexpr std::array kIeee{ir::Precision::ieee};
  static constexpr std::array kTf32{ir::Precision::tf32};
  static constexpr std::array kBoth{ir::Precision::ieee, ir::Precision::tf32};
  if (profile_->target == "tileiras") return kIeee;
  if (profile_->target == "tilelang") return kTf32;
  return kBoth;
}

// TileLang declares every parameter __restrict__ (measured).
bool Narrowing::aliasing() const { return profile_->target != "tilelang"; }

// TileLang has no uint8 in the tables of its matrix instructions (measured).
bool Narrowing::unsigned_operands() const { return profile_->target != "tilelang"; }

std::int64_t Narrowing::shared_budget() const { return profile_->budget_shared_bytes; }

}  // namespace tilefuzz::generators
