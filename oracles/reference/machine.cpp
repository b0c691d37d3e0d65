#include "oracles/reference/machine.h"

#include <algorithm>

#include "ir/walk.h"
#include "numeric/integer.h"

namespace tilefuzz::reference {

Machine::Machine(const ir::Program& p, const Setup& s, Memory& m, const Options& options, RunResult& result,
                 std::array<std::int64_t, 3> block)
    : program(p), setup(s), memory(m), options_(options), result_(result), block_(block) {
  values_.resize(program.types.size());
  for (std::size_t i = 0; i < program.params.size(); ++i) {
    const ir::ValueId value = program.params[i].value;
    if (!program.type(value).is_scalar()) continue;
    Tile scalar(1);
    scalar.bits[0] = setup.scalars[i];
    values_[static_cast<std::size_t>(value)] = std::make_shared<const Tile>(std::move(scalar));
  }
}

std::int32_t Machine::block_number() const {
  return static_cast<std::int32_t>((block_[2] * setup.grid[1] + block_[1]) * setup.grid[0] + block_[0]);
}

bool Machine::fail(TrapKind kind, std::string message, std::int64_t element) {
  if (!result_.trap) result_.trap = Trap{kind, std::move(message), position_, block_, element};
  return false;
}

void Machine::note(TrapKind kind, std::string message, std::int64_t element) {
  const bool known = std::any_of(result_.notes.begin(), result_.notes.end(), [&](const Trap& trap) {
    return trap.kind == kind && trap.position == position_ && trap.message == message;
  });
  if (!known) result_.notes.push_back(Trap{kind, std::move(message), position_, block_, element});
}

bool Machine::spend(std::int64_t elements) {
  result_.elements += static_cast<std::uint64_t>(elements);
  if (result_.elements > options_.element_budget) result_.coverage = Coverage::cut;
  return !stopped();
}

TilePtr Machine::shared_tile(const ir::Operand& operand) {
  if (operand.literal) {
    Tile scalar(1);
    scalar.bits[0] = numeric::wrap(ir::Element::i32, operand.number);
    return std::make_shared<const Tile>(std::move(scalar));
  }
  if (operand.number < 0 || static_cast<std::size_t>(operand.number) >= values_.size() ||
      !values_[static_cast<std::size_t>(operand.number)]) {
    fail(TrapKind::malformed, "a value is used that has not been computed");
    return nullptr;
  }
  return values_[static_cast<std::size_t>(operand.number)];
}

const Tile* Machine::tile(const ir::Operand& operand) {
  if (operand.literal) {
    fail(TrapKind::malformed, "a literal stands where a tile must");
    return nullptr;
  }
  return shared_tile(operand).get();  // values_ keeps it alive
}

std::optional<View> Machine::view(const ir::Operand& operand, ir::Element element, std::size_t count) {
  View out;
  if (operand.literal) {
    const bool fits = numeric::is_integer(element) &&
                      (numeric::fits_signed(element, operand.number) ||
                       (operand.number >= 0 &&
                        numeric::fits_unsigned(element, static_cast<std::uint64_t>(operand.number))));
    if (!fits) {
      fail(TrapKind::malformed, "the literal " + std::to_string(operand.number) + " does not fit " +
                                    std::string(numeric::name(element)));
      return std::nullopt;
    }
    out.literal = numeric::wrap(element, operand.number);
    return out;
  }
  const Tile* value = tile(operand);
  if (!value) return std::nullopt;
  if (value->size() != count && value->size() != 1) {
    fail(TrapKind::malformed, "operands of one elementwise operation have different shapes");
    return std::nullopt;
  }
  out.bits = value->bits.data();
  out.marks = value->marks.empty() ? nullptr : value->marks.data();
  out.step = value->size() == count ? 1 : 0;
  return out;
}

std::optional<std::int64_t> Machine::integer(const ir::Operand& operand, TrapKind poison,
                                             std::string_view what) {
  if (operand.literal) return operand.number;
  const Tile* value = tile(operand);
  if (!value) return std::nullopt;
  const ir::Type& type = program.type(operand.number);
  if (value->size() != 1 || !numeric::is_integer(type.element)) {
    fail(TrapKind::malformed, std::string(what) + " is not an integer scalar");
    return std::nullopt;
  }
  if (value->mark(0) & kPoison) {
    fail(poison, std::string(what) + " is poison");
    return std::nullopt;
  }
  return numeric::decode_signed(type.element, value->bits[0]);
}

const Window* Machine::window(const ir::Operand& operand) {
  const int param = operand.literal ? -1 : program.param_index(operand.number);
  if (param < 0 || setup.windows[static_cast<std::size_t>(param)].allocation < 0) {
    fail(TrapKind::malformed, "the operand is not a tensor parameter");
    return nullptr;
  }
  return &setup.windows[static_cast<std::size_t>(param)];
}

BufferState* Machine::buffer(const ir::Operand& operand) {
  const auto found = operand.literal ? buffers_.end() : buffers_.find(operand.number);
  if (found == buffers_.end()) {
    fail(TrapKind::malformed, "the operand is not a buffer");
    return nullptr;
  }
  return &found->second;
}

void Machine::allocate(ir::ValueId value, const ir::Type& type) {
  const auto count = static_cast<std::size_t>(type.element_count());
  BufferState& state = buffers_[value];
  state.bits.assign(count, 0);
  state.marks.assign(count, kPoison);
  state.stamps.assign(count, 0);
}

bool Machine::is_used(ir::ValueId value) {
  if (used_.empty()) {
    used_.resize(program.types.size());
    ir::walk(program.body, [&](const ir::Op& op, int) {
      for (const ir::Operand& operand : op.operands) {
        if (!operand.literal && static_cast<std::size_t>(operand.number) < used_.size())
          used_[static_cast<std::size_t>(operand.number)] = true;
      }
    });
  }
  return used_[static_cast<std::size_t>(value)];
}

std::uint64_t Machine::pipelined_since(ir::ValueId buffer_id) const {
  std::uint64_t since = 0;
  for (const Pipelined& loop : pipelined_) {
    const bool writes = std::find(loop.written.begin(), loop.written.end(), buffer_id) != loop.written.end();
    if (writes) since = std::max(since, loop.since);
  }
  return since;
}

}  // namespace tilefuzz::reference
