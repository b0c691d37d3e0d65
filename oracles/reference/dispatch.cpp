#include "oracles/reference/operations.h"

namespace tilefuzz::reference {

namespace {

TilePtr run_elementwise(Machine& machine, const ir::Op& op) {
  const ir::Type type = machine.result_type(op);
  return numeric::is_integer(type.element) ? run_integer(machine, op) : run_float(machine, op);
}

}  // namespace

TilePtr run_operation(Machine& machine, const ir::Op& op) {
  using enum ir::Opcode;
  switch (op.code) {
    case constant:
    case iota:
    case program_id:
    case num_programs:
    case extent:
      return run_source(machine, op);
    case cmp:
      return run_compare(machine, op);
    case select:
      return run_select(machine, op);
    case cast:
      return run_cast(machine, op);
    case bitcast:
      return run_bitcast(machine, op);
    case reshape:
    case permute:
    case broadcast:
    case extract:
    case insert:
    case concat:
      return run_shape(machine, op);
    case reduce:
    case scan:
      return run_combine(machine, op);
    case mma:
      return run_mma(machine, op);
    case mma_scaled:
      return run_mma_scaled(machine, op);
    case load:
    case store:
      return run_access(machine, op);
    case gather:
    case scatter:
      return run_indexed(machine, op);
    case atomic:
      return run_atomic(machine, op);
    case alloc:
    case read:
    case write:
      return run_buffer(machine, op);
    case assume:
      return run_assume(machine, op);
    case for_:
    case while_:
    case if_:
    case yield:
    case continue_:
    case break_:
    case condition:
      break;
    default:
      return run_elementwise(machine, op);
  }
  machine.fail(TrapKind::malformed, "control does not belong here");
  return nullptr;
}

}  // namespace tilefuzz::reference
