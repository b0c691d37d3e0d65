#include <algorithm>
#include <utility>

#include "numeric/format.h"
#include "targets/tileiras/lower/lowering.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;
using bc::TypeTag;
using ir::AttributeKey;
using ir::Element;

namespace {

// Flags of load_view_tko and store_view_tko.
constexpr std::uint32_t kViewHints = 2;
constexpr std::uint32_t kViewToken = 4;

// Words of the `path` hint.
constexpr std::int32_t kPathPointer = 1;

bool by_pointer(const ir::Op& op) {
  // A view knows tile numbers only.
  return op.has(AttributeKey::at) || op.hint(ir::HintKey::path) == kPathPointer;
}

std::uint64_t padding_bits(Element element, ir::Padding padding) {
  if (numeric::is_integer(element)) return 0;
  switch (padding) {
    case ir::Padding::zero:
      return 0;
    case ir::Padding::neg_zero:
      return numeric::sign_bit(element);
    case ir::Padding::nan:
      return numeric::canonical_nan(element);
    case ir::Padding::inf:
      return numeric::infinity(element).value_or(numeric::largest_finite(element));
    case ir::Padding::neg_inf:
      return numeric::infinity(element).value_or(numeric::largest_finite(element)) |
             numeric::sign_bit(element);
  }
  return 0;
}

}  // namespace

const Lowering::Tensor* Lowering::tensor(const ir::Op& op) {
  const ir::Operand& memory = op.operands.front();
  const int index = memory.is_value() ? tensor_of_[static_cast<std::size_t>(memory.number)] : -1;
  if (index >= 0) return &tensors_[static_cast<std::size_t>(index)];
  fail(op, "the operand is not memory");
  return nullptr;
}

std::vector<Tile> Lowering::scalar_indices(const ir::Op& op) {
  std::vector<Tile> indices;
  bool wide = false;
  for (const ir::Operand& operand : op.slot(1)) {
    if (operand.is_value()) wide = wide || program_.type(operand.number).element == Element::i64;
  }
  const Element element = wide ? Element::i64 : Element::i32;
  for (const ir::Operand& operand : op.slot(1)) indices.push_back(as_index(tile(operand, element), element));
  return indices;
}

// Shape of the accessed window in the tensor's rank: `squeeze` leaves leading extents of 1 out.
std::vector<std::int32_t> Lowering::tensor_shape(const ir::Op& op, const Tensor& tensor,
                                                 const ir::Type& type) {
  const std::size_t rank = tensor.extents.size();
  std::vector<std::int32_t> shape(type.shape().begin(), type.shape().end());
  if (shape.size() > rank || (shape.size() < rank && !op.has(AttributeKey::squeeze))) {
    fail(op, "the tile's rank is not the tensor's");
    return shape;
  }
  shape.insert(shape.begin(), rank - shape.size(), 1);
  return shape;
}

void Lowering::access_hints(const ir::Op& op, bc::Operation& operation) {
  std::vector<bc::StringId> keys;
  std::vector<bc::Attribute> items;
  if (const auto tma = op.hint(ir::HintKey::tma)) {
    keys.push_back(builder_.string("allow_tma"));
    items.push_back(bc::boolean(*tma != 0));
  }
  if (const auto latency = op.hint(ir::HintKey::latency)) {
    keys.push_back(builder_.string("latency"));
    items.push_back(bc::integer(builder_.scalar(TypeTag::i32), static_cast<std::uint32_t>(*latency)));
  }
  if (keys.empty()) return;
  const bc::StringId where = builder_.string(options_.version.minor >= 3 ? "default" : options_.arch);
  operation.flags |= kViewHints;  // the same bit for accesses by pointer
  operation.attributes.push_back(bc::hints({where}, {bc::dictionary(std::move(keys), std::move(items))}));
}

// A view of the accessed shape and the access to it, without result types and value operand.
bc::Operation Lowering::view_access(const ir::Op& op, Opcode opcode, const Tensor& source,
                                    std::span<const std::int32_t> shape) {
  bc::Type view;
  view.tag = TypeTag::partition_view;
  view.inner = source.view_type;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    view.extents.push_back(shape[axis]);
    view.dim_map.push_back(static_cast<std::int32_t>(axis));
  }
  if (const auto padding = op.attribute(AttributeKey::pad)) view.padding = static_cast<bc::Padding>(*padding);
  const bc::ValueId made = builder_.add(Opcode::make_partition_view, builder_.type(view), {source.view});
  const std::vector<Tile> indices = scalar_indices(op);
  bc::Operation access;
  access.opcode = opcode;
  access.flags = kViewToken;
  access.scalars = {static_cast<std::uint64_t>(bc::MemoryOrder::weak), 0};
  access_hints(op, access);
  // 13.4 wants to know per axis whether accesses stay inside; nothing is claimed.
  if (options_.version.minor >= 4) access.numbers.assign(shape.size(), 0);
  access.operands.push_back(made);
  for (const Tile& index : indices) access.operands.push_back(index.value);
  access.groups.push_back(static_cast<std::uint32_t>(indices.size()));
  return access;
}

void Lowering::load(const ir::Op& op) {
  const Tensor* source = tensor(op);
  if (source == nullptr) return;
  const ir::Type& type = result_type(op);
  if (type.kind == ir::TypeKind::sparse) return fail(op, "Tile IR has no structured-sparse values");
  const std::vector<std::int32_t> shape = tensor_shape(op, *source, type);
  if (failed_) return;
  const ir::Type full = type.with_shape(shape);
  if (!by_pointer(op)) {
    bc::Operation access = view_access(op, Opcode::load_view_tko, *source, shape);
    access.results = {tile_type(full), builder_.token()};
    access.operands.push_back(tokens_.before_load(source->group));
    const bc::ValueId loaded = builder_.add(std::move(access));
    tokens_.after_load(source->group, loaded + 1);
    return define(op, reshaped({loaded, full}, type.shape()).value);
  }
  const std::vector<Tile> indices = window(op, shape, op.has(AttributeKey::at));
  const bc::ValueId mask = in_bounds(*source, indices, shape);
  std::optional<bc::ValueId> padding;
  if (const auto pad = op.attribute(AttributeKey::pad)) {
    padding = constant(full, padding_bits(type.element, static_cast<ir::Padding>(*pad)));
  }
  const bc::ValueId where = pointers(*source, type.element, indices, shape);
  const bc::ValueId loaded = load_pointers(op, full, where, mask, padding, source->group);
  define(op, reshaped({loaded, full}, type.shape()).value);
}

void Lowering::store(const ir::Op& op) {
  const Tensor* target = tensor(op);
  if (target == nullptr) return;
  const Tile x = tile(op.slot(2).front(), program_.type(op.operands.front().number).element);
  const std::vector<std::int32_t> shape = tensor_shape(op, *target, x.type);
  if (failed_) return;
  const Tile full = reshaped(x, shape);
  if (!by_pointer(op)) {
    bc::Operation access = view_access(op, Opcode::store_view_tko, *target, shape);
    access.results = {builder_.token()};
    access.operands.insert(access.operands.begin(), full.value);
    access.operands.push_back(tokens_.before_store(target->group));
    tokens_.after_store(target->group, builder_.add(std::move(access)));
    return;
  }
  const std::vector<Tile> indices = window(op, shape, op.has(AttributeKey::at));
  const bc::ValueId mask = in_bounds(*target, indices, shape);
  store_pointers(op, full, pointers(*target, x.type.element, indices, shape), mask, target->group);
}

}  // namespace tilefuzz::targets::tileiras
