#include <unordered_set>

#include "oracles/reference/lanes.h"

namespace tilefuzz::reference {
namespace {

bool in_order(Machine& machine, const Window& window, std::int64_t place, Touch how, std::int64_t lane) {
  if (!machine.memory.guards(window)) return true;
  const auto fault = machine.memory.touch(window, place, how, machine.block_number());
  return !fault || machine.fail(fault->kind, fault->message, lane);
}

TilePtr gather(Machine& machine, const ir::Op& op) {
  const ir::Type type = machine.result_type(op);
  Lanes lanes;
  if (!lanes.prepare(machine, op, type, 2)) return nullptr;
  std::optional<std::size_t> fill;
  if (const auto operand = op.slot(3); !operand.empty()) {
    fill = lanes.follow(machine, operand[0], type.element);
    if (!fill) return nullptr;
  }
  auto out = std::make_shared<Tile>(static_cast<std::size_t>(type.element_count()));
  for (std::size_t i = 0; i < out->size(); ++i) {
    std::int64_t place = 0;
    const auto state = lanes.next(machine, place);
    if (state == Lanes::State::trapped) return nullptr;
    if (state == Lanes::State::masked) {
      out->bits[i] = fill ? lanes.source(*fill).bits() : 0;
      out->add_mark(i, fill ? lanes.source(*fill).mark() : std::uint8_t{kPoison});
      continue;
    }
    if (!in_order(machine, lanes.window(), place, Touch::read, static_cast<std::int64_t>(i))) return nullptr;
    const Memory::Cell cell = machine.memory.read(lanes.window(), place);
    out->bits[i] = cell.bits;
    out->add_mark(i, cell.marks);
  }
  return out;
}

TilePtr scatter(Machine& machine, const ir::Op& op) {
  const ir::Operand operand = op.slot(2)[0];
  const ir::Type type = machine.program.type(operand);
  Lanes lanes;
  if (!lanes.prepare(machine, op, type, 3)) return nullptr;
  const auto value = lanes.follow(machine, operand, lanes.window().element);
  if (!value) return nullptr;
  if (lanes.source(*value).element != lanes.window().element) {
    machine.fail(TrapKind::malformed, "the value's element is not the tensor's");
    return nullptr;
  }
  std::unordered_set<std::int64_t> places;
  for (std::int64_t lane = 0; lane < type.element_count(); ++lane) {
    std::int64_t place = 0;
    const auto state = lanes.next(machine, place);
    if (state == Lanes::State::trapped) return nullptr;
    if (state == Lanes::State::masked) continue;
    const Lanes::Source& source = lanes.source(*value);
    if (source.mark() & kPoison) {
      machine.fail(TrapKind::poison_stored, "poison is scattered", lane);
      return nullptr;
    }
    if (!places.insert(place).second) {
      machine.fail(TrapKind::scatter_conflict, "two values are scattered to one place", lane);
      return nullptr;
    }
    if (!in_order(machine, lanes.window(), place, Touch::write, lane)) return nullptr;
    machine.memory.write(lanes.window(), place, {source.bits(), source.mark()});
  }
  return std::make_shared<const Tile>();
}

}  // namespace

TilePtr run_indexed(Machine& machine, const ir::Op& op) {
  return op.code == ir::Opcode::gather ? gather(machine, op) : scatter(machine, op);
}

}  // namespace tilefuzz::reference
