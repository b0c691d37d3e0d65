#include "ir/operation_table.h"

#include <array>

namespace tilefuzz::ir {
namespace {

using enum Accepts;
constexpr auto kOne = Arity::one;
constexpr auto kOptional = Arity::optional;
constexpr auto kMany = Arity::many;

constexpr Slot kX[] = {{"x", kOne, value}};
constexpr Slot kArithmetic1[] = {{"x", kOne, arithmetic}};
constexpr Slot kFloat1[] = {{"x", kOne, arithmetic_float}};
constexpr Slot kIntegerOrBool1[] = {{"x", kOne, integer_or_bool}};
constexpr Slot kArithmetic2[] = {{"a", kOne, arithmetic}, {"b", kOne, arithmetic}};
constexpr Slot kFloat2[] = {{"a", kOne, arithmetic_float}, {"b", kOne, arithmetic_float}};
constexpr Slot kInteger2[] = {{"a", kOne, integer}, {"b", kOne, integer}};
constexpr Slot kIntegerOrBool2[] = {{"a", kOne, integer_or_bool}, {"b", kOne, integer_or_bool}};
constexpr Slot kFloat3[] = {
    {"a", kOne, arithmetic_float}, {"b", kOne, arithmetic_float}, {"c", kOne, arithmetic_float}};
constexpr Slot kCompare[] = {{"a", kOne, value}, {"b", kOne, value}};
constexpr Slot kSelect[] = {{"condition", kOne, boolean}, {"a", kOne, value}, {"b", kOne, value}};
constexpr Slot kExtent[] = {{"tensor", kOne, any_tensor}};
constexpr Slot kExtract[] = {{"source", kOne, value}, {"index", kMany, index}};
constexpr Slot kInsert[] = {{"piece", kOne, value}, {"into", kOne, value}, {"index", kMany, index}};
constexpr Slot kConcat[] = {{"parts", kMany, value}};
constexpr Slot kMma[] = {{"a", kOne, mma_left}, {"b", kOne, value}, {"c", kOne, value}};
constexpr Slot kMmaScaled[] = {{"a", kOne, value},
                               {"a_scale", kOne, value},
                               {"b", kOne, value},
                               {"b_scale", kOne, value},
                               {"c", kOne, value}};
constexpr Slot kLoad[] = {{"tensor", kOne, any_tensor}, {"index", kMany, index}};
constexpr Slot kStore[] = {{"tensor", kOne, tensor}, {"index", kMany, index}, {"value", kOne, value}};
constexpr Slot kGather[] = {{"tensor", kOne, tensor},
                            {"index", kMany, index_tile},
                            {"mask", kOptional, boolean},
                            {"fill", kOptional, value}};
constexpr Slot kScatter[] = {{"tensor", kOne, tensor},
                             {"index", kMany, index_tile},
                             {"value", kOne, value},
                             {"mask", kOptional, boolean}};
constexpr Slot kAtomic[] = {{"tensor", kOne, tensor},
                            {"index", kMany, index_tile},
                            {"value", kOne, arithmetic},
                            {"expected", kOptional, arithmetic},
                            {"mask", kOptional, boolean}};
constexpr Slot kRead[] = {{"buffer", kOne, buffer}, {"index", kMany, index}};
constexpr Slot kWrite[] = {{"buffer", kOne, buffer}, {"index", kMany, index}, {"value", kOne, value}};
constexpr Slot kFor[] = {
    {"lower", kOne, index}, {"upper", kOne, index}, {"step", kOne, index}, {"init", kMany, anything}};
constexpr Slot kWhile[] = {{"init", kMany, anything}};
constexpr Slot kCondition[] = {{"condition", kOne, boolean}};
constexpr Slot kYield[] = {{"values", kMany, anything}};

constexpr std::string_view kUnary = "$x";
constexpr std::string_view kBinary = "$a, $b";

using R = ResultRule;
using E = Effect;
using H = HintPlace;

// clang-format off
constexpr std::array<OpRow, kOpcodeCount> kTable{{
  {Opcode::constant,     "constant",     "literal",  {}, 0, R::written, E::pure, H::none, "a splat, or all elements in row-major order"},
  {Opcode::iota,         "iota",         "<axis>",   {}, 0, R::written, E::pure, H::none, "element number along an axis"},
  {Opcode::program_id,   "program_id",   "<axis>",   {}, 0, R::index, E::pure, H::none, "number of this block along a grid axis"},
  {Opcode::num_programs, "num_programs", "<axis>",   {}, 0, R::index, E::pure, H::none, "extent of the grid along an axis"},
  {Opcode::extent,       "extent",       "$tensor, <axis>", kExtent, 0, R::index, E::pure, H::none, "extent of a tensor along an axis, in logical elements"},

  {Opcode::neg,   "neg",   "$x {wrap}", kArithmetic1, 0, R::elementwise, E::pure, H::none, "-x"},
  {Opcode::abs,   "abs",   "$x {wrap}", kArithmetic1, 0, R::elementwise, E::pure, H::none, "|x|, signed"},
  {Opcode::not_,  "not",   kUnary, kIntegerOrBool1, 0, R::elementwise, E::pure, H::none, "bitwise complement"},
  {Opcode::sqrt,  "sqrt",  "$x {flush} {approximate}", kFloat1, 0, R::elementwise, E::pure, H::none, "square root, rounded once"},
  {Opcode::rsqrt, "rsqrt", "$x {flush}", kFloat1, 0, R::elementwise, E::pure, H::none, "1 / square root"},
  {Opcode::exp,   "exp",   "$x {approximate}", kFloat1, 0, R::elementwise, E::pure, H::none, "e to the x"},
  {Opcode::exp2,  "exp2",  "$x {flush}", kFloat1, 0, R::elementwise, E::pure, H::none, "2 to the x"},
  {Opcode::log,   "log",   kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "natural logarithm"},
  {Opcode::log2,  "log2",  kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "logarithm to base 2"},
  {Opcode::sin,   "sin",   kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "sine, radians"},
  {Opcode::cos,   "cos",   kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "cosine, radians"},
  {Opcode::tan,   "tan",   kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "tangent, radians"},
  {Opcode::sinh,  "sinh",  kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "hyperbolic sine"},
  {Opcode::cosh,  "cosh",  kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "hyperbolic cosine"},
  {Opcode::tanh,  "tanh",  "$x {approximate}", kFloat1, 0, R::elementwise, E::pure, H::none, "hyperbolic tangent"},
  {Opcode::floor, "floor", kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "largest integer not above x"},
  {Opcode::ceil,  "ceil",  kUnary, kFloat1, 0, R::elementwise, E::pure, H::none, "smallest integer not below x"},

  {Opcode::add,   "add",   "$a, $b {wrap} {contract} {flush}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "a + b"},
  {Opcode::sub,   "sub",   "$a, $b {wrap} {contract} {flush}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "a - b"},
  {Opcode::mul,   "mul",   "$a, $b {wrap} {contract} {flush}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "a * b"},
  {Opcode::mulhi, "mulhi", "$a, $b {is_unsigned}", kInteger2, 0, R::elementwise, E::pure, H::none, "upper half of the double-width product"},
  {Opcode::div,   "div",   "$a, $b {is_unsigned} {flush} {approximate}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "a / b; integers truncate"},
  {Opcode::rem,   "rem",   "$a, $b {is_unsigned}", kInteger2, 0, R::elementwise, E::pure, H::none, "remainder of truncating division"},
  {Opcode::min,   "min",   "$a, $b {is_unsigned} {propagate_nan}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "the smaller; without propagate_nan a number wins over NaN"},
  {Opcode::max,   "max",   "$a, $b {is_unsigned} {propagate_nan}", kArithmetic2, 0, R::elementwise, E::pure, H::none, "the larger; without propagate_nan a number wins over NaN"},
  {Opcode::and_,  "and",   kBinary, kIntegerOrBool2, 0, R::elementwise, E::pure, H::none, "bitwise and"},
  {Opcode::or_,   "or",    kBinary, kIntegerOrBool2, 0, R::elementwise, E::pure, H::none, "bitwise or"},
  {Opcode::xor_,  "xor",   kBinary, kIntegerOrBool2, 0, R::elementwise, E::pure, H::none, "bitwise exclusive or"},
  {Opcode::shl,   "shl",   "$a, $b {wrap}", kInteger2, 0, R::elementwise, E::pure, H::none, "shift left; the count is below the width"},
  {Opcode::shr,   "shr",   "$a, $b {is_unsigned}", kInteger2, 0, R::elementwise, E::pure, H::none, "shift right, arithmetic unless unsigned"},
  {Opcode::pow,   "pow",   kBinary, kFloat2, 0, R::elementwise, E::pure, H::none, "a to the b"},
  {Opcode::atan2, "atan2", kBinary, kFloat2, 0, R::elementwise, E::pure, H::none, "angle of (b, a), radians"},
  {Opcode::fma,   "fma",   "$a, $b, $c {flush}", kFloat3, 0, R::elementwise, E::pure, H::none, "a * b + c, rounded once (f16, bf16: to f32 first is allowed)"},
  {Opcode::cmp,   "cmp",   "<predicate> $a, $b {is_unsigned}", kCompare, 0, R::compare, E::pure, H::none, "comparison; floats are ordered but for ne"},
  {Opcode::select, "select", "$condition, $a, $b", kSelect, 0, R::choose, E::pure, H::none, "a where the condition holds, else b; only the chosen side's poison counts"},
  {Opcode::cast,  "cast",  "$x {is_unsigned}", kX, 0, R::written, E::pure, H::none, "conversion, rounded once; fp8 saturates"},
  {Opcode::bitcast, "bitcast", kUnary, kX, 0, R::written, E::pure, H::none, "the same bits as another element of equal width"},

  {Opcode::reshape,   "reshape",   kUnary, kX, 0, R::written, E::pure, H::none, "the same elements in row-major order"},
  {Opcode::permute,   "permute",   "$x [data]", kX, 0, R::permuted, E::pure, H::none, "axis i of the result is axis permutation[i] of x"},
  {Opcode::broadcast, "broadcast", kUnary, kX, 0, R::written, E::pure, H::none, "extents of 1 repeated; a scalar to any shape"},
  {Opcode::extract,   "extract",   "$source[$index...]", kExtract, 0, R::written, E::pure, H::none, "one slice; the indices count slices of the result's shape"},
  {Opcode::insert,    "insert",    "$piece, $into[$index...]", kInsert, 0, R::second, E::pure, H::none, "`into` with one slice replaced; the indices count slices"},
  {Opcode::concat,    "concat",    "$parts... axis <axis>", kConcat, 0, R::concatenated, E::pure, H::none, "tiles side by side along an axis"},

  {Opcode::reduce, "reduce", "<combine> $x axis <axis> {is_unsigned} {wrap} {propagate_nan}", kX, 0, R::reduced, E::pure, H::none, "combination along an axis, which is dropped; any order"},
  {Opcode::scan,   "scan",   "<combine> $x axis <axis> {is_unsigned} {wrap} {propagate_nan} {reverse}", kX, 0, R::same, E::pure, H::none, "inclusive combination up to each element; any order"},

  {Opcode::mma, "mma", "$a, $b, $c (precision <precision>)? {unsigned_a} {unsigned_b} {fast_accumulate}", kMma, 0, R::accumulator, E::pure, H::mma, "a * b + c; integers accumulate in i32 and wrap"},
  {Opcode::mma_scaled, "mma_scaled", "$a, $a_scale, $b, $b_scale, $c", kMmaScaled, 0, R::accumulator, E::pure, H::mma, "block-scaled a * b + c"},

  {Opcode::load,    "load",    "$tensor {at} [$index...] (pad <pad>)? {squeeze}", kLoad, 0, R::written, E::reads, H::access, "tile (i, j) covers [i*m, (i+1)*m) x [j*n, (j+1)*n); out of range reads the padding, or poison"},
  {Opcode::store,   "store",   "$tensor {at} [$index...], $value {squeeze}", kStore, 0, R::none, E::writes, H::access, "as load; out of range is dropped"},
  {Opcode::gather,  "gather",  "$tensor[$index...] (mask $mask)? (fill $fill)?", kGather, 0, R::written, E::reads, H::access, "element by element; masked-off lanes give fill, or poison"},
  {Opcode::scatter, "scatter", "$tensor[$index...], $value (mask $mask)?", kScatter, 0, R::none, E::writes, H::access, "element by element; no two values to one place"},
  {Opcode::atomic,  "atomic",  "<atomic> $tensor[$index...], $value (expected $expected)? (mask $mask)? {is_unsigned}", kAtomic, 0, R::atomic_old, E::reads_writes, H::access, "read, combine, write as one step; the result is the old value"},
  {Opcode::alloc,   "alloc",   "", {}, 0, R::written, E::pure, H::buffer, "block-local memory, undefined until written; top block, before the first loop"},
  {Opcode::read,    "read",    "$buffer[$index...]", kRead, 0, R::written, E::reads, H::none, "a window of a buffer at element offsets"},
  {Opcode::write,   "write",   "$buffer[$index...], $value", kWrite, 0, R::none, E::writes, H::none, "a tile to a window of a buffer at element offsets"},

  {Opcode::assume, "assume", "$x (multiple <divisor>)? (from <lower>)? (to <upper>)?", kX, 0, R::same, E::pure, H::none, "x, of which the fact is true in every launch row"},

  {Opcode::for_,   "for",   "", kFor, 1, R::region, E::control, H::loop, "counted loop; zero trips give the initial values", Syntax::for_},
  {Opcode::while_, "while", "", kWhile, 2, R::region, E::control, H::loop, "the first region ends in `condition`", Syntax::while_},
  {Opcode::if_,    "if",    "", kCondition, 2, R::region, E::control, H::none, "two branches; an absent else yields nothing", Syntax::if_},
  {Opcode::yield,     "yield",     "$values...", kYield, 0, R::none, E::control, H::none, "ends an iteration or a branch"},
  {Opcode::continue_, "continue",  "$values...", kYield, 0, R::none, E::control, H::none, "ends an iteration of the innermost loop from inside an `if`"},
  {Opcode::break_,    "break",     "$values...", kYield, 0, R::none, E::control, H::none, "ends the innermost loop with its results"},
  {Opcode::condition, "condition", "$condition", kCondition, 0, R::none, E::control, H::none, "ends the first region of a `while`"},
}};
// clang-format on

constexpr bool in_order() {
  for (int i = 0; i < kOpcodeCount; ++i) {
    if (static_cast<int>(kTable[static_cast<std::size_t>(i)].opcode) != i) return false;
  }
  return true;
}
static_assert(in_order(), "the table is indexed by opcode");

}  // namespace

std::span<const OpRow> operation_table() { return kTable; }

const OpRow& row(Opcode opcode) { return kTable[static_cast<std::size_t>(opcode)]; }

const OpRow* find_operation(std::string_view name) {
  for (const OpRow& candidate : kTable) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

bool OpRow::has_counts() const {
  for (const Slot& slot : slots) {
    if (slot.arity != Arity::one) return true;
  }
  return false;
}

int OpRow::slot_index(std::string_view slot_name) const {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].name == slot_name) return static_cast<int>(i);
  }
  return -1;
}

bool OpRow::is_terminator() const {
  return opcode == Opcode::yield || opcode == Opcode::continue_ || opcode == Opcode::break_ ||
         opcode == Opcode::condition;
}

}  // namespace tilefuzz::ir
