#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {

void check_operation(const OpView& view) {
  switch (view.row.result) {
    case ResultRule::elementwise:
    case ResultRule::compare:
    case ResultRule::choose:
      check_elementwise(view);
      return;
    default:
      break;
  }
  switch (view.op.code) {
    case Opcode::constant:
      return check_constant(view);
    case Opcode::iota:
      return check_iota(view);
    case Opcode::program_id:
    case Opcode::num_programs:
    case Opcode::extent:
      return check_axis(view);
    case Opcode::cast:
    case Opcode::bitcast:
      return check_convert(view);
    case Opcode::reshape:
    case Opcode::permute:
    case Opcode::broadcast:
      return check_shape(view);
    case Opcode::extract:
    case Opcode::insert:
      return check_slice(view);
    case Opcode::concat:
      return check_concat(view);
    case Opcode::reduce:
    case Opcode::scan:
      return check_combine(view);
    case Opcode::mma:
      return check_mma(view);
    case Opcode::mma_scaled:
      return check_mma_scaled(view);
    case Opcode::load:
    case Opcode::store:
      return check_access(view);
    case Opcode::gather:
    case Opcode::scatter:
    case Opcode::atomic:
      return check_indexed(view);
    case Opcode::read:
    case Opcode::write:
      return check_buffer_access(view);
    case Opcode::assume:
      return check_assume(view);
    default:
      return;
  }
}

}  // namespace tilefuzz::ir
