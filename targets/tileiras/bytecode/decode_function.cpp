#include "targets/tileiras/bytecode/decode_function.h"

#include <string>
#include <utility>

#include "targets/tileiras/bytecode/container.h"
#include "targets/tileiras/bytecode/operation_table.h"

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

// The IR allows 64 levels; emission adds a few (a loop for a `for` with `break`).
constexpr int kDeepestRegion = 200;

class BodyDecoder {
 public:
  BodyDecoder(ByteReader& in, const Module& module) : in_(in), module_(module) {}

  void parameters(const std::vector<TypeId>& types) { values_ = static_cast<ValueId>(types.size()); }

  Operation operation(int depth) {
    Operation result;
    const OperationRow* row = find_row(in_.varint());
    if (row == nullptr) {
      in_.fail("unknown opcode");
      return result;
    }
    result.opcode = row->opcode;
    if (module_.version.minor < row->since)
      in_.fail(std::string(row->name) + " is newer than the file's version");
    results(result, *row);
    if (row->has_flags && module_.version.minor >= row->flags_since) {
      result.flags = in_.id();
      if (result.flags >> row->flags.size() != 0) in_.fail(std::string(row->name) + ": unknown flags");
    }
    attributes(result, *row);
    operands(result, *row);
    if (row->regions > 0) regions(result, *row, depth);
    values_ += static_cast<ValueId>(result.results.size());
    return result;
  }

 private:
  TypeId type() {
    const TypeId id = in_.id();
    if (id >= module_.types.size()) in_.fail("a type index is out of range");
    return id;
  }

  void results(Operation& operation, const OperationRow& row) {
    using Results = OperationRow::Results;
    std::uint64_t n = row.result_count;
    if (row.results == Results::counted || row.results == Results::literal_zero) n = in_.count();
    if (row.results == Results::literal_zero && n != 0) in_.fail(std::string(row.name) + " has no results");
    for (std::uint64_t i = 0; i < n && in_.ok(); ++i) operation.results.push_back(type());
  }

  void attributes(Operation& operation, const OperationRow& row) {
    using Kind = OperationRow::Kind;
    for (const OperationRow::Attribute& attribute : row.attributes) {
      const bool is_scalar = attribute.kind == Kind::scalar || attribute.kind == Kind::boolean;
      const bool flagged = attribute.flag < 0 || (operation.flags & (1u << attribute.flag)) != 0;
      if (!flagged || module_.version.minor < attribute.since) {
        if (is_scalar) operation.scalars.push_back(flagged ? attribute.before : 0);
        continue;
      }
      switch (attribute.kind) {
        case Kind::scalar:
          operation.scalars.push_back(in_.varint());
          break;
        case Kind::boolean:
          operation.scalars.push_back(in_.byte());
          break;
        case Kind::tagged:
          operation.attributes.push_back(decode_tagged(in_, module_.types));
          break;
        case Kind::hints:
          operation.attributes.push_back(decode_dictionary_body(in_, module_.types, AttributeTag::hints));
          break;
        case Kind::tagged_array: {
          const std::uint64_t n = in_.count(2);
          for (std::uint64_t i = 0; i < n && in_.ok(); ++i) {
            operation.attributes.push_back(decode_tagged(in_, module_.types));
          }
          break;
        }
        case Kind::int32_list: {
          const std::uint64_t n = in_.count(4);
          for (std::uint64_t i = 0; i < n; ++i) {
            operation.numbers.push_back(static_cast<std::int32_t>(in_.fixed32()));
          }
          break;
        }
        case Kind::bool_list: {
          const std::uint64_t n = in_.count();
          for (std::uint64_t i = 0; i < n; ++i) operation.numbers.push_back(in_.byte());
          break;
        }
      }
    }
  }

