#pragma once

#include <array>
#include <vector>

#include "oracles/reference/operations.h"

namespace tilefuzz::reference {

// The lanes of a gather, scatter or atomic: for each element of the access shape whether it takes part, and
// where in the tensor it lies. Index tiles, masks and fills repeat along axes of extent 1, scalars
// everywhere.
class Lanes {
 public:
  // False after a trap.
  bool prepare(Machine& machine, const ir::Op& op, const ir::Type& shape, int mask_slot);

  enum class State : std::uint8_t { active, masked, trapped };
  // Of lanes in ascending order. `place` is set for active ones.
  State next(Machine& machine, std::int64_t& place);

  // An operand over the access shape, in the same manner.
  struct Source {
    const Tile* tile = nullptr;  // null: the literal
    std::uint64_t literal = 0;
    ir::Element element = ir::Element::i32;
    std::array<std::int64_t, ir::kMaxRank> strides{};
    std::int64_t place = 0;  // of the current lane

    std::uint64_t bits() const { return tile ? tile->bits[static_cast<std::size_t>(place)] : literal; }
    std::uint8_t mark() const { return tile ? tile->mark(static_cast<std::size_t>(place)) : std::uint8_t{0}; }
  };
  // Follows the lanes: valid after next(). Call before the first next().
  std::optional<std::size_t> follow(Machine& machine, const ir::Operand& operand, ir::Element element);
  const Source& source(std::size_t number) const { return sources_[number]; }
  const Window& window() const { return *window_; }

 private:
  void advance();

  const Window* window_ = nullptr;
  ir::Type shape_;
  std::vector<Source> sources_;  // indices, mask if any, then what follow() added
  std::size_t indices_ = 0;
  bool masked_ = false;
  std::int64_t lane_ = -1;
  std::array<std::int64_t, ir::kMaxRank> index_{};
};

}  // namespace tilefuzz::reference
