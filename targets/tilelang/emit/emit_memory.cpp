#include <algorithm>

#include "numeric/format.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/sparse_operand.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::AttributeKey;
using ir::Element;
using ir::HintKey;
using ir::Op;
using ir::Operand;
using ir::Padding;
using ir::Type;
using ir::ValueId;

namespace {

std::int64_t padding_bits(Padding padding, Element element) {
  if (numeric::is_integer(element)) return 0;
  switch (padding) {
    case Padding::zero:
      return 0;
    case Padding::neg_zero:
      return static_cast<std::int64_t>(numeric::sign_bit(element));
    case Padding::nan:
      return static_cast<std::int64_t>(numeric::canonical_nan(element));
    case Padding::inf:
      return static_cast<std::int64_t>(numeric::infinity(element).value_or(numeric::canonical_nan(element)));
    case Padding::neg_inf:
      return static_cast<std::int64_t>(numeric::infinity(element).value_or(0) | numeric::sign_bit(element));
  }
  return 0;
}

}  // namespace

int Emitter::stages() const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (const auto hint = frame->op->hint(HintKey::stages)) return std::max<int>(*hint, 1);
  }
  return 1;
}

std::string Emitter::access(ValueId memory, std::span<const std::string> index) {
  return home(memory).name + "[" + joined({index.begin(), index.end()}, ", ") + "]";
}

std::vector<std::string> Emitter::corner(const Op& op, std::span<const std::int32_t> tile) {
  const auto indices = op.slot(1);
  if (indices.size() < tile.size()) refuse("a tile of higher rank than its tensor");
  const std::size_t skipped = indices.size() - tile.size();
  std::vector<std::string> out;
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    const bool counts_tiles = axis >= skipped && !op.has(AttributeKey::at);
    out.push_back(times(index(indices[axis]), counts_tiles ? tile[axis - skipped] : 1));
  }
  return out;
}

// Whether an element index lies inside the tensor.
std::string Emitter::in_range(const Op& op, std::span<const std::string> index) {
  const int number = program_.param_index(op.operands[0].number);
  if (number < 0) return "True";
  std::string text;
  for (std::size_t axis = 0; axis < index.size(); ++axis) {
    const std::string here = index[axis] + " < " + extents_[static_cast<std::size_t>(number)][axis];
    text = text.empty() ? here : call("T.And", {text, here});
  }
  return text;
}

std::string Emitter::copy_hints(const Op& op) const {
  std::string out;
  if (const auto width = op.hint(HintKey::coalesced_width))
    out += ", coalesced_width=" + std::to_string(*width);
  if (op.hint(HintKey::tma) == 0) out += ", disable_tma=True";
  static constexpr std::string_view kEvictions[] = {"evict_normal", "evict_first", "evict_last"};
  if (const auto eviction = op.hint(HintKey::eviction); eviction && *eviction >= 0 && *eviction < 3) {
    out += ", eviction_policy=" + quoted(kEvictions[static_cast<std::size_t>(*eviction)]);
  }
  return out;
}

void Emitter::load_scalar(const Op& op, const std::vector<std::string>& start) {
  const Type& t = type(op.result());
  std::string text = access(op.operands[0].number, start);
  if (const auto padding = op.attribute(AttributeKey::pad)) {
    const std::string other =
        literal(t.element, padding_bits(static_cast<Padding>(*padding), t.element), analysis_.has_gemm_sp());
    text = call("T.if_then_else", {in_range(op, start), text, other});
  }
  define_scalar(op.result(), t.element == Element::i1 ? text + " != T.int8(0)" : text);
}

void Emitter::load(const Op& op) {
  const Type& t = type(op.result());
  if (t.kind == ir::TypeKind::sparse) return load_sparse(op);
  const std::vector<std::string> start = corner(op, t.shape());
  if (t.is_scalar()) return load_scalar(op, start);
  const ValueId tensor = op.operands[0].number;
  const std::string name = make_tile(op.result(), stages());
  const auto padding = static_cast<Padding>(op.attribute(AttributeKey::pad).value_or(0));
  // T.copy fills what lies outside with zeros.
  const std::int64_t bits = padding_bits(padding, t.element);
  if (bits == 0) {
    body_.line("T.copy(" + access(tensor, start) + ", " + name + copy_hints(op) + ")");
    settle(op.result());
    return;
  }
  const auto variables = parallel_variables(t.rank);
  std::vector<std::string> at = start;
  const std::size_t skipped = start.size() - t.rank;
  for (std::size_t axis = 0; axis < t.rank; ++axis)
    at[axis + skipped] = plus(start[axis + skipped], variables[axis]);
  parallel(t.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " +
             call("T.if_then_else",
                  {in_range(op, at), access(tensor, at), literal(t.element, bits, analysis_.has_gemm_sp())}));
  body_.close();
}