  void operands(Operation& operation, const OperationRow& row) {
    using Count = OperationRow::Operand::Count;
    const std::uint64_t total = row.total_first ? in_.count() : 0;
    const auto take = [&](std::uint64_t n) {
      for (std::uint64_t i = 0; i < n && in_.ok(); ++i) {
        const ValueId id = in_.id();
        if (id >= values_)
          in_.fail(std::string(row.name) + ": operand %" + std::to_string(id) + " is not defined");
        operation.operands.push_back(id);
      }
    };
    for (const OperationRow::Operand& operand : row.operands) {
      switch (operand.count) {
        case Count::one:
          take(1);
          break;
        case Count::optional:
          take((operation.flags >> operand.flag) & 1);
          break;
        case Count::counted_group: {
          const std::uint64_t n = in_.count();
          operation.groups.push_back(static_cast<std::uint32_t>(n));
          take(n);
          break;
        }
        case Count::rest:
          if (total < operation.operands.size()) in_.fail(std::string(row.name) + ": too few operands");
          if (in_.ok()) take(total - operation.operands.size());
          break;
      }
    }
  }

  void regions(Operation& operation, const OperationRow& row, int depth) {
    if (depth > kDeepestRegion) return in_.fail("regions are nested too deeply");
    if (in_.varint() != row.regions) return in_.fail(std::string(row.name) + ": wrong number of regions");
    for (int region = 0; region < row.regions && in_.ok(); ++region) {
      if (in_.varint() != 1) return in_.fail("a region must have one block");
      const ValueId before = values_;
      Block block;
      const std::uint64_t arguments = in_.count();
      for (std::uint64_t i = 0; i < arguments && in_.ok(); ++i) block.arguments.push_back(type());
      values_ += static_cast<ValueId>(arguments);
      const std::uint64_t n = in_.count(2);
      for (std::uint64_t i = 0; i < n && in_.ok(); ++i)
        block.operations.push_back(this->operation(depth + 1));
      values_ = before;
      operation.regions.push_back(std::move(block));
    }
  }

  ByteReader& in_;
  const Module& module_;
  ValueId values_ = 0;
};

struct LocationWalk {
  const std::vector<DebugId>& locations;
  std::size_t next;
  std::size_t debug_records;
  ByteReader& in;

  DebugId take() {
    if (next >= locations.size() || locations[next] > debug_records) {
      in.fail("a debug index is out of range");
      return 0;
    }
    return locations[next++];
  }
  void walk(Block& block) {
    for (Operation& operation : block.operations) {
      operation.location = take();
      for (Block& region : operation.regions) walk(region);
    }
  }
};

}  // namespace

Function decode_function(ByteReader& in, const Module& module) {
  Function function;
  const bool since_5 = module.version.minor >= 5;
  function.name = in.id();
  function.type = in.id();
  const std::uint8_t flags = in.byte();
  function.entry = (flags & kEntryFunction) != 0;
  in.varint();  // which debug list: always this function's own
  if (since_5 ? function.entry : (flags & kFunctionHasHints) != 0) {
    Attribute hints = decode_tagged(in, module.types);
    if (hints.tag != AttributeTag::hints) in.fail("a function's hints are not a hint attribute");
    if (!hints.keys.empty()) function.hints.push_back(std::move(hints));
  }
  if (since_5 && decode_tagged(in, module.types).tag != AttributeTag::array)
    in.fail("argument attributes expected");
  const std::uint64_t size = in.varint();
  const std::size_t offset = in.offset();
  const std::string_view bytes = in.raw(size);
  if (!in.ok()) return function;
  if (function.name >= module.strings.size() || function.type >= module.types.size() ||
      module.types[function.type].tag != TypeTag::function) {
    in.fail("a function's name or type is out of range");
    return function;
  }
  function.body.arguments = module.types[function.type].parameters;
  ByteReader body(bytes, offset);
  BodyDecoder decoder(body, module);
  decoder.parameters(function.body.arguments);
  while (body.ok() && !body.at_end()) function.body.operations.push_back(decoder.operation(0));
  if (!body.ok()) in.fail(body.error().message + " (byte " + std::to_string(body.error().offset) + ")");
  return function;
}

void assign_locations(Function& function, const std::vector<DebugId>& locations, std::size_t start,
                      ByteReader& in) {
  LocationWalk walk{locations, start, SIZE_MAX, in};
  function.location = walk.take();
  walk.walk(function.body);
}

}  // namespace tilefuzz::targets::tileiras::bytecode
