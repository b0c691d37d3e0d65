#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilefuzz::targets::tileiras::bytecode {

// What is wrong with a file, and at which byte of it.
struct FormatError {
  std::size_t offset = 0;
  std::string message;
};

// Primitives of the container: unsigned LEB128 of at most 64 bits, zigzag, little-endian integers,
// and padding (byte 0xCB) to alignments that count from the start of the file.
class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void varint(std::uint64_t value);
  void zigzag(std::int64_t value);
  void fixed32(std::uint32_t value) { fixed(value, 4); }
  void fixed64(std::uint64_t value) { fixed(value, 8); }
  void raw(std::string_view bytes) { bytes_.append(bytes); }
  void pad(std::size_t alignment);

  std::size_t size() const { return bytes_.size(); }
  std::string_view view() const { return bytes_; }
  void clear() { bytes_.clear(); }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::string take() { return std::move(bytes_); }

 private:
  void fixed(std::uint64_t value, int width);
  std::string bytes_;
};

// Reads the same primitives from hostile bytes. The first mistake is kept, every later read gives 0, so a
// caller checks `ok()` where a wrong value could cost time or memory and once at the end.
class ByteReader {
 public:
  // `origin` is the position of the first byte within the file.
  explicit ByteReader(std::string_view bytes, std::size_t origin = 0) : bytes_(bytes), origin_(origin) {}

  std::uint8_t byte();
  std::uint64_t varint();
  std::int64_t zigzag();
  std::uint32_t fixed32() { return static_cast<std::uint32_t>(fixed(4)); }
  std::uint64_t fixed64() { return fixed(8); }
  std::string_view raw(std::uint64_t size);
  void align(std::uint64_t alignment);
  // A count of items that take at least `item_bytes` bytes each: more than can still follow is a mistake.
  std::uint64_t count(std::size_t item_bytes = 1);
  std::uint32_t id();  // varint that must fit 32 bits

  void fail(std::string message);
  bool ok() const { return !failed_; }
  bool at_end() const { return position_ == bytes_.size(); }
  std::size_t remaining() const { return bytes_.size() - position_; }
  std::size_t offset() const { return origin_ + position_; }
  const FormatError& error() const { return error_; }

 private:
  std::uint64_t fixed(int width);
  std::string_view bytes_;
  std::size_t origin_;
  std::size_t position_ = 0;
  bool failed_ = false;
  FormatError error_;
};

}  // namespace tilefuzz::targets::tileiras::bytecode
