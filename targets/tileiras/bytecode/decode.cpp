#include "targets/tileiras/bytecode/decode.h"

#include <algorithm>
#include <array>
#include <utility>

#include "targets/tileiras/bytecode/container.h"
#include "targets/tileiras/bytecode/decode_function.h"

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

struct Slice {
  std::string_view bytes;
  std::size_t offset = 0;
  bool present = false;
};

constexpr std::size_t kSections = 8;

// Items of a table; the last one ends where the section ends.
std::vector<Slice> read_table(ByteReader& in, int width) {
  const std::uint64_t n = in.count();
  in.align(static_cast<std::uint64_t>(width));
  if (n > in.remaining() / static_cast<std::size_t>(width)) in.fail("a table is longer than its section");
  std::vector<std::uint64_t> starts;
  for (std::uint64_t i = 0; i < n && in.ok(); ++i) starts.push_back(width == 4 ? in.fixed32() : in.fixed64());
  const std::size_t base = in.offset();
  const std::string_view data = in.raw(in.remaining());
  std::vector<Slice> items;
  for (std::size_t i = 0; i < starts.size() && in.ok(); ++i) {
    const std::uint64_t end = i + 1 < starts.size() ? starts[i + 1] : data.size();
    if (starts[i] > end || end > data.size()) {
      in.fail("a table offset is out of range");
      break;
    }
    items.push_back({data.substr(starts[i], end - starts[i]), base + starts[i], true});
  }
  return items;
}

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : in_(bytes) {}

  Result<Module, FormatError> run() {
    header();
    if (in_.ok()) sections();
    if (!in_.ok()) return tilefuzz::fail(in_.error());
    strings();
    types();
    constants();
    std::vector<DebugId> locations;
    std::vector<std::uint32_t> starts;
    debug(locations, starts);
    globals();
    functions(locations, starts);
    if (failed_) return tilefuzz::fail(error_);
    return std::move(module_);
  }

 private:
  void header() {
    if (in_.raw(kMagic.size()) != kMagic) in_.fail("this is not Tile IR bytecode");
    if (in_.byte() != kMajor) in_.fail("unknown major version");
    module_.version.minor = in_.byte();
    if (module_.version < kOldest || module_.version > kNewest) in_.fail("unknown minor version");
    in_.raw(2);
  }

  void sections() {
    while (in_.ok()) {
      const std::uint8_t id = in_.byte();
      if (id == 0) {
        if (!in_.at_end()) in_.fail("data after the end marker");
        return;
      }
      const std::uint64_t size = in_.varint();
      if ((id & kAligned) != 0) in_.align(in_.varint());
      const std::size_t index = id & 0x7F;
      const std::size_t offset = in_.offset();
      const std::string_view payload = in_.raw(size);
      if (index >= kSections) return in_.fail("unknown section " + std::to_string(index));
      if (slices_[index].present) return in_.fail("a section occurs twice");
      slices_[index] = {payload, offset, true};
    }
  }

  const Slice& slice(Section section) const { return slices_[static_cast<std::size_t>(section)]; }

  // Keeps the first mistake of all sections.
  void note(const ByteReader& reader) {
    if (reader.ok() || failed_) return;
    failed_ = true;
    error_ = reader.error();
  }

  void strings() {
    ByteReader in(slice(Section::strings).bytes, slice(Section::strings).offset);
    if (!slice(Section::strings).present) in.fail("the string section is missing");
    for (const Slice& item : read_table(in, 4)) module_.strings.emplace_back(item.bytes);
    note(in);
  }

  void types() {
    if (!slice(Section::types).present) return;
    ByteReader in(slice(Section::types).bytes, slice(Section::types).offset);
    for (const Slice& item : read_table(in, 4)) {
      ByteReader record(item.bytes, item.offset);
      module_.types.push_back(decode_type(record, module_.version));
      if (record.ok() && !record.at_end()) record.fail("a type record is longer than its content");
      note(record);
    }
    note(in);
    for (const Type& type : module_.types) {
      if (refers_well(type)) continue;
      in.fail("a type refers to one that does not exist or cannot stand there");
      note(in);
    }
  }

  // Also keeps types free of circles.
  bool refers_well(const Type& type) const {
    const auto is = [&](TypeId id, auto allowed) {
      return id < module_.types.size() && allowed(module_.types[id].tag);
    };
    const auto scalar = [](TypeTag tag) { return is_scalar_tag(static_cast<std::uint64_t>(tag)); };
    const auto element = [&](TypeTag tag) { return scalar(tag) || tag == TypeTag::pointer; };
    const auto value = [](TypeTag tag) { return tag != TypeTag::function; };
    switch (type.tag) {
      case TypeTag::pointer:
        return is(type.inner, scalar);
      case TypeTag::tile:
      case TypeTag::tensor_view:
        return is(type.inner, element);
      case TypeTag::partition_view:
      case TypeTag::gather_scatter_view:
      case TypeTag::strided_view:
        return is(type.inner, [](TypeTag tag) { return tag == TypeTag::tensor_view; });
      case TypeTag::function: {
        const auto good = [&](TypeId id) { return is(id, value); };
        return std::all_of(type.parameters.begin(), type.parameters.end(), good) &&
               std::all_of(type.results.begin(), type.results.end(), good);
      }
      default:
        return true;
    }
  }

  void constants() {
    if (!slice(Section::constants).present) return;
    ByteReader in(slice(Section::constants).bytes, slice(Section::constants).offset);
    for (const Slice& item : read_table(in, 8)) {
      ByteReader record(item.bytes, item.offset);
      module_.constants.emplace_back(record.raw(record.varint()));
      note(record);
    }
    note(in);
  }

  void debug(std::vector<DebugId>& locations, std::vector<std::uint32_t>& starts) {
    if (!slice(Section::debug).present) return;
    ByteReader in(slice(Section::debug).bytes, slice(Section::debug).offset);
    const std::uint64_t functions = in.count();
    in.align(4);
    for (std::uint64_t i = 0; i < functions && in.ok(); ++i) starts.push_back(in.fixed32());
    const std::uint64_t total = in.count(8);
    in.align(8);
    for (std::uint64_t i = 0; i < total && in.ok(); ++i) {
      const std::uint64_t id = in.fixed64();
      if (id > UINT32_MAX) in.fail("an index is out of range");
      locations.push_back(static_cast<DebugId>(id));
    }
    for (const Slice& item : read_table(in, 4)) {
      ByteReader record(item.bytes, item.offset);
      debug_record(record);
      note(record);
    }
    note(in);
  }

  void debug_record(ByteReader& in) {
    constexpr std::array<std::size_t, 7> kFields = {0, 1, 2, 4, 4, 6, 2};
    const std::uint8_t tag = in.byte();
    // Tag 0 is what one public writer puts in where there is no debug information.
    if (tag > 6) return in.fail("unknown debug record " + std::to_string(tag));
    DebugRecord record{static_cast<DebugTag>(tag), {}};
    for (std::size_t i = 0; i < kFields[tag]; ++i) record.fields.push_back(in.varint());
    if (record.tag == DebugTag::subprogram && module_.version.minor >= 5) in.varint();
    module_.debug.push_back(std::move(record));
  }

  void globals() {
    if (!slice(Section::globals).present) return;
    ByteReader in(slice(Section::globals).bytes, slice(Section::globals).offset);
    const std::uint64_t n = in.count(4);
    for (std::uint64_t i = 0; i < n && in.ok(); ++i) {
      Global global{in.id(), in.id(), in.id(), in.varint(), false, false};
      if (module_.version.minor >= 3) {
        global.is_private = in.varint() != 0;
        global.is_constant = in.varint() != 0;
      }
      module_.globals.push_back(global);
    }
    note(in);
  }

  void functions(const std::vector<DebugId>& locations, const std::vector<std::uint32_t>& starts) {
    ByteReader in(slice(Section::functions).bytes, slice(Section::functions).offset);
    if (!slice(Section::functions).present) in.fail("the function section is missing");
    if (failed_) return;
    const std::uint64_t n = in.count(5);
    for (std::uint64_t i = 0; i < n && in.ok(); ++i) {
      Function function = decode_function(in, module_);
      if (i < starts.size()) assign_locations(function, locations, starts[i], in);
      module_.functions.push_back(std::move(function));
    }
    if (in.ok() && !in.at_end()) in.fail("data after the last function");
    note(in);
  }

  ByteReader in_;
  Module module_;
  std::array<Slice, kSections> slices_{};
  bool failed_ = false;
  FormatError error_;
};

}  // namespace

Result<Module, FormatError> decode(std::string_view bytes) { return Decoder(bytes).run(); }

}  // namespace tilefuzz::targets::tileiras::bytecode
