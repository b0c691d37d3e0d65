#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "targets/tileiras/bytecode/type.h"

namespace tilefuzz::targets::tileiras::bytecode {

using StringId = std::uint32_t;    // index into Module::strings
using ConstantId = std::uint32_t;  // index into Module::constants

enum class AttributeTag : std::uint8_t {
  integer = 1,
  floating = 2,
  boolean = 3,
  type = 4,
  string = 5,
  array = 6,
  dense = 7,
  div_by = 8,
  same_elements = 9,
  dictionary = 10,
  hints = 11,  // dictionary of dictionaries, by architecture or `default`
  bounded = 12,
};

// A self-contained attribute: a tag byte, then what the tag says. Fields in use:
//   integer, floating   type, value = bit pattern, zero-extended
//   boolean, type, string   value
//   dense               type, value = constant id
//   array               items
//   dictionary, hints   keys and items of equal length
//   div_by              value = divisor; first = every, second = along
//   bounded             first = lower, second = upper bound
//   same_elements       numbers
struct Attribute {
  AttributeTag tag = AttributeTag::integer;
  TypeId type = 0;
  std::uint64_t value = 0;
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> second;
  std::vector<StringId> keys;
  std::vector<Attribute> items;
  std::vector<std::int64_t> numbers;

  bool operator==(const Attribute&) const = default;
};

Attribute integer(TypeId type, std::uint64_t bits);
Attribute floating(TypeId type, std::uint64_t bits);
Attribute boolean(bool value);
Attribute divisible(std::uint64_t divisor);
Attribute bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper);
Attribute array(std::vector<Attribute> items);
Attribute dictionary(std::vector<StringId> keys, std::vector<Attribute> items);
Attribute hints(std::vector<StringId> keys, std::vector<Attribute> items);

// Width of the floating payload depends on the element type, so the type table is needed.
void encode_tagged(const Attribute& attribute, const std::vector<Type>& types, ByteWriter& out);
void encode_dictionary_body(const Attribute& attribute, const std::vector<Type>& types, ByteWriter& out);

Attribute decode_tagged(ByteReader& in, const std::vector<Type>& types, int depth = 0);
Attribute decode_dictionary_body(ByteReader& in, const std::vector<Type>& types, AttributeTag tag,
                                 int depth = 0);

}  // namespace tilefuzz::targets::tileiras::bytecode
