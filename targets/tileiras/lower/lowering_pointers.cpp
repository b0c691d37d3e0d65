#include <algorithm>
#include <utility>

#include "targets/tileiras/lower/element.h"
#include "targets/tileiras/lower/lowering.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;
using bc::TypeTag;
using ir::AttributeKey;
using ir::Element;

namespace {

// Flags of load_ptr_tko, store_ptr_tko and the atomics.
constexpr std::uint32_t kLoadMask = 4;
constexpr std::uint32_t kLoadPadding = 8;
constexpr std::uint32_t kLoadToken = 16;
constexpr std::uint32_t kStoreMask = 4;
constexpr std::uint32_t kStoreToken = 8;
constexpr std::uint32_t kAtomicMask = 1;
constexpr std::uint32_t kAtomicToken = 2;

// Wide enough for every vector access that a compiler may choose.
constexpr std::uint64_t kBufferAlignment = 128;

constexpr auto kWeak = static_cast<std::uint64_t>(bc::MemoryOrder::weak);

bc::AtomicMode atomic_mode(ir::AtomicKind kind, Element element, bool is_unsigned) {
  switch (kind) {
    case ir::AtomicKind::add:
      return numeric::is_integer(element) ? bc::AtomicMode::add : bc::AtomicMode::addf;
    case ir::AtomicKind::min:
      return is_unsigned ? bc::AtomicMode::umin : bc::AtomicMode::min;
    case ir::AtomicKind::max:
      return is_unsigned ? bc::AtomicMode::umax : bc::AtomicMode::max;
    case ir::AtomicKind::and_:
      return bc::AtomicMode::and_;
    case ir::AtomicKind::or_:
      return bc::AtomicMode::or_;
    case ir::AtomicKind::xor_:
      return bc::AtomicMode::xor_;
    case ir::AtomicKind::xchg:
    case ir::AtomicKind::cas:
      return bc::AtomicMode::xchg;
  }
  return bc::AtomicMode::xchg;
}

}  // namespace

Tile Lowering::as_index(const Tile& x, Element element) {
  const int from = numeric::bit_width(x.type.element);
  const int to = numeric::bit_width(element);
  const ir::Type type = x.type.with_element(element);
  if (from == to) return x;
  if (from > to) return {builder_.add(Opcode::trunci, tile_type(type), {x.value}, {0}), type};
  return {builder_.add(Opcode::exti, tile_type(type), {x.value},
                       {static_cast<std::uint64_t>(bc::Signedness::is_signed)}),
          type};
}

bc::ValueId Lowering::extent_value(const Extent& extent, Element element) {
  const ir::Type type = ir::Type::scalar(element);
  if (extent.is_static) return constant(type, static_cast<std::uint64_t>(extent.number));
  return as_index({extent.value, ir::Type::scalar(Element::i32)}, element).value;
}

std::vector<Tile> Lowering::window(const ir::Op& op, std::span<const std::int32_t> shape, bool offsets) {
  std::vector<Tile> indices = scalar_indices(op);
  if (indices.size() != shape.size()) {
    fail(op, "needs one index per axis");
    return indices;
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    Tile& index = indices[axis];
    const std::int32_t extent = shape[axis];
    if (!offsets && extent != 1) {
      const bc::ValueId size = constant(index.type, static_cast<std::uint64_t>(extent));
      index.value = same(Opcode::muli, index, {index.value, size}, {0});
    }
    std::vector<std::int32_t> line(shape.size(), 1);
    if (extent == 1) {
      index = reshaped(index, line);
      continue;
    }
    line[axis] = extent;
    const std::int32_t length[] = {extent};
    const ir::Type numbers = index.type.with_shape(length);
    const Tile steps = reshaped({builder_.add(Opcode::iota, tile_type(numbers), {}), numbers}, line);
    index = broadcast(index, line);
    index.value = same(Opcode::addi, index, {index.value, steps.value}, {0});
  }
  return indices;
}

