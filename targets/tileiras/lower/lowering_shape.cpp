#include <utility>

#include "numeric/format.h"
#include "targets/tileiras/lower/element.h"
#include "targets/tileiras/lower/lowering.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;
using ir::AttributeKey;
using ir::Element;

namespace {

// What leaves the other operand of a combination unchanged, as bits.
std::uint64_t identity(ir::Combine how, Element element, bool is_unsigned) {
  const bool integer = numeric::is_integer(element);
  const std::uint64_t ones = numeric::bit_mask(element);
  const std::uint64_t top = std::uint64_t{1} << (numeric::bit_width(element) - 1);
  switch (how) {
    case ir::Combine::add:
    case ir::Combine::or_:
    case ir::Combine::xor_:
      return 0;
    case ir::Combine::mul:
      return integer ? 1 : numeric::encode(element, 1.0);
    case ir::Combine::and_:
      return ones;
    case ir::Combine::min:
      if (integer) return is_unsigned ? ones : ones ^ top;
      return numeric::infinity(element).value_or(numeric::largest_finite(element));
    case ir::Combine::max:
      if (integer) return is_unsigned ? 0 : top;
      return numeric::infinity(element).value_or(numeric::largest_finite(element)) |
             numeric::sign_bit(element);
  }
  return 0;
}

}  // namespace

void Lowering::nullary(const ir::Op& op) {
  const ir::Type& type = result_type(op);
  const auto axis = static_cast<std::size_t>(op.attribute(AttributeKey::axis).value_or(0));
  switch (op.code) {
    case ir::Opcode::program_id:
    case ir::Opcode::num_programs: {
      bc::Operation ask;
      ask.opcode =
          op.code == ir::Opcode::program_id ? Opcode::get_tile_block_id : Opcode::get_num_tile_blocks;
      ask.results.assign(3, tile_type(type));
      define(op, builder_.add(std::move(ask)) + static_cast<bc::ValueId>(axis));
      return;
    }
    case ir::Opcode::extent: {
      const Tensor* source = tensor(op);
      if (source == nullptr || axis >= source->extents.size()) return fail(op, "no such axis");
      define(op, extent_value(source->extents[axis], Element::i32));
      return;
    }
    case ir::Opcode::iota: {
      if (axis >= type.rank) return fail(op, "no such axis");
      std::vector<std::int32_t> shape(type.rank, 1);
      shape[axis] = type.extents[axis];
      const std::int32_t length[] = {shape[axis]};
      const ir::Type line = type.with_shape(length);
      const Tile numbers{builder_.add(Opcode::iota, tile_type(line), {}), line};
      define(op, broadcast(reshaped(numbers, shape), type.shape()).value);
      return;
    }
    default:
      break;
  }
  if (op.data.size() <= 1) {
    define(op, constant(type, op.data.empty() ? 0 : static_cast<std::uint64_t>(op.data.front())));
    return;
  }
  // Packing of dense i1 data differs between readers, so it goes by way of i8.
  const bool boolean = type.element == Element::i1;
  const Element element = boolean ? Element::i8 : type.element;
  std::string bytes;
  for (const std::int64_t bits : op.data) {
    append_element(element, boolean ? (bits & 1) : static_cast<std::uint64_t>(bits), bytes);
  }
  const ir::Type stored = type.with_element(element);
  const bc::ValueId dense = builder_.add(Opcode::constant, tile_type(stored), {}, {builder_.constant(bytes)});
  if (!boolean) return define(op, dense);
  define(op, builder_.add(Opcode::cmpi, tile_type(type), {dense, constant(stored, 0)},
                          {static_cast<std::uint64_t>(bc::Predicate::ne),
                           static_cast<std::uint64_t>(bc::Signedness::is_signed)}));
}

void Lowering::reshape(const ir::Op& op) {
  const ir::Type& type = result_type(op);
  const Tile x = tile(op.operands[0], type.element);
  if (op.code == ir::Opcode::broadcast) return define(op, broadcast(x, type.shape()).value);
  define(op, builder_.add(Opcode::reshape, tile_type(type), {x.value}));
}

void Lowering::permute(const ir::Op& op) {
  bc::Operation change;
  change.opcode = Opcode::permute;
  change.results.push_back(tile_type(result_type(op)));
  change.operands.push_back(value(op.operands[0]));
  for (const std::int64_t axis : op.data) change.numbers.push_back(static_cast<std::int32_t>(axis));
  define(op, builder_.add(std::move(change)));
}

void Lowering::extract(const ir::Op& op) {
  bc::Operation take;
  take.opcode = Opcode::extract;
  take.results.push_back(tile_type(result_type(op)));
  take.operands.push_back(value(op.operands[0]));
  for (const ir::Operand& index : op.slot(1)) {
    take.operands.push_back(as_index(tile(index), Element::i32).value);
  }
  define(op, builder_.add(std::move(take)));
}

void Lowering::insert(const ir::Op& op) {
  if (options_.version.minor < 4) return fail(op, "Tile IR has it from 13.4 on");
  bc::Operation put;
  put.opcode = Opcode::insert;
  put.results.push_back(tile_type(result_type(op)));
  put.operands = {value(op.operands[0]), value(op.operands[1])};
  for (const ir::Operand& index : op.slot(2)) {
    put.operands.push_back(as_index(tile(index), Element::i32).value);
  }
  define(op, builder_.add(std::move(put)));
}

