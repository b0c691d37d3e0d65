#include "targets/tileiras/bytecode/attribute.h"

#include <string>
#include <utility>

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

// Attributes nest twice in practice (hints by architecture); hostile files may not nest without end.
constexpr int kDeepestAttribute = 16;

bool is_one_byte(const std::vector<Type>& types, TypeId type) {
  if (type >= types.size()) return false;
  switch (types[type].tag) {
    case TypeTag::f8e4m3:
    case TypeTag::f8e5m2:
    case TypeTag::f8e8m0:
    case TypeTag::f4e2m1:
    case TypeTag::f8e5m3:
      return true;
    default:
      return false;
  }
}

void encode_bounds(const Attribute& attribute, ByteWriter& out) {
  out.byte(static_cast<std::uint8_t>((attribute.first ? 1 : 0) | (attribute.second ? 2 : 0)));
  if (attribute.first) out.zigzag(*attribute.first);
  if (attribute.second) out.zigzag(*attribute.second);
}

void decode_bounds(ByteReader& in, Attribute& attribute) {
  const std::uint8_t present = in.byte();
  if (present > 3) in.fail("unknown flags of an attribute");
  if (present & 1) attribute.first = in.zigzag();
  if (present & 2) attribute.second = in.zigzag();
}

}  // namespace

Attribute integer(TypeId type, std::uint64_t bits) {
  Attribute result;
  result.type = type;
  result.value = bits;
  return result;
}

Attribute floating(TypeId type, std::uint64_t bits) {
  Attribute result = integer(type, bits);
  result.tag = AttributeTag::floating;
  return result;
}

Attribute boolean(bool value) {
  Attribute result;
  result.tag = AttributeTag::boolean;
  result.value = value ? 1 : 0;
  return result;
}

Attribute divisible(std::uint64_t divisor) {
  Attribute result;
  result.tag = AttributeTag::div_by;
  result.value = divisor;
  return result;
}

Attribute bounded(std::optional<std::int64_t> lower, std::optional<std::int64_t> upper) {
  Attribute result;
  result.tag = AttributeTag::bounded;
  result.first = lower;
  result.second = upper;
  return result;
}

Attribute array(std::vector<Attribute> items) {
  Attribute result;
  result.tag = AttributeTag::array;
  result.items = std::move(items);
  return result;
}

Attribute dictionary(std::vector<StringId> keys, std::vector<Attribute> items) {
  Attribute result;
  result.tag = AttributeTag::dictionary;
  result.keys = std::move(keys);
  result.items = std::move(items);
  return result;
}

Attribute hints(std::vector<StringId> keys, std::vector<Attribute> items) {
  Attribute result = dictionary(std::move(keys), std::move(items));
  result.tag = AttributeTag::hints;
  return result;
}

void encode_dictionary_body(const Attribute& attribute, const std::vector<Type>& types, ByteWriter& out) {
  out.varint(attribute.keys.size());
  for (std::size_t i = 0; i < attribute.keys.size(); ++i) {
    out.varint(attribute.keys[i]);
    encode_tagged(attribute.items[i], types, out);
  }
}

void encode_tagged(const Attribute& attribute, const std::vector<Type>& types, ByteWriter& out) {
  out.byte(static_cast<std::uint8_t>(attribute.tag));
  switch (attribute.tag) {
    case AttributeTag::integer:
      out.varint(attribute.type);
      out.varint(attribute.value);
      break;
    case AttributeTag::floating:
      out.varint(attribute.type);
      if (is_one_byte(types, attribute.type)) {
        out.byte(static_cast<std::uint8_t>(attribute.value));
      } else {
        out.zigzag(static_cast<std::int64_t>(attribute.value));
      }
      break;
    case AttributeTag::boolean:
      out.byte(static_cast<std::uint8_t>(attribute.value));
      break;
    case AttributeTag::type:
    case AttributeTag::string:
      out.varint(attribute.value);
      break;
    case AttributeTag::array:
      out.varint(attribute.items.size());
      for (const Attribute& item : attribute.items) encode_tagged(item, types, out);
      break;
    case AttributeTag::dense:
      out.varint(attribute.type);
      out.varint(attribute.value);
      break;
    case AttributeTag::div_by:
      out.varint(attribute.value);
      encode_bounds(attribute, out);
      break;
    case AttributeTag::same_elements:
      out.varint(attribute.numbers.size());
      for (const std::int64_t number : attribute.numbers) out.fixed64(static_cast<std::uint64_t>(number));
      break;
    case AttributeTag::dictionary:
    case AttributeTag::hints:
      encode_dictionary_body(attribute, types, out);
      break;
    case AttributeTag::bounded:
      encode_bounds(attribute, out);
      break;
  }
}

Attribute decode_dictionary_body(ByteReader& in, const std::vector<Type>& types, AttributeTag tag,
                                 int depth) {
  Attribute result;
  result.tag = tag;
  const std::uint64_t n = in.count(2);
  for (std::uint64_t i = 0; i < n && in.ok(); ++i) {
    result.keys.push_back(in.id());
    result.items.push_back(decode_tagged(in, types, depth + 1));
  }
  return result;
}

Attribute decode_tagged(ByteReader& in, const std::vector<Type>& types, int depth) {
  Attribute result;
  const std::uint8_t tag = in.byte();
  if (tag < 1 || tag > 12) {
    in.fail("unknown attribute tag " + std::to_string(tag));
    return result;
  }
  if (depth > kDeepestAttribute) {
    in.fail("attributes are nested too deeply");
    return result;
  }
  result.tag = static_cast<AttributeTag>(tag);
  switch (result.tag) {
    case AttributeTag::integer:
    case AttributeTag::dense:
      result.type = in.id();
      result.value = in.varint();
      break;
    case AttributeTag::floating:
      result.type = in.id();
      result.value = is_one_byte(types, result.type) ? in.byte() : static_cast<std::uint64_t>(in.zigzag());
      break;
    case AttributeTag::boolean:
      result.value = in.byte();
      break;
    case AttributeTag::type:
    case AttributeTag::string:
      result.value = in.id();
      break;
    case AttributeTag::array: {
      const std::uint64_t n = in.count(2);
      for (std::uint64_t i = 0; i < n && in.ok(); ++i)
        result.items.push_back(decode_tagged(in, types, depth + 1));
      break;
    }
    case AttributeTag::div_by:
      result.value = in.varint();
      decode_bounds(in, result);
      break;
    case AttributeTag::same_elements: {
      const std::uint64_t n = in.count(8);
      for (std::uint64_t i = 0; i < n; ++i) result.numbers.push_back(static_cast<std::int64_t>(in.fixed64()));
      break;
    }
    case AttributeTag::dictionary:
    case AttributeTag::hints:
      result = decode_dictionary_body(in, types, result.tag, depth);
      break;
    case AttributeTag::bounded:
      decode_bounds(in, result);
      break;
  }
  return result;
}

}  // namespace tilefuzz::targets::tileiras::bytecode
