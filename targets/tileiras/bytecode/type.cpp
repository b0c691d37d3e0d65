#include "targets/tileiras/bytecode/type.h"

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

template <class List>
void write_list64(const List& values, ByteWriter& out) {
  out.varint(values.size());
  // The wire marks a run-time extent with the least i64.
  for (const std::int64_t value : values) out.fixed64(static_cast<std::uint64_t>(value));
}

template <class List>
void write_list32(const List& values, ByteWriter& out) {
  out.varint(values.size());
  for (const auto value : values) out.fixed32(static_cast<std::uint32_t>(value));
}

template <class List>
void read_list64(ByteReader& in, List& values) {
  const std::uint64_t n = in.count(8);
  for (std::uint64_t i = 0; i < n; ++i) values.push_back(static_cast<std::int64_t>(in.fixed64()));
}

template <class List>
void read_list32(ByteReader& in, List& values) {
  const std::uint64_t n = in.count(4);
  for (std::uint64_t i = 0; i < n; ++i) values.push_back(static_cast<std::int32_t>(in.fixed32()));
}

void write_ids(const std::vector<TypeId>& ids, ByteWriter& out) {
  out.varint(ids.size());
  for (const TypeId id : ids) out.varint(id);
}

void read_ids(ByteReader& in, std::vector<TypeId>& ids) {
  const std::uint64_t n = in.count();
  for (std::uint64_t i = 0; i < n; ++i) ids.push_back(in.id());
}

Padding read_padding(ByteReader& in) {
  const std::uint8_t value = in.byte();
  if (value > 4) in.fail("unknown padding value");
  return static_cast<Padding>(value);
}

// From 13.3 on a bit field in front says whether a padding byte ends the record; before, a count stands
// just ahead of that byte.
void encode_view(const Type& type, Version version, ByteWriter& out) {
  const bool padded = type.padding != Padding::none;
  if (version.minor >= 3) out.varint(padded ? 1 : 0);
  write_list32(type.extents, out);
  if (type.tag == TypeTag::strided_view) write_list32(type.strides, out);
  out.varint(type.inner);
  if (type.tag == TypeTag::gather_scatter_view) {
    out.varint(type.sparse_axis);
  } else {
    write_list32(type.dim_map, out);
  }
  if (version.minor < 3) out.varint(padded ? 1 : 0);
  if (padded) out.byte(static_cast<std::uint8_t>(type.padding));
}

void decode_view(ByteReader& in, Version version, Type& type) {
  std::uint64_t flags = version.minor >= 3 ? in.varint() : 0;
  read_list32(in, type.extents);
  if (type.tag == TypeTag::strided_view) read_list32(in, type.strides);
  type.inner = in.id();
  if (type.tag == TypeTag::gather_scatter_view) {
    type.sparse_axis = in.id();
  } else {
    read_list32(in, type.dim_map);
  }
  if (version.minor < 3) flags = in.varint();
  if (flags > 1) in.fail("unknown flags of a view type");
  if (flags == 1) type.padding = read_padding(in);
}

}  // namespace

std::string_view name(TypeTag tag) {
  switch (tag) {
    case TypeTag::i1:
      return "i1";
    case TypeTag::i4:
      return "i4";
    case TypeTag::i8:
      return "i8";
    case TypeTag::i16:
      return "i16";
    case TypeTag::i32:
      return "i32";
    case TypeTag::i64:
      return "i64";
    case TypeTag::f16:
      return "f16";
    case TypeTag::bf16:
      return "bf16";
    case TypeTag::f32:
      return "f32";
    case TypeTag::tf32:
      return "tf32";
    case TypeTag::f64:
      return "f64";
    case TypeTag::f8e4m3:
      return "f8E4M3FN";
    case TypeTag::f8e5m2:
      return "f8E5M2";
    case TypeTag::f8e8m0:
      return "f8E8M0FNU";
    case TypeTag::f4e2m1:
      return "f4E2M1FN";
    case TypeTag::f8e5m3:
      return "f8E5M3FNU";
    case TypeTag::pointer:
      return "ptr";
    case TypeTag::tile:
      return "tile";
    case TypeTag::tensor_view:
      return "tensor_view";
    case TypeTag::partition_view:
      return "partition_view";
    case TypeTag::gather_scatter_view:
      return "gather_scatter_view";
    case TypeTag::strided_view:
      return "strided_view";
    case TypeTag::function:
      return "function";
    case TypeTag::token:
      return "token";
  }
  return "unknown";
}

