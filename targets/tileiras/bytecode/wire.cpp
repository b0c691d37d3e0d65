#include "targets/tileiras/bytecode/wire.h"

#include <utility>

namespace tilefuzz::targets::tileiras::bytecode {

void ByteWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    byte(static_cast<std::uint8_t>(value) | 0x80);
    value >>= 7;
  }
  byte(static_cast<std::uint8_t>(value));
}

void ByteWriter::zigzag(std::int64_t value) {
  varint((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ByteWriter::fixed(std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) byte(static_cast<std::uint8_t>(value >> (8 * i)));
}

void ByteWriter::pad(std::size_t alignment) {
  while (size() % alignment != 0) byte(0xCB);
}

void ByteReader::fail(std::string message) {
  if (failed_) return;
  failed_ = true;
  error_ = {offset(), std::move(message)};
  position_ = bytes_.size();
}

std::uint8_t ByteReader::byte() {
  if (at_end()) {
    fail("the data ends too early");
    return 0;
  }
  return static_cast<std::uint8_t>(bytes_[position_++]);
}

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const std::uint64_t next = byte();
    if (shift == 63 && next > 1) break;
    value |= (next & 0x7F) << shift;
    if ((next & 0x80) == 0) return ok() ? value : 0;
  }
  fail("a variable-length integer has more than 64 bits");
  return 0;
}

std::int64_t ByteReader::zigzag() {
  const std::uint64_t value = varint();
  return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
}

std::uint64_t ByteReader::fixed(int width) {
  const std::string_view data = raw(static_cast<std::uint64_t>(width));
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    value |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(data[i])) << (8 * i);
  }
  return value;
}

std::string_view ByteReader::raw(std::uint64_t size) {
  if (size > remaining()) {
    fail("the data ends too early");
    return {};
  }
  const std::string_view data = bytes_.substr(position_, size);
  position_ += size;
  return data;
}

void ByteReader::align(std::uint64_t alignment) {
  if (alignment == 0 || alignment > 4096) return fail("an alignment is out of range");
  while (ok() && offset() % alignment != 0) byte();
}

std::uint64_t ByteReader::count(std::size_t item_bytes) {
  const std::uint64_t value = varint();
  if (value > remaining() / item_bytes) {
    fail("a count is larger than what follows");
    return 0;
  }
  return value;
}

std::uint32_t ByteReader::id() {
  const std::uint64_t value = varint();
  if (value > UINT32_MAX) {
    fail("an index is out of range");
    return 0;
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace tilefuzz::targets::tileiras::bytecode