void Emitter::load_sparse(const Op& op) {
  const Type& t = type(op.result());
  const int number = program_.param_index(op.operands[0].number);
  if (number < 0 || t.rank != 2)
    refuse("a sparse load of rank other than 2, or from something else than a parameter");
  const SparseOperand operand = sparse_operand(program_.params[static_cast<std::size_t>(number)], t);
  const bool is_unsigned = analysis_.is_unsigned_sparse(op.result());
  const std::string base = base_name(op.result());
  const std::int32_t values[] = {t.extents[0], operand.stored_columns(t.extents[1])};
  const std::int32_t positions[] = {t.extents[0], operand.metadata_columns(t.extents[1])};

  Home made;
  made.kind = Home::Kind::sparse;
  made.metadata = alloc_shared(base + "_e", positions, operand.metadata_dtype(), stages());
  made.name =
      alloc_shared(base, values, is_unsigned ? unsigned_dtype(t.element) : dtype_of(t.element), stages());
  sparse_of_[made.metadata] = operand;
  if (op.hint(HintKey::layout) == kInterleaved) {
    layouts_.push_back(
        made.metadata + ": " +
        operand.layout_call(made.metadata, is_unsigned ? "uint8" : dtype_of(t.element), t.extents[1]));
    metadata_layout_ = true;
  }
  home(op.result()) = made;

  const auto indices = op.slot(1);
  const bool at = op.has(AttributeKey::at);
  const std::string row = at ? index(indices[0]) : times(index(indices[0]), t.extents[0]);
  const auto column = [&](std::int32_t tile, std::int32_t divisor) {
    if (!at) return times(index(indices[1]), tile);
    return "(" + index(indices[1]) + ") // " + std::to_string(divisor);
  };
  const Home& tensor = home(op.operands[0].number);
  const std::string copy_values = "T.copy(" + tensor.name + "[" + row + ", " +
                                  column(values[1], operand.logical_per_stored()) + "], " + made.name +
                                  copy_hints(op) + ")";
  const std::string copy_positions = "T.copy(" + tensor.metadata + "[" + row + ", " +
                                     column(positions[1], operand.logical_per_metadata()) + "], " +
                                     made.metadata + copy_hints(op) + ")";
  body_.line(options_.metadata_first ? copy_positions : copy_values);
  body_.line(options_.metadata_first ? copy_values : copy_positions);
}

void Emitter::store(const Op& op) {
  const Operand value = op.slot(2)[0];
  const Type t = program_.type(value);
  const ValueId tensor = op.operands[0].number;
  const std::vector<std::string> start = corner(op, t.shape());
  if (t.is_scalar()) {
    std::vector<std::string> at = start;
    at.back() = plus(at.back(), "i");
    const std::int32_t one[] = {1};
    parallel(one);
    body_.open("if " + in_range(op, at) + ":");
    body_.line(access(tensor, at) + " = " + element(value, {}));
    body_.close();
    body_.close();
    return;
  }
  const Home& h = home(value.number);
  const std::string source = h.kind == Home::Kind::accumulator ? h.name : shared(value);
  body_.line("T.copy(" + source + ", " + access(tensor, start) + copy_hints(op) + ")");
}

std::vector<std::string> Emitter::element_index(std::span<const Operand> operands,
                                                std::span<const std::string> at) {
  std::vector<std::string> out;
  for (const Operand& operand : operands) {
    if (!operand.is_value() || program_.type(operand).is_scalar()) {
      out.push_back(index(operand));
      continue;
    }
    const Type t = program_.type(operand);
    std::vector<std::string> inner;
    const std::size_t skipped = at.size() - t.rank;
    for (std::size_t axis = 0; axis < t.rank; ++axis)
      inner.push_back(t.extents[axis] == 1 ? "0" : at[axis + skipped]);
    out.push_back(element(operand, inner));
  }
  return out;
}

void Emitter::gather(const Op& op) {
  const Type& t = type(op.result());
  const auto variables = parallel_variables(t.rank);
  const std::string name = make_shared(op.result());
  for (const Operand& operand : op.operands) {
    if (operand.is_value() && program_.type(operand).is_tile()) shared_value(operand);
  }
  parallel(t.shape());
  std::string text = access(op.operands[0].number, element_index(op.slot(1), variables));
  if (!op.slot(2).empty()) {
    const std::string fill = op.slot(3).empty() ? literal(t.element, 0, analysis_.has_gemm_sp())
                                                : element_index(op.slot(3), variables)[0];
    text = call("T.if_then_else", {element_index(op.slot(2), variables)[0] + " != T.int8(0)", text, fill});
  }
  body_.line(name + "[" + (variables.empty() ? "0" : joined(variables, ", ")) + "] = " + text);
  body_.close();
}