// `cat` takes two tiles and every tile has power-of-two extents: neighbours of equal extent are joined first.
void Lowering::concat(const ir::Op& op) {
  const auto axis = static_cast<std::size_t>(op.attribute(AttributeKey::axis).value_or(0));
  std::vector<Tile> done;
  const auto join = [&] {
    const Tile right = done.back();
    done.pop_back();
    const Tile left = done.back();
    ir::Type type = left.type;
    type.extents[axis] += right.type.extents[axis];
    done.back() = {builder_.add(Opcode::cat, tile_type(type), {left.value, right.value}, {axis}), type};
  };
  for (const ir::Operand& part : op.operands) {
    done.push_back(tile(part));
    while (done.size() > 1 && done[done.size() - 2].type.extents[axis] == done.back().type.extents[axis])
      join();
  }
  while (done.size() > 1) join();
  define(op, done.front().value);
}

void Lowering::combine_along(const ir::Op& op) {
  const bool scan = op.code == ir::Opcode::scan;
  const auto how = static_cast<ir::Combine>(op.attribute(AttributeKey::combine).value_or(0));
  const Tile x = tile(op.operands[0]);
  const Element element = x.type.element;
  const ir::Type scalar = ir::Type::scalar(element);
  const bc::TypeId scalar_type = tile_type(scalar);
  bc::Operation along;
  along.opcode = scan ? Opcode::scan : Opcode::reduce;
  along.results.push_back(tile_type(result_type(op)));
  along.operands.push_back(x.value);
  along.scalars.push_back(static_cast<std::uint64_t>(op.attribute(AttributeKey::axis).value_or(0)));
  if (scan) along.scalars.push_back(op.has(AttributeKey::reverse) ? 1 : 0);
  const bc::TypeId element_type = builder_.scalar(type_tag(element));
  const std::uint64_t neutral = identity(how, element, op.has(AttributeKey::is_unsigned));
  along.attributes.push_back(numeric::is_integer(element) ? bc::integer(element_type, neutral)
                                                          : bc::floating(element_type, neutral));
  builder_.open(std::move(along));
  const bc::TypeId arguments[] = {scalar_type, scalar_type};
  const bc::ValueId first = builder_.begin_region(arguments);
  bc::Operation end;
  end.opcode = Opcode::yield;
  end.operands.push_back(combine(how, op, {first, scalar}, {first + 1, scalar}));
  builder_.add(std::move(end));
  builder_.end_region();
  define(op, builder_.close());
}

void Lowering::mma(const ir::Op& op) {
  const bc::TypeId type = tile_type(result_type(op));
  if (op.code == ir::Opcode::mma_scaled) {
    const bc::ValueId a = value(op.operands[0]);
    const bc::ValueId a_scale = value(op.operands[1]);
    const bc::ValueId b = value(op.operands[2]);
    const bc::ValueId b_scale = value(op.operands[3]);
    define(op, builder_.add(Opcode::mmaf_scaled, type, {a, b, value(op.operands[4]), a_scale, b_scale}));
    return;
  }
  Tile a = tile(op.operands[0]);
  Tile b = tile(op.operands[1]);
  const bc::ValueId c = value(op.operands[2]);
  if (numeric::is_integer(a.type.element)) {
    const auto sign = [&](AttributeKey key) {
      return static_cast<std::uint64_t>(op.has(key) ? bc::Signedness::is_unsigned
                                                    : bc::Signedness::is_signed);
    };
    define(op, builder_.add(Opcode::mmai, type, {a.value, b.value, c},
                            {sign(AttributeKey::unsigned_a), sign(AttributeKey::unsigned_b)}));
    return;
  }
  const bool tf32 = a.type.element == Element::f32 &&
                    op.attribute(AttributeKey::precision) == static_cast<std::int64_t>(ir::Precision::tf32);
  if (tf32) {
    for (Tile* side : {&a, &b}) {
      const ir::Type rounded = side->type.with_element(Element::tf32);
      *side = {builder_.add(Opcode::ftof, tile_type(rounded), {side->value},
                            {static_cast<std::uint64_t>(bc::Rounding::nearest)}),
               rounded};
    }
  }
  const bool fast = op.has(AttributeKey::fast_accumulate) && options_.version.minor >= 3;
  define(op, builder_.add(Opcode::mmaf, type, {a.value, b.value, c}, {}, fast ? 1 : 0));
}

void Lowering::assume(const ir::Op& op) {
  Tile x = tile(op.operands[0]);
  const auto fact = [&](bc::Attribute attribute) {
    bc::Operation operation;
    operation.opcode = Opcode::assume;
    operation.results.push_back(tile_type(x.type));
    operation.operands.push_back(x.value);
    operation.attributes.push_back(std::move(attribute));
    x.value = builder_.add(std::move(operation));
  };
  if (const auto divisor = op.attribute(AttributeKey::divisor)) {
    // Tile IR takes powers of two: of a multiple of 12 it is told that it is one of 4.
    fact(bc::divisible(static_cast<std::uint64_t>(*divisor & -*divisor)));
  }
  const auto lower = op.attribute(AttributeKey::lower);
  const auto upper = op.attribute(AttributeKey::upper);
  if (lower || upper) fact(bc::bounded(lower, upper));
  define(op, x.value);
}

}  // namespace tilefuzz::targets::tileiras
