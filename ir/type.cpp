#include "ir/type.h"

#include <algorithm>
#include <string_view>

namespace tilefuzz::ir {
namespace {

Type make(TypeKind kind, Element element, std::span<const std::int32_t> extents) {
  Type type;
  type.kind = kind;
  type.element = element;
  type.rank = static_cast<std::uint8_t>(std::min<std::size_t>(extents.size(), kMaxRank));
  std::copy_n(extents.begin(), type.rank, type.extents.begin());
  return type;
}

std::string_view pattern(Sparsity sparsity) {
  switch (sparsity) {
    case Sparsity::s1of2:
      return "1:2";
    case Sparsity::s2of4:
      return "2:4";
    case Sparsity::s4of8p:
      return "4:8p";
    case Sparsity::none:
      break;
  }
  return "none";
}

std::string shape_text(const Type& type) {
  std::string out;
  for (const std::int32_t extent : type.shape()) out += std::to_string(extent) + "x";
  return out + std::string(numeric::name(type.element));
}

std::string open_extents(int rank) {
  std::string out = "[";
  for (int i = 0; i < rank; ++i) out += i == 0 ? "?" : ", ?";
  return out + "]";
}

}  // namespace

Type Type::scalar(Element element) { return make(TypeKind::tile, element, {}); }
Type Type::tile(Element element, std::span<const std::int32_t> extents) {
  return make(TypeKind::tile, element, extents);
}
Type Type::tile(Element element, std::initializer_list<std::int32_t> extents) {
  return make(TypeKind::tile, element, {extents.begin(), extents.size()});
}
Type Type::sparse(Sparsity sparsity, Element element, std::span<const std::int32_t> extents) {
  Type type = make(TypeKind::sparse, element, extents);
  type.sparsity = sparsity;
  return type;
}
Type Type::tensor(Element element, int rank) {
  Type type = make(TypeKind::tensor, element, {});
  type.rank = static_cast<std::uint8_t>(rank);
  return type;
}
Type Type::sparse_tensor(Sparsity sparsity, Element element, int rank) {
  Type type = tensor(element, rank);
  type.kind = TypeKind::sparse_tensor;
  type.sparsity = sparsity;
  return type;
}
Type Type::buffer(Element element, std::span<const std::int32_t> extents) {
  return make(TypeKind::buffer, element, extents);
}
Type Type::poison() {
  Type type;
  type.kind = TypeKind::poison;
  return type;
}

std::int64_t Type::element_count() const {
  std::int64_t count = 1;
  for (const std::int32_t extent : shape()) count *= extent;
  return count;
}

bool Type::is_memory() const {
  return kind == TypeKind::tensor || kind == TypeKind::sparse_tensor || kind == TypeKind::buffer;
}

Type Type::with_element(Element other) const {
  Type type = *this;
  type.element = other;
  return type;
}

Type Type::with_shape(std::span<const std::int32_t> other) const {
  Type type = make(kind, element, other);
  type.sparsity = sparsity;
  return type;
}

std::string to_string(const Type& type) {
  switch (type.kind) {
    case TypeKind::none:
      return "<no type>";
    case TypeKind::poison:
      return "<unknown>";
    case TypeKind::tile:
      return type.rank == 0 ? std::string(numeric::name(type.element)) : "tile<" + shape_text(type) + ">";
    case TypeKind::sparse:
      return "sparse<" + std::string(pattern(type.sparsity)) + ", " + shape_text(type) + ">";
    case TypeKind::tensor:
      return "tensor<" + std::string(numeric::name(type.element)) + ", " + open_extents(type.rank) + ">";
    case TypeKind::sparse_tensor:
      return "sparse_tensor<" + std::string(pattern(type.sparsity)) + ", " +
             std::string(numeric::name(type.element)) + ", " + open_extents(type.rank) + ">";
    case TypeKind::buffer:
      return "buffer<" + shape_text(type) + ">";
  }
  return "<unknown>";
}

}  // namespace tilefuzz::ir