void Emitter::scatter(const Op& op) {
  const Operand value = op.slot(2)[0];
  const Type t = program_.type(value);
  const auto variables = parallel_variables(t.rank);
  parallel(t.shape());
  const bool masked = !op.slot(3).empty();
  if (masked) body_.open("if " + element_index(op.slot(3), variables)[0] + " != T.int8(0):");
  body_.line(access(op.operands[0].number, element_index(op.slot(1), variables)) + " = " +
             element_index(op.slot(2), variables)[0]);
  if (masked) body_.close();
  body_.close();
}

void Emitter::atomic(const Op& op) {
  const Operand value = op.slot(2)[0];
  const auto kind = static_cast<ir::AtomicKind>(op.attribute(AttributeKey::atomic).value_or(0));
  Type shape = program_.type(value);
  for (const Operand& operand : op.slot(1)) {
    if (operand.is_value() && program_.type(operand).rank > shape.rank) shape = program_.type(operand);
  }
  const std::string_view function = kind == ir::AtomicKind::add   ? "T.atomic_add"
                                    : kind == ir::AtomicKind::min ? "T.atomic_min"
                                    : kind == ir::AtomicKind::max ? "T.atomic_max"
                                    : kind == ir::AtomicKind::or_ ? "T.atomic_or"
                                                                  : "";
  if (function.empty()) refuse("TileLang has atomic add, min, max and or only");
  if (op.has(AttributeKey::is_unsigned)) refuse("TileLang's atomics are signed");
  const bool wanted = op.result() >= 0 && !analysis_.uses(op.result()).empty();
  const auto variables = parallel_variables(shape.rank);
  const std::string old = wanted ? make_shared(op.result()) : "";
  parallel(shape.shape());
  const bool masked = !op.slot(4).empty();
  if (masked) body_.open("if " + element_index(op.slot(4), variables)[0] + " != T.int8(0):");
  std::vector<std::string> arguments = {access(op.operands[0].number, element_index(op.slot(1), variables)),
                                        element_index(op.slot(2), variables)[0]};
  if (wanted) arguments.emplace_back("return_prev=True");
  body_.line((wanted ? old + "[" + (variables.empty() ? "0" : joined(variables, ", ")) + "] = " : "") +
             call(function, arguments));
  if (masked) body_.close();
  body_.close();
}

void Emitter::alloc(const Op& op) {
  const Type& t = type(op.result());
  Home made;
  made.kind = Home::Kind::shared;
  made.name = alloc_shared(base_name(op.result()), t.shape(), dtype_of(t.element));
  home(op.result()) = made;
  constexpr int kSwizzled = 4;
  if (const auto layout = op.hint(HintKey::layout); layout && *layout % 8 == kSwizzled && t.rank == 2) {
    layouts_.push_back(made.name + ": make_swizzled_layout(" + made.name + ")");
    swizzled_ = true;
  }
}

void Emitter::read(const Op& op) {
  const Type& t = type(op.result());
  const auto indices = op.slot(1);
  const std::size_t skipped = indices.size() - t.rank;
  const auto variables = parallel_variables(t.rank);
  std::vector<std::string> at;
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    at.push_back(axis < skipped ? index(indices[axis])
                                : plus(index(indices[axis]), variables[axis - skipped]));
  }
  if (t.is_scalar()) {
    const std::string text = access(op.operands[0].number, at);
    define_scalar(op.result(), t.element == Element::i1 ? text + " != T.int8(0)" : text);
    return;
  }
  const std::string name = make_shared(op.result());
  parallel(t.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " + access(op.operands[0].number, at));
  body_.close();
}

void Emitter::write(const Op& op) {
  const Operand value = op.slot(2)[0];
  const Type t = program_.type(value);
  const auto indices = op.slot(1);
  const std::size_t skipped = indices.size() - t.rank;
  const auto variables = parallel_variables(t.rank);
  std::vector<std::string> at;
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    at.push_back(axis < skipped ? index(indices[axis])
                                : plus(index(indices[axis]), variables[axis - skipped]));
  }
  parallel(t.shape());
  body_.line(access(op.operands[0].number, at) + " = " + element(value, variables));
  body_.close();
}

}  // namespace tilefuzz::targets::tilelang
