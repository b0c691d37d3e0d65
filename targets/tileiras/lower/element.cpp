#include "targets/tileiras/lower/element.h"

#include "numeric/format.h"

namespace tilefuzz::targets::tileiras {

using bytecode::TypeTag;
using ir::Element;

TypeTag type_tag(Element element) {
  switch (element) {
    case Element::i1:
      return TypeTag::i1;
    case Element::i8:
      return TypeTag::i8;
    case Element::i16:
      return TypeTag::i16;
    case Element::i32:
      return TypeTag::i32;
    case Element::i64:
      return TypeTag::i64;
    case Element::f16:
      return TypeTag::f16;
    case Element::bf16:
      return TypeTag::bf16;
    case Element::f32:
      return TypeTag::f32;
    case Element::f64:
      return TypeTag::f64;
    case Element::tf32:
      return TypeTag::tf32;
    case Element::f8e4m3:
      return TypeTag::f8e4m3;
    case Element::f8e5m2:
      return TypeTag::f8e5m2;
    case Element::f8e8m0:
      return TypeTag::f8e8m0;
    case Element::f4e2m1:
      return TypeTag::f4e2m1;
  }
  return TypeTag::i32;
}

std::uint64_t tile_ir_bits(Element element, std::uint64_t bits) {
  bits &= numeric::bit_mask(element);
  return element == Element::tf32 ? bits >> 13 : bits;
}

void append_element(Element element, std::uint64_t bits, std::string& bytes) {
  bits = tile_ir_bits(element, bits);
  if (element == Element::i1) bits = bits != 0 ? 0xFF : 0;
  const int size = element == Element::tf32 ? 3 : numeric::storage_bytes(element);
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(bits >> (8 * i));
}

}  // namespace tilefuzz::targets::tileiras
