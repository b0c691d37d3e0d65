#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

constexpr bool has_infinity(Element element) {
  return element != Element::f8e4m3 && element != Element::f4e2m1 && element != Element::f8e8m0;
}

bool padding_exists(Padding padding, const Type& type) {
  if (padding == Padding::zero) return type.element != Element::f8e8m0;
  if (type.kind == TypeKind::sparse || numeric::is_integer(type.element)) return false;
  switch (padding) {
    case Padding::neg_zero:
      return type.element != Element::f8e8m0;
    case Padding::nan:
      return type.element != Element::f4e2m1;
    default:
      return has_infinity(type.element);
  }
}

void check_padding(const OpView& view, const Type& value) {
  const auto padding = view.op.attribute(AttributeKey::pad);
  if (!padding || *padding < 0 || *padding > static_cast<std::int64_t>(Padding::neg_inf)) return;
  if (padding_exists(static_cast<Padding>(*padding), value)) return;
  view.broken(Rule::pad_element, say(row(AttributeKey::pad).words[static_cast<std::size_t>(*padding)],
                                     " is no padding of ", to_string(value)));
}

// A literal element offset into a sparse tensor starts at a group.
void check_sparse_offset(const OpView& view, const Type& value, std::span<const Operand> index) {
  if (value.kind != TypeKind::sparse || index.empty() || !view.has(AttributeKey::at)) return;
  const int group = numeric::group_size(value.sparsity);
  const Operand& last = index.back();
  if (last.literal && last.number % group != 0)
    view.broken(Rule::sparse_group,
                say("the offset ", last.number, " is not a multiple of the group of ", group));
}

}  // namespace

void check_access(const OpView& view) {
  const bool load = view.op.code == Opcode::load;
  const Type& tensor = view.slot_type(0);
  const Type& value = load ? view.result_type() : view.slot_type(2);
  const auto index = view.slot(1);
  const bool squeeze = view.has(AttributeKey::squeeze);
  if (index.size() != tensor.rank || (squeeze ? value.rank >= tensor.rank : value.rank != tensor.rank)) {
    view.broken(Rule::access_rank,
                say(typed(view, 0), " of rank ", int{tensor.rank}, ", ", index.size(), " indices, ",
                    to_string(value), squeeze ? " squeezed" : ""),
                "one index per axis; a tile of lower rank needs `squeeze`, and only such a one takes it");
    return;
  }
  if (tensor.element != value.element)
    view.broken(Rule::access_element, say(typed(view, 0), " does not hold ", to_string(value)));
  const bool sparse = tensor.kind == TypeKind::sparse_tensor;
  if (sparse != (value.kind == TypeKind::sparse) || tensor.sparsity != value.sparsity) {
    view.broken(Rule::access_sparsity, say(typed(view, 0), " is not loaded as ", to_string(value)));
    return;
  }
  if (load) check_padding(view, value);
  check_sparse_offset(view, value, index);
}

void check_buffer_access(const OpView& view) {
  const bool read = view.op.code == Opcode::read;
  const Type& buffer = view.slot_type(0);
  const Type& value = read ? view.result_type() : view.slot_type(2);
  const auto index = view.slot(1);
  if (index.size() != buffer.rank || value.rank != buffer.rank) {
    view.broken(Rule::access_rank, say(typed(view, 0), " of rank ", int{buffer.rank}, ", ", index.size(),
                                       " offsets, ", to_string(value)));
    return;
  }
  if (buffer.element != value.element)
    view.broken(Rule::access_element, say(typed(view, 0), " does not hold ", to_string(value)));
  for (std::size_t i = 0; i < buffer.rank; ++i) {
    const std::int64_t offset = index[i].literal ? index[i].number : 0;
    if (offset >= 0 && offset + value.extents[i] <= buffer.extents[i]) continue;
    view.broken(Rule::buffer_range, say("[", offset, ", ", offset + value.extents[i], ") along axis ", i,
                                        " of ", typed(view, 0), ", which has ", buffer.extents[i]));
  }
}

}  // namespace tilefuzz::ir
