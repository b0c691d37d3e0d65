#pragma once

#include <span>
#include <vector>

#include "generators/grammar.h"

namespace tilefuzz::generators {

// A profile and one of its architectures, as generators ask for them.
class Narrowing {
 public:
  // Draws the architecture.
  Narrowing(Choices& choices, const Context& context);

  bool says(ir::Opcode opcode) const { return profile_->says(opcode); }
  bool has(ir::Element element) const;
  const targets::Profile& profile() const { return *profile_; }
  const targets::ArchProfile& arch() const { return *arch_; }

  // Rows whose tile multiples divide `granule`, dense or sparse, that the IR has.
  std::vector<const targets::MmaRow*> mma_rows(bool sparse) const;
  // The values that the target takes for a hint; empty: none.
  std::span<const std::int32_t> hint_values(ir::HintKey key) const;
  // Of `mma` on f32: what the target can be told.
  std::span<const ir::Precision> precisions() const;
  // Whether i8 operands of `mma` may be unsigned.
  bool unsigned_operands() const;
  // Whether two parameters may be windows of one allocation.
  bool aliasing() const;

  std::int64_t tile_budget() const { return profile_->budget_tile_elements; }
  std::int64_t width_budget() const { return profile_->budget_width; }
  // Bytes of all tiles of a program together; 0: no limit.
  std::int64_t shared_budget() const;

 private:
  const targets::Profile* profile_;
  const targets::ArchProfile* arch_;
};

}  // namespace tilefuzz::generators