bc::ValueId Lowering::in_bounds(const Tensor& tensor, std::span<const Tile> indices,
                                std::span<const std::int32_t> shape) {
  std::optional<bc::ValueId> mask;
  for (std::size_t axis = 0; axis < indices.size() && axis < tensor.extents.size(); ++axis) {
    const Tile& index = indices[axis];
    const Tile extent = broadcast(
        {extent_value(tensor.extents[axis], index.type.element), ir::Type::scalar(index.type.element)},
        index.type.shape());
    // Unsigned, so that a negative index is out of range too.
    const ir::Type boolean = index.type.with_element(Element::i1);
    const Tile inside{builder_.add(Opcode::cmpi, tile_type(boolean), {index.value, extent.value},
                                   {static_cast<std::uint64_t>(bc::Predicate::lt),
                                    static_cast<std::uint64_t>(bc::Signedness::is_unsigned)}),
                      boolean};
    const Tile whole = broadcast(inside, shape);
    mask = mask ? same(Opcode::andi, whole, {*mask, whole.value}) : whole.value;
  }
  return mask ? *mask : constant(ir::Type::scalar(Element::i1), 1);
}

bc::ValueId Lowering::pointers(const Tensor& tensor, Element element, std::span<const Tile> indices,
                               std::span<const std::int32_t> shape) {
  const bc::TypeId pointer = builder_.pointer(type_tag(element));
  const std::vector<std::int64_t> extents(shape.begin(), shape.end());
  bc::ValueId base = tensor.pointer;
  if (!shape.empty()) {
    const std::vector<std::int64_t> ones(shape.size(), 1);
    base = builder_.add(Opcode::reshape, builder_.tile(pointer, ones), {base});
    if (ones != extents) base = builder_.add(Opcode::broadcast, builder_.tile(pointer, extents), {base});
  }
  std::optional<Tile> sum;
  for (std::size_t axis = 0; axis < indices.size() && axis < tensor.strides.size(); ++axis) {
    Tile term = indices[axis];
    const Extent& stride = tensor.strides[axis];
    if (!stride.is_static || stride.number != 1) {
      const Tile factor = broadcast(
          {extent_value(stride, term.type.element), ir::Type::scalar(term.type.element)}, term.type.shape());
      term.value = same(Opcode::muli, term, {term.value, factor.value}, {0});
    }
    term = broadcast(term, shape);
    if (sum) term.value = same(Opcode::addi, term, {sum->value, term.value}, {0});
    sum = term;
  }
  if (!sum) return base;
  return builder_.add(Opcode::offset, builder_.tile(pointer, extents), {base, sum->value});
}

bc::ValueId Lowering::load_pointers(const ir::Op& op, const ir::Type& type, bc::ValueId where,
                                    std::optional<bc::ValueId> mask, std::optional<bc::ValueId> padding,
                                    int group) {
  bc::Operation access;
  access.opcode = Opcode::load_ptr_tko;
  access.flags = kLoadToken | (mask ? kLoadMask : 0) | (padding ? kLoadPadding : 0);
  access.scalars = {kWeak, 0};
  access_hints(op, access);
  access.results = {tile_type(type), builder_.token()};
  access.operands.push_back(where);
  if (mask) access.operands.push_back(*mask);
  if (padding) access.operands.push_back(*padding);
  access.operands.push_back(tokens_.before_load(group));
  const bc::ValueId loaded = builder_.add(std::move(access));
  tokens_.after_load(group, loaded + 1);
  return loaded;
}

void Lowering::store_pointers(const ir::Op& op, const Tile& x, bc::ValueId where,
                              std::optional<bc::ValueId> mask, int group) {
  bc::Operation access;
  access.opcode = Opcode::store_ptr_tko;
  access.flags = kStoreToken | (mask ? kStoreMask : 0);
  access.scalars = {kWeak, 0};
  access_hints(op, access);
  access.results = {builder_.token()};
  access.operands = {where, x.value};
  if (mask) access.operands.push_back(*mask);
  access.operands.push_back(tokens_.before_store(group));
  tokens_.after_store(group, builder_.add(std::move(access)));
}

std::vector<Tile> Lowering::index_tiles(const ir::Op& op) { return scalar_indices(op); }

std::optional<bc::ValueId> Lowering::optional_tile(const ir::Op& op, int slot, Element element,
                                                   std::span<const std::int32_t> shape) {
  const auto operands = op.slot(slot);
  if (operands.empty()) return std::nullopt;
  return broadcast(tile(operands.front(), element), shape).value;
}

void Lowering::gather(const ir::Op& op) {
  const Tensor* source = tensor(op);
  if (source == nullptr) return;
  const ir::Type& type = result_type(op);
  const std::vector<Tile> indices = index_tiles(op);
  const bc::ValueId where = pointers(*source, type.element, indices, type.shape());
  const auto mask = optional_tile(op, 2, Element::i1, type.shape());
  // Padding goes with a mask only.
  const auto fill = mask ? optional_tile(op, 3, type.element, type.shape()) : std::nullopt;
  define(op, load_pointers(op, type, where, mask, fill, source->group));
}

