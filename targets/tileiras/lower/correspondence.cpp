#include <algorithm>

#include "ir/walk.h"
#include "targets/tileiras/lower/lower.h"

namespace tilefuzz::targets::tileiras {

using bytecode::Opcode;
using ir::Element;

namespace {

bool leaves_early(const ir::Block& block) {
  return std::ranges::any_of(block.ops, [](const ir::Op& op) {
    return op.code == ir::Opcode::break_ ||
           (op.code == ir::Opcode::if_ && std::ranges::any_of(op.regions, leaves_early));
  });
}

}  // namespace

bytecode::Version needed_version(const ir::Program& program) {
  std::uint8_t minor = 1;
  const auto need = [&minor](int at_least) { minor = std::max(minor, static_cast<std::uint8_t>(at_least)); };
  for (const ir::Type& type : program.types) {
    if (type.element == Element::f8e8m0) need(2);
    if (type.element == Element::f4e2m1) need(3);
  }
  ir::walk(program.body, [&](const ir::Op& op, int) {
    switch (op.code) {
      case ir::Opcode::atan2:
        return need(2);
      case ir::Opcode::alloc:
      case ir::Opcode::mma_scaled:
        return need(3);
      case ir::Opcode::insert:
        return need(4);
      case ir::Opcode::atomic:
        // Atomic addition on bf16 came with 13.3.
        if (op.operands.front().is_value() &&
            program.type(op.operands.front().number).element == Element::bf16) {
          need(3);
        }
        return;
      default:
        return;
    }
  });
  return {minor};
}

std::optional<Opcode> principal(const ir::Program& program, const ir::Op& op) {
  const Element element = [&] {
    for (const ir::Operand& operand : op.operands) {
      if (operand.is_value()) return program.type(operand.number).element;
    }
    return Element::i32;
  }();
  const bool integer = numeric::is_integer(element);
  const auto either = [&](Opcode of_integers, Opcode of_floats) { return integer ? of_integers : of_floats; };
  switch (op.code) {
    case ir::Opcode::constant:
      return Opcode::constant;
    case ir::Opcode::iota:
      return Opcode::iota;
    case ir::Opcode::program_id:
      return Opcode::get_tile_block_id;
    case ir::Opcode::num_programs:
      return Opcode::get_num_tile_blocks;
    case ir::Opcode::extent:
      return std::nullopt;
    case ir::Opcode::neg:
      return either(Opcode::negi, Opcode::negf);
    case ir::Opcode::abs:
      return either(Opcode::absi, Opcode::absf);
    case ir::Opcode::not_:
      return Opcode::xori;
    case ir::Opcode::sqrt:
      return Opcode::sqrt;
    case ir::Opcode::rsqrt:
      return Opcode::rsqrt;
    case ir::Opcode::exp:
      return Opcode::exp;
    case ir::Opcode::exp2:
      return Opcode::exp2;
    case ir::Opcode::log:
      return Opcode::log;
    case ir::Opcode::log2:
      return Opcode::log2;
    case ir::Opcode::sin:
      return Opcode::sin;
    case ir::Opcode::cos:
      return Opcode::cos;
    case ir::Opcode::tan:
      return Opcode::tan;
    case ir::Opcode::sinh:
      return Opcode::sinh;
    case ir::Opcode::cosh:
      return Opcode::cosh;
    case ir::Opcode::tanh:
      return Opcode::tanh;
    case ir::Opcode::floor:
      return Opcode::floor;
    case ir::Opcode::ceil:
      return Opcode::ceil;
    case ir::Opcode::add:
      return either(Opcode::addi, Opcode::addf);
    case ir::Opcode::sub:
      return either(Opcode::subi, Opcode::subf);
    case ir::Opcode::mul:
      return either(Opcode::muli, Opcode::mulf);
    case ir::Opcode::mulhi:
      return Opcode::mulhii;
    case ir::Opcode::div:
      return either(Opcode::divi, Opcode::divf);
    case ir::Opcode::rem:
      return either(Opcode::remi, Opcode::remf);
    case ir::Opcode::min:
      return either(Opcode::mini, Opcode::minf);
    case ir::Opcode::max:
      return either(Opcode::maxi, Opcode::maxf);
    case ir::Opcode::and_:
      return Opcode::andi;
    case ir::Opcode::or_:
      return Opcode::ori;
    case ir::Opcode::xor_:
      return Opcode::xori;
    case ir::Opcode::shl:
      return Opcode::shli;
    case ir::Opcode::shr:
      return Opcode::shri;
    case ir::Opcode::pow:
      return Opcode::pow;
    case ir::Opcode::atan2:
      return Opcode::atan2;
    case ir::Opcode::fma:
      return Opcode::fma;
    case ir::Opcode::cmp:
      return either(Opcode::cmpi, Opcode::cmpf);
    case ir::Opcode::select:
      return Opcode::select;
    case ir::Opcode::cast:
      return std::nullopt;  // none where the element stays
    case ir::Opcode::bitcast:
      return std::nullopt;
    case ir::Opcode::reshape:
      return Opcode::reshape;
    case ir::Opcode::permute:
      return Opcode::permute;
    case ir::Opcode::broadcast:
      return std::nullopt;  // none where the shape stays
    case ir::Opcode::extract:
      return Opcode::extract;
    case ir::Opcode::insert:
      return Opcode::insert;
    case ir::Opcode::concat:
      return op.operands.size() > 1 ? std::optional(Opcode::cat) : std::nullopt;
    case ir::Opcode::reduce:
      return Opcode::reduce;
    case ir::Opcode::scan:
      return Opcode::scan;
    case ir::Opcode::mma:
      return either(Opcode::mmai, Opcode::mmaf);
    case ir::Opcode::mma_scaled:
      return Opcode::mmaf_scaled;
    case ir::Opcode::load:
      return op.has(ir::AttributeKey::at) || op.hint(ir::HintKey::path) == 1 ? Opcode::load_ptr_tko
                                                                             : Opcode::load_view_tko;
    case ir::Opcode::store:
      return op.has(ir::AttributeKey::at) || op.hint(ir::HintKey::path) == 1 ? Opcode::store_ptr_tko
                                                                             : Opcode::store_view_tko;
    case ir::Opcode::gather:
      return Opcode::load_ptr_tko;
    case ir::Opcode::scatter:
      return Opcode::store_ptr_tko;
    case ir::Opcode::atomic:
      return op.attribute(ir::AttributeKey::atomic) == static_cast<std::int64_t>(ir::AtomicKind::cas)
                 ? Opcode::atomic_cas_tko
                 : Opcode::atomic_rmw_tko;
    case ir::Opcode::alloc:
      return Opcode::alloca_;
    case ir::Opcode::read:
      return Opcode::load_ptr_tko;
    case ir::Opcode::write:
      return Opcode::store_ptr_tko;
    case ir::Opcode::assume:
      return op.attributes.empty() ? std::nullopt : std::optional(Opcode::assume);
    case ir::Opcode::for_:
      return leaves_early(op.regions.front()) ? Opcode::loop : Opcode::for_;
    case ir::Opcode::while_:
      return Opcode::loop;
    case ir::Opcode::if_:
      return Opcode::if_;
    case ir::Opcode::break_:
      return Opcode::break_;
    case ir::Opcode::continue_:
      return Opcode::continue_;
    case ir::Opcode::condition:
      return Opcode::break_;
    case ir::Opcode::yield:
      return std::nullopt;  // return, yield or continue, as the place is
  }
  return std::nullopt;
}

}  // namespace tilefuzz::targets::tileiras
