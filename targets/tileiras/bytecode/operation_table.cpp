#include "targets/tileiras/bytecode/operation_table.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace tilefuzz::targets::tileiras::bytecode {

namespace {

struct Line {
  Opcode opcode;
  std::string_view name;
  std::uint8_t since;
  std::string_view encoding;
};

using enum Opcode;

// Encodings follow the public dialect definition (NVIDIA/cuda-tile, Ops.td and BytecodeOpcodes.td) and what
// tileiras accepts.
constexpr Line kLines[] = {
    {absf, "absf", 1, "R1 O(x)"},
    {absi, "absi", 1, "R1 O(x)"},
    {addf, "addf", 1, "R1 F{ftz} A(rnd:rounding) O(lhs rhs)"},
    {addi, "addi", 1, "R1 A(ovf:overflow) O(lhs rhs)"},
    {andi, "andi", 1, "R1 O(lhs rhs)"},
    {assert_, "assert", 1, "R- A(s:message) O(condition)"},
    {assume, "assume", 1, "R1 A(tag:predicate) O(value)"},
    {atomic_cas_tko, "atomic_cas_tko", 1,
     "R2 F{mask,token} A(mord:order scope:scope) O(pointers compare value mask? token?)"},
    {atomic_rmw_tko, "atomic_rmw_tko", 1,
     "R2 F{mask,token} A(mord:order scope:scope rmw:mode) O(pointers value mask? token?)"},
    {bitcast, "bitcast", 1, "R1 O(x)"},
    {break_, "break", 1, "R0 O(# xs*)"},
    {broadcast, "broadcast", 1, "R1 O(x)"},
    {cat, "cat", 1, "R1 A(i:axis) O(lhs rhs)"},
    {ceil, "ceil", 1, "R1 O(x)"},
    {cmpf, "cmpf", 1, "R1 A(pred:predicate ord:ordering) O(lhs rhs)"},
    {cmpi, "cmpi", 1, "R1 A(pred:predicate sgn:signedness) O(lhs rhs)"},
    {constant, "constant", 1, "R1 A(c:value)"},
    {continue_, "continue", 1, "R0 O(# xs*)"},
    {cos, "cos", 1, "R1 O(x)"},
    {cosh, "cosh", 1, "R1 O(x)"},
    {divf, "divf", 1, "R1 F{ftz} A(rnd:rounding) O(lhs rhs)"},
    {divi, "divi", 1, "R1 A(sgn:signedness rnd:rounding) O(lhs rhs)"},
    {exp, "exp", 1, "R1 A(rnd:rounding=5@3) O(x)"},
    {exp2, "exp2", 1, "R1 F{ftz} O(x)"},
    {exti, "exti", 1, "R1 A(sgn:signedness) O(x)"},
    {extract, "extract", 1, "Rn O(# x index*)"},
    {floor, "floor", 1, "R1 O(x)"},
    {fma, "fma", 1, "R1 F{ftz} A(rnd:rounding) O(lhs rhs acc)"},
    {for_, "for", 1, "Rn F{unsigned}@2 O(# lower upper step init*) G1"},
    {ftof, "ftof", 1, "R1 A(rnd:rounding) O(x)"},
    {ftoi, "ftoi", 1, "R1 F{saturating}@4 A(sgn:signedness rnd:rounding) O(x)"},
    {get_global, "get_global", 1, "R1 A(s:name)"},
    {get_index_space_shape, "get_index_space_shape", 1, "Rn O(view)"},
    {get_num_tile_blocks, "get_num_tile_blocks", 1, "R3"},
    {get_tensor_shape, "get_tensor_shape", 1, "Rn O(view)"},
    {get_tile_block_id, "get_tile_block_id", 1, "R3"},
    {if_, "if", 1, "Rn O(condition) G2"},
    {int_to_ptr, "int_to_ptr", 1, "R1 O(x)"},
    {iota, "iota", 1, "R1"},
    {itof, "itof", 1, "R1 A(sgn:signedness rnd:rounding) O(x)"},
    {join_tokens, "join_tokens", 1, "Rn O(# tokens*)"},
    {load_ptr_tko, "load_ptr_tko", 1,
     "R2 F{scope,hints,mask,padding,token} A(mord:order scope:scope? hints:hints?) "
     "O(pointers mask? padding? token?)"},
    {load_view_tko, "load_view_tko", 1,
     "Rn F{scope,hints,token} A(mord:order scope:scope? hints:hints? b8:inbounds@4) O(view n:index* token?)"},
    {log, "log", 1, "R1 O(x)"},
    {log2, "log2", 1, "R1 O(x)"},
    {loop, "loop", 1, "Rn O(# init*) G1"},
    {make_partition_view, "make_partition_view", 1, "R1 O(view)"},
    {make_tensor_view, "make_tensor_view", 1, "Rn O(base n:extents* n:strides*)"},
    {make_token, "make_token", 1, "R1"},
    {maxf, "maxf", 1, "R1 F{nan,ftz} O(lhs rhs)"},
    {maxi, "maxi", 1, "R1 A(sgn:signedness) O(lhs rhs)"},
    {minf, "minf", 1, "R1 F{nan,ftz} O(lhs rhs)"},
    {mini, "mini", 1, "R1 A(sgn:signedness) O(lhs rhs)"},
    {mmaf, "mmaf", 1, "R1 F{fast}@3 O(lhs rhs acc)"},
    {mmai, "mmai", 1, "R1 A(sgn:lhs sgn:rhs) O(lhs rhs acc)"},
    {mulf, "mulf", 1, "R1 F{ftz} A(rnd:rounding) O(lhs rhs)"},
    {mulhii, "mulhii", 1, "R1 O(lhs rhs)"},
    {muli, "muli", 1, "R1 A(ovf:overflow) O(lhs rhs)"},
    {negf, "negf", 1, "R1 O(x)"},
    {negi, "negi", 1, "R1 A(ovf:overflow@2) O(x)"},
    {offset, "offset", 1, "R1 O(pointers offsets)"},
    {ori, "ori", 1, "R1 O(lhs rhs)"},
    {permute, "permute", 1, "R1 A(i32:permutation) O(x)"},
    {pow, "pow", 1, "R1 O(lhs rhs)"},
    {print_tko, "print_tko", 1, "Rn F{token}@2 A(s:format) O(n:values* token?)"},
    {ptr_to_int, "ptr_to_int", 1, "R1 O(x)"},
    {ptr_to_ptr, "ptr_to_ptr", 1, "R1 O(x)"},
    {reduce, "reduce", 1, "Rn A(i:axis tags:identities) O(# xs*) G1"},
    {remf, "remf", 1, "R1 O(lhs rhs)"},
    {remi, "remi", 1, "R1 A(sgn:signedness) O(lhs rhs)"},
    {reshape, "reshape", 1, "R1 O(x)"},
    {return_, "return", 1, "R0 O(# xs*)"},
    {rsqrt, "rsqrt", 1, "R1 F{ftz} O(x)"},
    {scan, "scan", 1, "Rn A(i:axis b:reverse tags:identities) O(# xs*) G1"},
    {select, "select", 1, "R1 O(condition lhs rhs)"},
    {shli, "shli", 1, "R1 A(ovf:overflow) O(lhs rhs)"},
    {shri, "shri", 1, "R1 A(sgn:signedness) O(lhs rhs)"},
    {sin, "sin", 1, "R1 O(x)"},
    {sinh, "sinh", 1, "R1 O(x)"},
    {sqrt, "sqrt", 1, "R1 F{ftz} A(rnd:rounding) O(x)"},
    {store_ptr_tko, "store_ptr_tko", 1,
     "R1 F{scope,hints,mask,token} A(mord:order scope:scope? hints:hints?) O(pointers value mask? token?)"},
    {store_view_tko, "store_view_tko", 1,
     "Rn F{scope,hints,token} A(mord:order scope:scope? hints:hints? b8:inbounds@4) "
     "O(value view n:index* token?)"},
    {subf, "subf", 1, "R1 F{ftz} A(rnd:rounding) O(lhs rhs)"},
    {subi, "subi", 1, "R1 A(ovf:overflow) O(lhs rhs)"},
    {tan, "tan", 1, "R1 O(x)"},
    {tanh, "tanh", 1, "R1 A(rnd:rounding=5@2) O(x)"},
    {trunci, "trunci", 1, "R1 A(ovf:overflow) O(x)"},
    {xori, "xori", 1, "R1 O(lhs rhs)"},
    {yield, "yield", 1, "R0 O(# xs*)"},
    {atan2, "atan2", 2, "R1 O(lhs rhs)"},
    {pack, "pack", 3, "R1 O(x)"},
    {unpack, "unpack", 3, "R1 O(x)"},
    {alloca_, "alloca", 3, "R1 F{global} A(i:elements i:alignment)"},
    {mmaf_scaled, "mmaf_scaled", 3, "R1 O(lhs rhs acc lhs_scale rhs_scale)"},
    {make_gather_scatter_view, "make_gather_scatter_view", 3, "R1 O(view)"},
    {make_strided_view, "make_strided_view", 3, "R1 O(view)"},
    {atomic_red_view_tko, "atomic_red_view_tko", 3,
     "Rn F{token} A(mord:order scope:scope rmw:mode b8:inbounds@5) O(view n:index* value token?)"},
    {insert, "insert", 4, "Rn O(# x destination index*)"},
    {gdc_launch_dependents_tko, "gdc_launch_dependents_tko", 4, "R1 O(# token*)"},
    {gdc_wait_tko, "gdc_wait_tko", 4, "R1 O(# token*)"},
    {fpowi, "fpowi", 4, "R1 O(lhs rhs)"},
    {memory_fence_alias_tko, "memory_fence_alias_tko", 4, "R1 O(token)"},
};
constexpr std::size_t kOpcodes = 123;

std::string_view next_word(std::string_view& text, std::string_view separators) {
  const std::size_t begin = text.find_first_not_of(separators);
  if (begin == std::string_view::npos) {
    text = {};
    return {};
  }
  text.remove_prefix(begin);
  const std::size_t end = std::min(text.find_first_of(separators), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::uint64_t number_after(std::string_view word, char mark, std::uint64_t otherwise) {
  const std::size_t at = word.find(mark);
  if (at == std::string_view::npos) return otherwise;
  std::uint64_t value = otherwise;
  std::from_chars(word.data() + at + 1, word.data() + word.size(), value);
  return value;
}

OperationRow::Kind kind_of(std::string_view type) {
  using Kind = OperationRow::Kind;
  if (type == "b") return Kind::boolean;
  if (type == "tag") return Kind::tagged;
  if (type == "tags") return Kind::tagged_array;
  if (type == "hints") return Kind::hints;
  if (type == "i32") return Kind::int32_list;
  if (type == "b8") return Kind::bool_list;
  return Kind::scalar;
}

std::int8_t flag_index(const OperationRow& row, std::string_view name) {
  for (std::size_t i = 0; i < row.flags.size(); ++i) {
    if (row.flags[i] == name) return static_cast<std::int8_t>(i);
  }
  return -1;
}

void parse_attributes(std::string_view body, OperationRow& row) {
  for (auto word = next_word(body, " "); !word.empty(); word = next_word(body, " ")) {
    OperationRow::Attribute attribute;
    const std::size_t colon = word.find(':');
    attribute.type = word.substr(0, colon);
    attribute.kind = kind_of(attribute.type);
    const std::string_view rest = word.substr(colon + 1);
    attribute.name = rest.substr(0, rest.find_first_of("?=@"));
    if (rest.find('?') != std::string_view::npos) attribute.flag = flag_index(row, attribute.name);
    attribute.before = number_after(rest, '=', 0);
    attribute.since = static_cast<std::uint8_t>(number_after(rest, '@', 1));
    row.attributes.push_back(attribute);
  }
}

void parse_operands(std::string_view body, OperationRow& row) {
  using Count = OperationRow::Operand::Count;
  for (auto word = next_word(body, " "); !word.empty(); word = next_word(body, " ")) {
    if (word == "#") {
      row.total_first = true;
      continue;
    }
    OperationRow::Operand operand;
    if (word.starts_with("n:")) {
      operand.count = Count::counted_group;
      word.remove_prefix(2);
      word.remove_suffix(1);
    } else if (word.ends_with('*')) {
      operand.count = Count::rest;
      word.remove_suffix(1);
    } else if (word.ends_with('?')) {
      operand.count = Count::optional;
      word.remove_suffix(1);
      operand.flag = flag_index(row, word);
    }
    operand.name = word;
    row.operands.push_back(operand);
  }
}

OperationRow parse(const Line& line) {
  OperationRow row;
  row.opcode = line.opcode;
  row.name = line.name;
  row.since = line.since;
  std::string_view text = line.encoding;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) break;
    const char field = text.front();
    text.remove_prefix(1);
    if (field == 'R') {
      const char count = text.front();
      text.remove_prefix(1);
      using Results = OperationRow::Results;
      row.results = count == '-'   ? Results::nothing
                    : count == '0' ? Results::literal_zero
                    : count == 'n' ? Results::counted
                                   : Results::fixed;
      if (row.results == Results::fixed) row.result_count = static_cast<std::uint8_t>(count - '0');
    } else if (field == 'G') {
      row.regions = static_cast<std::uint8_t>(text.front() - '0');
      text.remove_prefix(1);
    } else {
      const std::size_t end = text.find_first_of(")}");
      std::string_view body = text.substr(1, end - 1);
      text.remove_prefix(end + 1);
      if (field == 'A') parse_attributes(body, row);
      if (field == 'O') parse_operands(body, row);
      if (field == 'F') {
        row.has_flags = true;
        for (auto word = next_word(body, ","); !word.empty(); word = next_word(body, ","))
          row.flags.push_back(word);
        if (text.starts_with('@')) {
          row.flags_since = static_cast<std::uint8_t>(text[1] - '0');
          text.remove_prefix(2);
        }
      }
    }
  }
  return row;
}

struct Table {
  std::vector<OperationRow> rows;
  std::array<const OperationRow*, kOpcodes> by_opcode{};
};

const Table& table() {
  static const Table built = [] {
    Table result;
    result.rows.reserve(std::size(kLines));
    for (const Line& line : kLines) {
      result.rows.push_back(parse(line));
      result.by_opcode[static_cast<std::size_t>(line.opcode)] = &result.rows.back();
    }
    return result;
  }();
  return built;
}

}  // namespace

std::uint32_t OperationRow::bit(std::string_view flag) const {
  const std::int8_t index = flag_index(*this, flag);
  return index < 0 ? 0 : 1u << index;
}

std::size_t OperationRow::scalar_count() const {
  std::size_t count = 0;
  for (const Attribute& attribute : attributes) {
    count += attribute.kind == Kind::scalar || attribute.kind == Kind::boolean ? 1 : 0;
  }
  return count;
}

const OperationRow* find_row(std::uint64_t opcode) {
  return opcode < kOpcodes ? table().by_opcode[opcode] : nullptr;
}

const OperationRow& row(Opcode opcode) {
  const OperationRow* found = find_row(static_cast<std::uint64_t>(opcode));
  if (found == nullptr) std::abort();  // every enumerator has a line: held by the table's test
  return *found;
}

std::optional<Opcode> opcode_named(std::string_view name) {
  for (const OperationRow& row : table().rows) {
    if (row.name == name) return row.opcode;
  }
  return std::nullopt;
}

std::uint16_t highest_opcode() { return kOpcodes - 1; }

}  // namespace tilefuzz::targets::tileiras::bytecode
