#include "targets/tileiras/bytecode/encode.h"

#include <utility>

#include "targets/tileiras/bytecode/container.h"
#include "targets/tileiras/bytecode/operation_table.h"

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

class FunctionEncoder {
 public:
  FunctionEncoder(const Module& module, ByteWriter& out, std::vector<DebugId>& locations)
      : module_(module), out_(out), locations_(locations) {}

  void operations(const Block& block) {
    for (const Operation& operation : block.operations) encode(operation);
  }

  const std::string& error() const { return error_; }

 private:
  void need(bool condition, const OperationRow& row, std::string_view what) {
    if (condition || !error_.empty()) return;
    error_ = std::string(row.name) + ": " + std::string(what);
  }

  void encode(const Operation& operation) {
    const OperationRow& row = bytecode::row(operation.opcode);
    need(module_.version.minor >= row.since, row, "the operation is newer than the file's version");
    locations_.push_back(operation.location);
    out_.varint(static_cast<std::uint64_t>(operation.opcode));
    results(operation, row);
    if (row.has_flags && module_.version.minor >= row.flags_since) {
      out_.varint(operation.flags);
    } else {
      need(operation.flags == 0, row, "a flag is newer than the file's version");
    }
    attributes(operation, row);
    operands(operation, row);
    regions(operation, row);
  }

  void results(const Operation& operation, const OperationRow& row) {
    using Results = OperationRow::Results;
    if (row.results == Results::counted || row.results == Results::literal_zero) {
      out_.varint(operation.results.size());
    } else {
      need(operation.results.size() == row.result_count, row, "wrong number of results");
    }
    for (const TypeId type : operation.results) out_.varint(type);
  }

  void attributes(const Operation& operation, const OperationRow& row) {
    using Kind = OperationRow::Kind;
    std::size_t scalar = 0;
    need(operation.scalars.size() == row.scalar_count(), row, "wrong number of attributes");
    if (!error_.empty()) return;
    for (const OperationRow::Attribute& attribute : row.attributes) {
      const bool is_scalar = attribute.kind == Kind::scalar || attribute.kind == Kind::boolean;
      const std::uint64_t value = is_scalar ? operation.scalars[scalar++] : 0;
      if (attribute.flag >= 0 && (operation.flags & (1u << attribute.flag)) == 0) continue;
      if (module_.version.minor < attribute.since) {
        if (is_scalar) need(value == attribute.before, row, "an attribute is newer than the file's version");
        continue;
      }
      switch (attribute.kind) {
        case Kind::scalar:
          out_.varint(value);
          break;
        case Kind::boolean:
          out_.byte(static_cast<std::uint8_t>(value));
          break;
        case Kind::tagged:
        case Kind::hints: {
          need(operation.attributes.size() == 1, row, "needs one tagged attribute");
          if (!error_.empty()) return;
          const Attribute& tagged = operation.attributes.front();
          if (attribute.kind == Kind::hints) {
            encode_dictionary_body(tagged, module_.types, out_);
          } else {
            encode_tagged(tagged, module_.types, out_);
          }
          break;
        }
        case Kind::tagged_array:
          out_.varint(operation.attributes.size());
          for (const Attribute& item : operation.attributes) encode_tagged(item, module_.types, out_);
          break;
        case Kind::int32_list:
          out_.varint(operation.numbers.size());
          for (const std::int32_t number : operation.numbers)
            out_.fixed32(static_cast<std::uint32_t>(number));
          break;
        case Kind::bool_list:
          out_.varint(operation.numbers.size());
          for (const std::int32_t number : operation.numbers) out_.byte(number != 0 ? 1 : 0);
          break;
      }
    }
  }

  void operands(const Operation& operation, const OperationRow& row) {
    using Count = OperationRow::Operand::Count;
    if (row.total_first) out_.varint(operation.operands.size());
    std::size_t next = 0;
    std::size_t group = 0;
    const auto put = [&](std::size_t count) {
      need(next + count <= operation.operands.size(), row, "too few operands");
      if (!error_.empty()) return;
      for (std::size_t i = 0; i < count; ++i) out_.varint(operation.operands[next++]);
    };
    for (const OperationRow::Operand& operand : row.operands) {
      switch (operand.count) {
        case Count::one:
          put(1);
          break;
        case Count::optional:
          put((operation.flags >> operand.flag) & 1);
          break;
        case Count::counted_group: {
          need(group < operation.groups.size(), row, "an operand group lacks its size");
          if (!error_.empty()) return;
          const std::uint32_t count = operation.groups[group++];
          out_.varint(count);
          put(count);
          break;
        }
        case Count::rest:
          put(operation.operands.size() - std::min(next, operation.operands.size()));
          break;
      }
    }
    need(next == operation.operands.size(), row, "too many operands");
  }

  void regions(const Operation& operation, const OperationRow& row) {
    need(operation.regions.size() == row.regions, row, "wrong number of regions");
    if (row.regions == 0 || !error_.empty()) return;
    out_.varint(row.regions);
    for (const Block& block : operation.regions) {
      out_.varint(1);
      out_.varint(block.arguments.size());
      for (const TypeId type : block.arguments) out_.varint(type);
      out_.varint(block.operations.size());
      operations(block);
    }
  }

