#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::Op;
using ir::Operand;
using ir::Type;

void Emitter::reshape(const Op& op) {
  const Type& to = type(op.result());
  const Type from = program_.type(op.operands[0]);
  if (to.is_scalar()) {
    const std::vector<std::string> zeros(from.rank, "0");
    std::string text =
        from.is_scalar() ? scalar(op.operands[0]) : element(Operand(shared_value(op.operands[0])), zeros);
    if (to.element == ir::Element::i1 && !from.is_scalar()) text += " != T.int8(0)";
    define_scalar(op.result(), text);
    return;
  }
  const Operand source(shared_value(op.operands[0]));
  const std::string name = make_shared(op.result());
  const auto variables = parallel_variables(to.rank);
  std::string linear = "0";
  for (std::size_t axis = 0; axis < to.rank; ++axis) {
    linear = plus(times(linear, to.extents[axis]), to.extents[axis] == 1 ? "0" : variables[axis]);
  }
  std::vector<std::string> at(from.rank);
  std::int64_t inner = from.element_count();
  for (std::size_t axis = 0; axis < from.rank; ++axis) {
    const std::int64_t extent = from.extents[axis];
    inner /= extent;
    std::string index = linear;
    if (inner != 1) index = "(" + index + ") // " + std::to_string(inner);
    if (axis != 0) index = "(" + index + ") % " + std::to_string(extent);
    at[axis] = extent == 1 ? "0" : index;
  }
  parallel(to.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " + element(source, at));
  body_.close();
}

void Emitter::permute(const Op& op) {
  const Type& to = type(op.result());
  if (analysis_.is_folded(op)) {
    Home folded;
    folded.kind = Home::Kind::folded;
    folded.source = shared_value(op.operands[0]);
    home(op.result()) = folded;
    return;
  }
  const Operand source(shared_value(op.operands[0]));
  const std::string name = make_shared(op.result());
  const auto variables = parallel_variables(to.rank);
  std::vector<std::string> at(to.rank);
  for (std::size_t axis = 0; axis < to.rank; ++axis)
    at[static_cast<std::size_t>(op.data[axis])] = variables[axis];
  parallel(to.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " + element(source, at));
  body_.close();
}

// Nothing is written: readers repeat the index. A fragment is never repeated, it would need a layout of
// its own.
void Emitter::broadcast(const Op& op) {
  const Operand source = op.operands[0];
  Home made;
  if (program_.type(source).is_scalar()) {
    made.kind = Home::Kind::splat;
    made.name = element(source, {});
  } else {
    made.kind = Home::Kind::broadcast;
    made.source = shared_value(source);
  }
  home(op.result()) = made;
}

void Emitter::extract(const Op& op) {
  const Type& to = type(op.result());
  const Operand source(shared_value(op.slot(0)[0]));
  const auto indices = op.slot(1);
  const std::size_t rank = program_.type(source).rank;
  if (indices.size() != rank || (!to.is_scalar() && to.rank != rank)) refuse("extract changes the rank");
  const auto variables = parallel_variables(rank);
  std::vector<std::string> at;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::int32_t extent = to.is_scalar() ? 1 : to.extents[axis];
    at.push_back(plus(times(index(indices[axis]), extent), extent == 1 ? "0" : variables[axis]));
  }
  if (to.is_scalar()) {
    const std::string text = element(source, at);
    define_scalar(op.result(), to.element == ir::Element::i1 ? text + " != T.int8(0)" : text);
    return;
  }
  const std::string name = make_shared(op.result());
  parallel(to.shape());
  body_.line(name + "[" + joined(variables, ", ") + "] = " + element(source, at));
  body_.close();
}

void Emitter::insert(const Op& op) {
  const Operand piece(shared_value(op.slot(0)[0]));
  const Operand into = op.slot(1)[0];
  const auto indices = op.slot(2);
  const Type part = program_.type(piece);
  const std::string name = make_shared(op.result());
  assign(home(op.result()), type(op.result()), into);
  const auto variables = parallel_variables(part.rank);
  std::vector<std::string> at;
  for (std::size_t axis = 0; axis < part.rank; ++axis) {
    at.push_back(plus(times(index(indices[axis]), part.extents[axis]), variables[axis]));
  }
  parallel(part.shape());
  body_.line(name + "[" + joined(at, ", ") + "] = " + element(piece, variables));
  body_.close();
}

void Emitter::concat(const Op& op) {
  const auto axis = static_cast<std::size_t>(op.attribute(ir::AttributeKey::axis).value_or(0));
  const std::string name = make_shared(op.result());
  std::int64_t offset = 0;
  for (const Operand& operand : op.slot(0)) {
    const Operand source(shared_value(operand));
    const Type part = program_.type(source);
    const auto variables = parallel_variables(part.rank);
    std::vector<std::string> at = variables;
    at[axis] = plus(at[axis], std::to_string(offset));
    offset += part.extents[axis];
    parallel(part.shape());
    body_.line(name + "[" + joined(at, ", ") + "] = " + element(source, variables));
    body_.close();
  }
}

}  // namespace tilefuzz::targets::tilelang
