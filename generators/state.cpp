#include "generators/state.h"

#include <utility>

namespace tilefuzz::generators {

State::State(Choices& draws, const Context& context, std::string_view name)
    : choices(draws), narrow(draws, context), policy(Policy::draw(draws)), build(program) {
  program.name = name;
  program.types.reserve(96);
  wires.fill(kNone);
  bounds_.reserve(96);
  tensors.reserve(6);
}

Wire State::made(Wire value, double limit) {
  const auto index = static_cast<std::size_t>(value);
  if (bounds_.size() <= index) bounds_.resize(index + 16, largest(ir::Element::f32));
  bounds_[index] = limit;
  const ir::Type& made_type = type(value);
  if (made_type.rank > 0) bytes_ += made_type.element_count() * numeric::storage_bytes(made_type.element);
  return value;
}

double State::bound(Wire value) const {
  const auto index = static_cast<std::size_t>(value);
  return index < bounds_.size() ? bounds_[index] : largest(ir::Element::f32);
}

bool State::has_room(std::int64_t more) const {
  const std::int64_t budget = narrow.shared_budget();
  return budget == 0 || bytes_ + more <= budget;
}

int State::add_tensor(std::string_view name, ir::Element element, int rank, ir::Sparsity sparsity) {
  Tensor tensor;
  tensor.sparse = sparsity != ir::Sparsity::none;
  tensor.value = build.param(name, tensor.sparse ? ir::Type::sparse_tensor(sparsity, element, rank)
                                                 : ir::Type::tensor(element, rank));
  tensor.element = element;
  tensor.rank = rank;
  tensor.bound = kInputBound;
  tensors.push_back(tensor);
  return static_cast<int>(tensors.size()) - 1;
}

Wire State::add_scalar(std::string_view name, Scalar::Use use, std::vector<std::int64_t> rows) {
  const Wire value = build.param(name, ir::Type::scalar(ir::Element::i32));
  scalars.push_back({value, use, std::move(rows)});
  return value;
}

double largest(ir::Element element) {
  switch (element) {
    case ir::Element::i1:
      return 1;
    case ir::Element::i8:
      return 127;
    case ir::Element::i16:
      return 32767;
    case ir::Element::i32:
      return 2147483647;
    case ir::Element::i64:
      return 9e18;
    case ir::Element::f16:
      return 60000;
    default:
      return 1e37;  // bf16, tf32, f32: below the largest of all three; casts to fp8 saturate
  }
}

}  // namespace tilefuzz::generators
