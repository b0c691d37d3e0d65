#include "oracles/reference/lanes.h"

#include <limits>

#include "numeric/integer.h"

namespace tilefuzz::reference {

bool Lanes::prepare(Machine& machine, const ir::Op& op, const ir::Type& shape, int mask_slot) {
  window_ = machine.window(op.operands[0]);
  if (!window_) return false;
  shape_ = shape;
  const auto indices = op.slot(1);
  if (indices.size() != window_->extents.size()) {
    return machine.fail(TrapKind::malformed, "one index for every axis of the tensor is needed");
  }
  indices_ = indices.size();
  for (const ir::Operand& operand : indices) {
    const auto number = follow(machine, operand, ir::Element::i32);
    if (!number) return false;
    if (!numeric::is_integer(sources_[*number].element)) {
      return machine.fail(TrapKind::malformed, "an index is not an integer");
    }
  }
  const auto mask = op.slot(mask_slot);
  masked_ = !mask.empty();
  if (masked_ && !follow(machine, mask[0], ir::Element::i1)) return false;
  return machine.spend(2 * shape.element_count());
}

std::optional<std::size_t> Lanes::follow(Machine& machine, const ir::Operand& operand, ir::Element element) {
  Source source;
  source.element = element;
  if (operand.literal) {
    const auto view = machine.view(operand, element, 1);
    if (!view) return std::nullopt;
    source.literal = view->literal;
  } else {
    source.tile = machine.tile(operand);
    if (!source.tile) return std::nullopt;
    const ir::Type& type = machine.program.type(operand.number);
    source.element = type.element;
    bool fits = type.rank == 0 || type.rank == shape_.rank;
    std::int64_t stride = 1;
    for (std::size_t axis = type.rank; fits && axis-- > 0;) {
      fits = type.extents[axis] == shape_.extents[axis] || type.extents[axis] == 1;
      source.strides[axis] = type.extents[axis] == 1 ? 0 : stride;
      stride *= type.extents[axis];
    }
    if (!fits) {
      machine.fail(TrapKind::malformed, "an operand does not broadcast to the shape of the access");
      return std::nullopt;
    }
  }
  sources_.push_back(source);
  return sources_.size() - 1;
}

void Lanes::advance() {
  if (++lane_ == 0) return;
  for (int a = shape_.rank; a-- > 0;) {
    const auto axis = static_cast<std::size_t>(a);
    const bool more = ++index_[axis] < shape_.extents[axis];
    for (Source& source : sources_) {
      source.place += more ? source.strides[axis] : -source.strides[axis] * (shape_.extents[axis] - 1);
    }
    if (more) return;
    index_[axis] = 0;
  }
}

Lanes::State Lanes::next(Machine& machine, std::int64_t& place) {
  advance();
  if (masked_) {
    const Source& mask = sources_[indices_];
    if (mask.mark() & kPoison) {
      machine.fail(TrapKind::poison_mask, "a mask is poison", lane_);
      return State::trapped;
    }
    if ((mask.bits() & 1) == 0) return State::masked;
  }
  place = 0;
  for (std::size_t axis = 0; axis < indices_; ++axis) {
    const Source& source = sources_[axis];
    if (source.mark() & kPoison) {
      machine.fail(TrapKind::poison_index, "an index is poison", lane_);
      return State::trapped;
    }
    const std::int64_t index = numeric::decode_signed(source.element, source.bits());
    if (index < 0 || index >= window_->extents[axis]) {
      machine.fail(TrapKind::index_range,
                   "index " + std::to_string(index) + " along axis " + std::to_string(axis) + " of extent " +
                       std::to_string(window_->extents[axis]),
                   lane_);
      return State::trapped;
    }
    place += index * window_->strides[axis];
  }
  if (place > std::numeric_limits<std::int32_t>::max()) {
    machine.fail(TrapKind::offset_range, "linear offset " + std::to_string(place) + " is beyond i32", lane_);
    return State::trapped;
  }
  return State::active;
}

}  // namespace tilefuzz::reference