  const Module& module_;
  ByteWriter& out_;
  std::vector<DebugId>& locations_;
  std::string error_;
};

void section(Section id, std::size_t alignment, std::string_view payload, ByteWriter& out) {
  out.byte(static_cast<std::uint8_t>(id) | (alignment > 1 ? kAligned : 0));
  out.varint(payload.size());
  if (alignment > 1) {
    out.varint(alignment);
    out.pad(alignment);
  }
  out.raw(payload);
}

// Count, offsets of `width` bytes, data. The payload starts on the section's alignment, so alignments within
// may count from the payload.
template <class Items, class Put>
void table(const Items& items, int width, ByteWriter& out, Put put) {
  out.varint(items.size());
  out.pad(static_cast<std::size_t>(width));
  ByteWriter data;
  for (const auto& item : items) {
    width == 4 ? out.fixed32(static_cast<std::uint32_t>(data.size())) : out.fixed64(data.size());
    put(item, data);
  }
  out.raw(data.view());
}

std::string encode_functions(const Module& module, ByteWriter& out,
                             std::vector<std::vector<DebugId>>& locations) {
  out.varint(module.functions.size());
  ByteWriter body;
  const bool since_5 = module.version.minor >= 5;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const Function& function = module.functions[i];
    const bool hinted = !function.hints.empty();
    out.varint(function.name);
    out.varint(function.type);
    out.byte(static_cast<std::uint8_t>((function.entry ? kEntryFunction : 0) |
                                       (hinted && !since_5 ? kFunctionHasHints : 0)));
    out.varint(module.debug.empty() ? 0 : i + 1);
    // From 13.5 on an entry always has hints, empty ones if need be, and a list of argument attributes.
    if (hinted || (since_5 && function.entry)) {
      encode_tagged(hinted ? function.hints.front() : hints({}, {}), module.types, out);
    }
    if (since_5) encode_tagged(array({}), module.types, out);
    body.clear();
    locations[i].push_back(function.location);
    FunctionEncoder encoder(module, body, locations[i]);
    encoder.operations(function.body);
    if (!encoder.error().empty()) return encoder.error();
    out.varint(body.size());
    out.raw(body.view());
  }
  return {};
}

void encode_debug(const Module& module, const std::vector<std::vector<DebugId>>& locations, ByteWriter& out) {
  out.varint(locations.size());
  out.pad(4);
  std::size_t start = 0;
  for (const auto& function : locations) {
    out.fixed32(static_cast<std::uint32_t>(start));
    start += function.size();
  }
  out.varint(start);
  out.pad(8);
  for (const auto& function : locations) {
    for (const DebugId id : function) out.fixed64(id);
  }
  table(module.debug, 4, out, [&](const DebugRecord& record, ByteWriter& data) {
    data.byte(static_cast<std::uint8_t>(record.tag));
    for (const std::uint64_t field : record.fields) data.varint(field);
    if (record.tag == DebugTag::subprogram && module.version.minor >= 5) data.varint(0);
  });
}

void encode_globals(const Module& module, ByteWriter& out) {
  out.varint(module.globals.size());
  for (const Global& global : module.globals) {
    out.varint(global.name);
    out.varint(global.type);
    out.varint(global.value);
    out.varint(global.alignment);
    if (module.version.minor < 3) continue;
    out.varint(global.is_private ? 1 : 0);
    out.varint(global.is_constant ? 1 : 0);
  }
}

}  // namespace

Result<std::string, FormatError> encode(const Module& module) {
  for (const Type& type : module.types) {
    if (module.version.minor < first_minor(type.tag)) {
      return fail(
          FormatError{0, "type " + std::string(name(type.tag)) + " is newer than the file's version"});
    }
  }
  ByteWriter out;
  out.reserve(4096);
  out.raw(kMagic);
  out.byte(kMajor);
  out.byte(module.version.minor);
  out.byte(0);
  out.byte(0);

  ByteWriter payload;
  payload.reserve(2048);
  std::vector<std::vector<DebugId>> locations(module.functions.size());
  std::string mistake = encode_functions(module, payload, locations);
  if (!mistake.empty()) return fail(FormatError{0, std::move(mistake)});
  section(Section::functions, 8, payload.view(), out);
  if (!module.globals.empty()) {
    payload.clear();
    encode_globals(module, payload);
    section(Section::globals, 1, payload.view(), out);
  }
  payload.clear();
  table(module.constants, 8, payload, [](const std::string& bytes, ByteWriter& data) {
    data.varint(bytes.size());
    data.raw(bytes);
  });
  section(Section::constants, 8, payload.view(), out);
  if (!module.debug.empty()) {
    payload.clear();
    encode_debug(module, locations, payload);
    section(Section::debug, 8, payload.view(), out);
  }
  payload.clear();
  table(module.types, 4, payload,
        [&](const Type& type, ByteWriter& data) { encode(type, module.version, data); });
  section(Section::types, 4, payload.view(), out);
  payload.clear();
  table(module.strings, 4, payload, [](const std::string& text, ByteWriter& data) { data.raw(text); });
  section(Section::strings, 4, payload.view(), out);
  out.byte(static_cast<std::uint8_t>(Section::end));
  return out.take();
}

}  // namespace tilefuzz::targets::tileiras::bytecode
