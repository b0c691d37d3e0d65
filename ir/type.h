#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "numeric/element.h"
#include "numeric/sparse_codec.h"

namespace tilefuzz::ir {

using numeric::Element;
using numeric::Sparsity;

inline constexpr int kMaxRank = 4;

enum class TypeKind : std::uint8_t {
  none,           // no type yet (a result whose region has not been read)
  poison,         // defined by a statement that was refused; rules skip it, so that errors do not cascade
  tile,           // a value; rank 0 is a scalar
  sparse,         // a structured-sparse value: (stored elements, positions); extents are logical
  tensor,         // a parameter in global memory; its extents and strides stand in Param
  sparse_tensor,  // likewise, structured-sparse along its last axis
  buffer,         // block-local mutable memory, the result of `alloc`; not a value
};

// The type of a value, parameter or buffer. Plain data; extents of tensors are in Param and are 0 here.
struct Type {
  TypeKind kind = TypeKind::none;
  Element element = Element::i32;
  Sparsity sparsity = Sparsity::none;
  std::uint8_t rank = 0;
  std::array<std::int32_t, kMaxRank> extents{};

  static Type scalar(Element element);
  static Type tile(Element element, std::span<const std::int32_t> extents);
  static Type tile(Element element, std::initializer_list<std::int32_t> extents);
  static Type sparse(Sparsity sparsity, Element element, std::span<const std::int32_t> extents);
  static Type tensor(Element element, int rank);
  static Type sparse_tensor(Sparsity sparsity, Element element, int rank);
  static Type buffer(Element element, std::span<const std::int32_t> extents);
  static Type poison();

  std::span<const std::int32_t> shape() const { return {extents.data(), rank}; }
  std::int64_t element_count() const;  // product of the extents, 1 for a scalar
  bool is_scalar() const { return kind == TypeKind::tile && rank == 0; }
  bool is_tile() const { return kind == TypeKind::tile; }
  bool is_memory() const;  // tensor, sparse tensor or buffer
  bool is_value() const { return kind == TypeKind::tile || kind == TypeKind::sparse; }
  Type with_element(Element other) const;
  Type with_shape(std::span<const std::int32_t> other) const;

  friend bool operator==(const Type&, const Type&) = default;
};

// As the text form writes it: `f32`, `tile<128x64xf32>`, `sparse<2:4, 128x128xi8>`, `buffer<64x64xf32>`.
// A tensor is shown with `?` extents; the printer of parameters knows the real ones.
std::string to_string(const Type& type);

}  // namespace tilefuzz::ir
