#include <algorithm>
#include <array>

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool keeps_element(const OpView& view, const Type& from, const Type& to) {
  if (from.element == to.element) return true;
  view.broken(Rule::shape_element, say("from ", numeric::name(from.element), " to ",
                                       numeric::name(to.element), "; elements keep their type"));
  return false;
}

void check_permutation(const OpView& view) {
  const auto& data = view.op.data;
  const int rank = view.slot_type(0).rank;
  std::array<bool, kMaxRank> seen{};
  bool good = data.size() == static_cast<std::size_t>(rank);
  for (std::size_t i = 0; good && i < data.size(); ++i) {
    good = data[i] >= 0 && data[i] < rank && !seen[static_cast<std::size_t>(data[i])];
    if (good) seen[static_cast<std::size_t>(data[i])] = true;
  }
  if (good) return;
  std::string text;
  for (std::size_t i = 0; i < data.size() && i < 8; ++i) text += say(i == 0 ? "" : ", ", data[i]);
  view.broken(Rule::permute_permutation,
              say("[", text, "] is not a permutation of the ", rank, " axes of ", typed(view, 0)));
}

void check_reshape(const OpView& view, const Type& from, const Type& to) {
  const std::int64_t count = element_count(from);
  const std::int64_t wanted = element_count(to);
  if (count < 0 || wanted < 0 || count == wanted) return;
  view.broken(Rule::reshape_count,
              say(typed(view, 0), " has ", count, " elements, ", to_string(to), " has ", wanted));
}

void check_broadcast(const OpView& view, const Type& from, const Type& to) {
  if (broadcasts(from, to)) return;
  view.broken(Rule::broadcast_extents, say(typed(view, 0), " to ", shape_text(to.shape()),
                                           "; the rank stays, and only extents of 1 change"));
}

// Extents that the source counts slices in, along each axis.
void check_indices(const OpView& view, const Type& whole, const Type& piece, std::span<const Operand> index) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    const std::int32_t slices = whole.extents[i] / piece.extents[i];
    if (index[i].literal && (index[i].number < 0 || index[i].number >= slices))
      view.broken(Rule::slice_range, say("slice ", index[i].number, " along axis ", i, ", which has ", slices,
                                         " slices of ", piece.extents[i]));
  }
}

bool divides(const OpView& view, const Type& whole, const Type& piece) {
  for (std::size_t i = 0; i < whole.rank; ++i) {
    if (piece.extents[i] > 0 && whole.extents[i] % piece.extents[i] == 0) continue;
    view.broken(Rule::slice_divides, say("the slice's extent ", piece.extents[i], " along axis ", i,
                                         " does not divide ", whole.extents[i]));
    return false;
  }
  return true;
}

}  // namespace

bool broadcasts(const Type& from, const Type& to) {
  if (from.rank == 0) return true;
  if (from.rank != to.rank) return false;
  for (std::size_t i = 0; i < from.rank; ++i) {
    if (from.extents[i] != 1 && from.extents[i] != to.extents[i]) return false;
  }
  return true;
}

void check_shape(const OpView& view) {
  const Type& from = view.slot_type(0);
  if (view.op.code == Opcode::permute) {
    check_permutation(view);
    return;
  }
  const Type& to = view.result_type();
  if (!keeps_element(view, from, to)) return;
  if (view.op.code == Opcode::reshape) check_reshape(view, from, to);
  if (view.op.code == Opcode::broadcast) check_broadcast(view, from, to);
}

void check_slice(const OpView& view) {
  const bool insert = view.op.code == Opcode::insert;
  const Type& whole = view.slot_type(insert ? 1 : 0);
  const Type& piece = insert ? view.slot_type(0) : view.result_type();
  const auto index = view.slot(insert ? 2 : 1);
  if (!keeps_element(view, whole, piece)) return;
  if (whole.rank != piece.rank || index.size() != whole.rank) {
    view.broken(Rule::slice_rank,
                say(typed(view, insert ? 1 : 0), " has ", int{whole.rank}, " axes, the slice ",
                    int{piece.rank}, ", and there are ", index.size(), " indices"));
    return;
  }
  if (divides(view, whole, piece)) check_indices(view, whole, piece, index);
}

void check_concat(const OpView& view) {
  const auto parts = view.slot(0);
  const std::int64_t axis = view.op.attribute(AttributeKey::axis).value_or(0);
  if (parts.size() < 2) {
    view.broken(Rule::concat_extents, say("has ", parts.size(), " parts, needs two or more"));
    return;
  }
  const Type& first = view.type(parts[0]);
  if (axis < 0 || axis >= first.rank) {
    view.broken(Rule::axis_range, say("axis ", axis, " of ", typed(view.program, parts[0])));
    return;
  }
  for (const Operand& part : parts.subspan(1)) {
    Type other = view.type(part);
    if (!keeps_element(view, first, other)) return;
    other.extents[static_cast<std::size_t>(axis)] = first.extents[static_cast<std::size_t>(axis)];
    if (other.rank == first.rank && other.extents == first.extents) continue;
    view.broken(Rule::concat_extents, say(typed(view.program, part), " and ", typed(view.program, parts[0]),
                                          " differ off axis ", axis));
  }
}

}  // namespace tilefuzz::ir