std::string_view name(Padding padding) {
  switch (padding) {
    case Padding::zero:
      return "zero";
    case Padding::neg_zero:
      return "neg_zero";
    case Padding::nan:
      return "nan";
    case Padding::pos_inf:
      return "pos_inf";
    case Padding::neg_inf:
      return "neg_inf";
    case Padding::none:
      return "none";
  }
  return "unknown";
}

std::uint8_t first_minor(TypeTag tag) {
  switch (tag) {
    case TypeTag::f8e8m0:
      return 2;
    case TypeTag::f4e2m1:
    case TypeTag::gather_scatter_view:
    case TypeTag::strided_view:
    case TypeTag::i4:
      return 3;
    case TypeTag::f8e5m3:
      return 4;
    default:
      return 1;
  }
}

bool is_scalar_tag(std::uint64_t tag) {
  return tag <= 11 || tag == 18 || tag == 19 || tag == 22 || tag == 130;
}

void encode(const Type& type, Version version, ByteWriter& out) {
  out.varint(static_cast<std::uint64_t>(type.tag));
  switch (type.tag) {
    case TypeTag::pointer:
      if (version.minor >= 4) out.varint(0);  // no pointer attribute
      out.varint(type.inner);
      break;
    case TypeTag::tile:
      out.varint(type.inner);
      write_list64(type.extents, out);
      break;
    case TypeTag::tensor_view:
      if (version.minor >= 4) out.varint(0);
      out.varint(type.inner);
      write_list64(type.extents, out);
      write_list64(type.strides, out);
      break;
    case TypeTag::partition_view:
    case TypeTag::gather_scatter_view:
    case TypeTag::strided_view:
      encode_view(type, version, out);
      break;
    case TypeTag::function:
      write_ids(type.parameters, out);
      write_ids(type.results, out);
      break;
    default:
      break;
  }
}

Type decode_type(ByteReader& in, Version version) {
  Type type;
  const std::uint64_t tag = in.varint();
  if (!is_scalar_tag(tag) && (tag < 12 || tag > 21)) {
    in.fail("unknown type tag " + std::to_string(tag));
    return type;
  }
  type.tag = static_cast<TypeTag>(tag);
  if (version.minor < first_minor(type.tag)) in.fail("a type is newer than the file's version");
  const bool may_have_pointer_attribute =
      version.minor >= 4 && (type.tag == TypeTag::pointer || type.tag == TypeTag::tensor_view);
  // The only pointer attribute there is, "default", means the same as none.
  const bool has_pointer_attribute = may_have_pointer_attribute && in.varint() != 0;
  switch (type.tag) {
    case TypeTag::pointer:
      type.inner = in.id();
      break;
    case TypeTag::tile:
      type.inner = in.id();
      read_list64(in, type.extents);
      break;
    case TypeTag::tensor_view:
      type.inner = in.id();
      read_list64(in, type.extents);
      read_list64(in, type.strides);
      break;
    case TypeTag::partition_view:
    case TypeTag::gather_scatter_view:
    case TypeTag::strided_view:
      decode_view(in, version, type);
      break;
    case TypeTag::function:
      read_ids(in, type.parameters);
      read_ids(in, type.results);
      break;
    default:
      break;
  }
  if (has_pointer_attribute) in.byte();
  return type;
}

}  // namespace tilefuzz::targets::tileiras::bytecode