void Lowering::scatter(const ir::Op& op) {
  const Tensor* target = tensor(op);
  if (target == nullptr) return;
  const Tile x = tile(op.slot(2).front(), program_.type(op.operands.front().number).element);
  const std::vector<Tile> indices = index_tiles(op);
  const bc::ValueId where = pointers(*target, x.type.element, indices, x.type.shape());
  store_pointers(op, x, where, optional_tile(op, 3, Element::i1, x.type.shape()), target->group);
}

void Lowering::atomic(const ir::Op& op) {
  const Tensor* target = tensor(op);
  if (target == nullptr) return;
  const auto kind = static_cast<ir::AtomicKind>(op.attribute(AttributeKey::atomic).value_or(0));
  const Element element = program_.type(op.operands.front().number).element;
  const Tile x = tile(op.slot(2).front(), element);
  const std::vector<Tile> indices = index_tiles(op);
  const bc::ValueId where = pointers(*target, element, indices, x.type.shape());
  const auto expected = optional_tile(op, 3, element, x.type.shape());
  const auto mask = optional_tile(op, 4, Element::i1, x.type.shape());
  bc::Operation access;
  access.opcode = kind == ir::AtomicKind::cas ? Opcode::atomic_cas_tko : Opcode::atomic_rmw_tko;
  access.flags = kAtomicToken | (mask ? kAtomicMask : 0);
  access.scalars = {static_cast<std::uint64_t>(bc::MemoryOrder::relaxed),
                    static_cast<std::uint64_t>(bc::Scope::device)};
  access.results = {tile_type(x.type), builder_.token()};
  access.operands.push_back(where);
  if (kind == ir::AtomicKind::cas) {
    if (!expected) return fail(op, "cas needs an expected value");
    access.operands.push_back(*expected);
  } else {
    access.scalars.push_back(
        static_cast<std::uint64_t>(atomic_mode(kind, element, op.has(AttributeKey::is_unsigned))));
  }
  access.operands.push_back(x.value);
  if (mask) access.operands.push_back(*mask);
  access.operands.push_back(tokens_.before_store(target->group));
  const bc::ValueId old = builder_.add(std::move(access));
  tokens_.after_store(target->group, old + 1);
  if (!op.results.empty()) define(op, old);
}

void Lowering::alloc(const ir::Op& op) {
  if (options_.version.minor < 3) return fail(op, "Tile IR has block-local memory from 13.3 on");
  const ir::Type& type = result_type(op);
  bc::Operation make;
  make.opcode = Opcode::alloca_;
  make.results.push_back(builder_.tile(builder_.pointer(type_tag(type.element)), {}));
  make.scalars = {static_cast<std::uint64_t>(type.element_count()), kBufferAlignment};
  Tensor buffer;
  buffer.group = groups_.group(op.results.front());
  buffer.pointer = builder_.add(std::move(make));
  std::int64_t stride = 1;
  buffer.extents.resize(type.rank);
  buffer.strides.resize(type.rank);
  for (std::size_t axis = type.rank; axis-- > 0;) {
    buffer.extents[axis] = {true, type.extents[axis], 0};
    buffer.strides[axis] = {true, stride, 0};
    stride *= type.extents[axis];
  }
  tensor_of_[static_cast<std::size_t>(op.results.front())] = static_cast<int>(tensors_.size());
  tensors_.push_back(std::move(buffer));
}

void Lowering::read(const ir::Op& op) {
  const Tensor* source = tensor(op);
  if (source == nullptr) return;
  const ir::Type& type = result_type(op);
  const std::vector<Tile> indices = window(op, type.shape(), true);
  if (failed_) return;
  const bc::ValueId where = pointers(*source, type.element, indices, type.shape());
  define(op, load_pointers(op, type, where, std::nullopt, std::nullopt, source->group));
}

void Lowering::write(const ir::Op& op) {
  const Tensor* target = tensor(op);
  if (target == nullptr) return;
  const Tile x = tile(op.slot(2).front(), program_.type(op.operands.front().number).element);
  const std::vector<Tile> indices = window(op, x.type.shape(), true);
  if (failed_) return;
  store_pointers(op, x, pointers(*target, x.type.element, indices, x.type.shape()), std::nullopt,
                 target->group);
}

}  // namespace tilefuzz::targets::tileiras
