#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/operation.h"

namespace tilefuzz::ir {

// The one table of operations. Parser, printer, verifier, builder, JSON form, documentation and mutators
// read it; adding an operation starts here.

enum class Arity : std::uint8_t { one, optional, many };

// What an operand slot takes. Elementwise slots also take a scalar (it is splat) or an i32 literal when
// the partner's elements are integers.
enum class Accepts : std::uint8_t {
  value,       // any tile
  mma_left,    // tile or sparse
  anything,    // tile or sparse: carried, yielded
  arithmetic,  // tile of i8..i64 or f16 bf16 f32 f64
  arithmetic_float,
  integer,  // i8..i64
  integer_or_bool,
  boolean,     // i1
  index,       // integer scalar or literal (a slice, tile or element number)
  index_tile,  // i32 or i64 tile, broadcastable to the access shape, or a scalar
  tensor,      // parameter in global memory, dense
  any_tensor,  // dense or sparse
  buffer,
};

// How the type of the result follows from the operands.
enum class ResultRule : std::uint8_t {
  none,         // no result
  written,      // stands in the text after the operation
  elementwise,  // shape of the first ranked operand, element of the first value operand
  compare,      // as elementwise, element i1
  choose,       // select: shape of the ranked operands, element of the sides
  same,         // the type of slot 0
  accumulator,  // the type of slot `c`
  second,       // the type of slot 1
  permuted,
  concatenated,
  reduced,
  index,       // i32 scalar
  atomic_old,  // the type of the value operand; the result may be left out
  region,      // for, while, if: types of the carried or yielded values
};

enum class Effect : std::uint8_t { pure, reads, writes, reads_writes, control };  // on memory: slot 0

// Whether the row's text form is driven by `format` or by a parser of its own.
enum class Syntax : std::uint8_t { format, for_, while_, if_ };

enum class HintPlace : std::uint8_t { none, kernel, loop, access, mma, sparse_param, sparse_load, buffer };

struct Slot {
  std::string_view name;
  Arity arity = Arity::one;
  Accepts accepts = Accepts::value;
};

// `format` is a list of pieces, in the order of the text:
//   $slot         one operand             $slot...       operands, comma-separated
//   [$slot...]    operands in brackets    [data]         the permutation, in brackets
//   literal       the constant's data     <key>          an attribute: a word of its enumeration or a number
//   {key}         a flag, if set          (word <key>)?  a word and an attribute, if set
//   (word $s)?    a word and an operand, if present      , and other words: themselves
struct OpRow {
  Opcode opcode{};
  std::string_view name;
  std::string_view format;
  std::span<const Slot> slots;
  std::uint8_t regions = 0;
  ResultRule result = ResultRule::none;
  Effect effect = Effect::pure;
  HintPlace hints = HintPlace::none;
  std::string_view doc;  // one line for docs/ir.md and errors
  Syntax syntax = Syntax::format;

  bool has_counts() const;  // whether Op::counts is filled
  int slot_index(std::string_view slot_name) const;
  bool is_terminator() const;
};

std::span<const OpRow> operation_table();
const OpRow& row(Opcode opcode);
const OpRow* find_operation(std::string_view name);

struct AttributeRow {
  AttributeKey key{};
  std::string_view name;                    // as the format strings and JSON write it
  std::span<const std::string_view> words;  // of an enumeration, in its order; empty: a number or a flag
  bool flag = false;
  std::string_view flag_word = {};  // text of a flag; empty: same as `name`
};

std::span<const AttributeRow> attribute_table();
const AttributeRow& row(AttributeKey key);
std::optional<AttributeKey> find_attribute(std::string_view name);

// A hint's value is a number in [low, high], or one of `words` (stored as index). A word that ends in
// `(n)` takes a number in [low, high]: stored as n * kWordStride + index.
inline constexpr std::int32_t kWordStride = 8;
struct HintRow {
  HintKey key{};
  std::string_view name;
  std::span<const std::string_view> words;
  std::int32_t low = 0;
  std::int32_t high = 0;
  std::span<const HintPlace> places;
};

std::span<const HintRow> hint_table();
const HintRow& row(HintKey key);
std::optional<HintKey> find_hint(std::string_view name);

}  // namespace tilefuzz::ir
