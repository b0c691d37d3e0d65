#include <algorithm>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/sparse_operand.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::Dim;
using ir::HintKey;
using ir::Op;
using ir::Opcode;
using ir::Param;
using ir::Type;
using ir::TypeKind;

namespace {

constexpr std::string_view kBlockVariables[] = {"bx", "by", "bz"};
constexpr int kDefaultThreads = 128;
constexpr int kWarp = 32;

std::optional<std::int32_t> kernel_hint(const ir::Program& program, HintKey key) {
  for (const ir::Hint& hint : program.hints) {
    if (hint.key == key) return hint.value;
  }
  return std::nullopt;
}

int threads_of(const ir::Program& program) {
  if (const auto threads = kernel_hint(program, HintKey::threads)) return *threads;
  if (const auto warps = kernel_hint(program, HintKey::warps)) return *warps * kWarp;
  return kDefaultThreads;
}

// Columns of the tiles in which a sparse parameter is loaded; its own columns when it never is.
std::int32_t tile_columns(const ir::Program& program, const Param& param) {
  std::int32_t columns = static_cast<std::int32_t>(std::max<std::int64_t>(param.extents.back().size, 1));
  ir::walk(program.body, [&](const Op& op, int) {
    if (op.code == Opcode::load && op.operands[0] == ir::Operand(param.value)) {
      columns = program.type(op.result()).extents[1];
    }
  });
  return columns;
}

// f32 to tf32, to nearest even. Tensor cores drop the low 13 bits of a float32, so one that is rounded like
// this means the same as a tf32. Infinity and NaN are left alone.
constexpr std::string_view kToTf32[] = {
    "def to_tf32(x):",
    "    bits = T.reinterpret(\"int32\", x)",
    "    odd = (bits >> T.int32(13)) & T.int32(1)",
    "    rounded = T.reinterpret(\"float32\", (bits + T.int32(4095) + odd) & T.int32(-8192))",
    "    special = (bits & T.int32(0x7F800000)) == T.int32(0x7F800000)",
    "    return T.Select(special, x, rounded)",
    "",
    "",
};

bool is_packed(const Param& param) {
  std::int64_t expected = 1;
  for (std::size_t axis = param.strides.size(); axis-- > 0;) {
    if (param.strides[axis].size != expected) return false;
    if (!param.extents[axis].is_static()) return axis == 0;
    expected *= param.extents[axis].size;
  }
  return true;
}

}  // namespace

EmitOptions EmitOptions::from(const Configuration& configuration) {
  const auto is = [&](const char* name, const char* value) {
    const auto found = configuration.options.find(name);
    return found != configuration.options.end() && found->second == value;
  };
  EmitOptions out;
  out.metadata_first = !is("metadata_copy", "last");
  out.fold_permutes = !is("transpose", "explicit");
  out.native_half_math = is("half_math", "native");
  out.eager_select = is("select", "eager");
  out.place_fragments = is("placement", "fragment");
  return out;
}

Emitter::Emitter(const ir::Program& program, const EmitOptions& options)
    : program_(program),
      options_(options),
      analysis_(program, {options.fold_permutes, options.place_fragments, threads_of(program)}),
      homes_(program.types.size()) {}

int Emitter::thread_count() const { return threads_of(program_); }

std::string Emitter::extent_text(const Dim& dim, std::string_view base, AbiParameter abi) {
  if (dim.is_static()) return std::to_string(dim.size);
  std::string symbol;
  const bool named = dim.name >= 0;
  const auto number = static_cast<std::size_t>(std::max(dim.name, 0));
  if (named && extent_symbols_.size() <= number) extent_symbols_.resize(number + 1);
  if (named) symbol = extent_symbols_[number];
  if (symbol.empty()) {
    symbol = names_.fresh(named ? program_.extent_names[number] : std::string(base));
    if (named) extent_symbols_[number] = symbol;
    symbols_.push_back(symbol);
    scalars_[symbol] = abi;
  }
  if (dim.multiple > 1) {
    const std::string fact = call("T.assume", {symbol + " % " + std::to_string(dim.multiple) + " == 0"});
    if (std::ranges::find(assumptions_, fact) == assumptions_.end()) assumptions_.push_back(fact);
  }
  return symbol;
}

void Emitter::declare_parameter(std::size_t number) {
  const Param& param = program_.params[number];
  const Type& t = program_.type(param.value);
  position_ = param.position;
  const std::string name = names_.fresh(base_name(param.value));
  const auto index = static_cast<std::int32_t>(number);
  Home made;
  made.name = name;
  if (!t.is_memory()) {
    made.kind = Home::Kind::scalar;
    const std::string type_name = t.element == ir::Element::i1 ? "bool" : dtype_of(t.element);
    signature_.push_back(name + ": T." + type_name);
    scalars_[name] = {AbiParameter::Kind::scalar, index, -1, t.element};
    home(param.value) = made;
    return;
  }
  std::vector<std::string> extents;
  for (std::size_t axis = 0; axis < param.extents.size(); ++axis) {
    extents.push_back(
        extent_text(param.extents[axis], name + "_d" + std::to_string(axis),
                    {AbiParameter::Kind::extent, index, static_cast<std::int32_t>(axis), ir::Element::i32}));
  }
  extents_[number] = extents;
  const auto shape = [](const std::vector<std::string>& parts) {
    return "(" + joined(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
  };
  if (t.kind == TypeKind::sparse_tensor) {
    if (param.extents.size() != 2 || !is_packed(param)) refuse("a sparse tensor that is not a packed matrix");
    declare_sparse(number, name, extents);
    return;
  }
  const std::string element = param.is_unsigned ? unsigned_dtype(t.element) : dtype_of(t.element);
  std::string declared = "T.Tensor(" + shape(extents) + ", " + quoted(element) + ")";
  if (!is_packed(param)) {
    std::vector<std::string> strides;
    for (std::size_t axis = 0; axis < param.strides.size(); ++axis) {
      strides.push_back(extent_text(
          param.strides[axis], name + "_s" + std::to_string(axis),
          {AbiParameter::Kind::stride, index, static_cast<std::int32_t>(axis), ir::Element::i32}));
    }
    declared = "T.StridedTensor(" + shape(extents) + ", " + shape(strides) + ", " + quoted(element) + ")";
  }
  signature_.push_back(name + ": " + declared);
  pointers_[name] = {AbiParameter::Kind::pointer, index, -1, t.element};
  home(param.value) = made;
}

void Emitter::declare_sparse(std::size_t number, const std::string& name,
                             const std::vector<std::string>& extents) {
  const Param& param = program_.params[number];
  const Type& t = program_.type(param.value);
  const SparseOperand operand = sparse_operand(param, t);
  const auto index = static_cast<std::int32_t>(number);
  const auto columns = [&](std::int32_t divisor) {
    const Dim& k = param.extents[1];
    return k.is_static() ? std::to_string(k.size / divisor) : extents[1] + " // " + std::to_string(divisor);
  };
  Home made;
  made.name = name;
  made.metadata = names_.fresh(name + "_e");
  const std::string element = param.is_unsigned ? unsigned_dtype(t.element) : dtype_of(t.element);
  signature_.push_back(name + ": T.Tensor((" + extents[0] + ", " + columns(operand.logical_per_stored()) +
                       "), " + quoted(element) + ")");
  signature_.push_back(made.metadata + ": T.Tensor((" + extents[0] + ", " +
                       columns(operand.logical_per_metadata()) + "), " + quoted(operand.metadata_dtype()) +
                       ")");
  bool interleaved = false;
  for (const ir::Hint& hint : param.hints)
    interleaved |= hint.key == HintKey::layout && hint.value == kInterleaved;
  if (interleaved) {
    layouts_.push_back(made.metadata + ": " +
                       operand.layout_call(made.metadata, element, tile_columns(program_, param)));
    metadata_layout_ = true;
  }
  pointers_[name] = {AbiParameter::Kind::sparse_values, index, -1, t.element};
  const ir::Element word = operand.metadata_bits == 8    ? ir::Element::i8
                           : operand.metadata_bits == 16 ? ir::Element::i16
                                                         : ir::Element::i32;
  pointers_[made.metadata] = {
      AbiParameter::Kind::sparse_metadata, index, -1, word, operand.metadata_bits, interleaved};
  home(param.value) = made;
}

std::string Emitter::grid_text(const ir::GridExtent& extent) const {
  std::string sum;
  for (const auto& term : extent.terms) {
    const std::string& symbol = extent_symbols_.at(static_cast<std::size_t>(term.name));
    const std::string text = times(symbol, term.coefficient);
    sum = sum.empty() ? text : plus(sum, text);
  }
  if (sum.empty()) {
    const std::int64_t divisor = std::max<std::int64_t>(extent.divisor, 1);
    return std::to_string((extent.offset + divisor - 1) / divisor);
  }
  sum = plus(sum, std::to_string(extent.offset));
  return extent.divisor == 1 ? sum : call("T.ceildiv", {sum, std::to_string(extent.divisor)});
}

// TileLang passes pointers sorted by name, then scalars sorted by name (its SplitHostDevice pass).
std::vector<AbiParameter> Emitter::launch_parameters() const {
  std::vector<AbiParameter> out;
  for (const auto& [name, parameter] : pointers_) out.push_back(parameter);
  for (const auto& [name, parameter] : scalars_) out.push_back(parameter);
  return out;
}

Result<Emitted, EmitError> Emitter::run() {
  try {
    return write_file();
  } catch (const Refusal& refusal) {
    return fail(refusal.error);
  }
}

Emitted Emitter::write_file() {
  const std::string function = names_.fresh(program_.name);
  for (std::size_t axis = 0; axis < program_.grid.size() && axis < std::size(kBlockVariables); ++axis) {
    block_variables_.push_back(names_.fresh(kBlockVariables[axis]));
  }
  extents_.resize(program_.params.size());
  for (std::size_t number = 0; number < program_.params.size(); ++number) declare_parameter(number);
  for (const ir::GridExtent& extent : program_.grid) grid_.push_back(grid_text(extent));

  constexpr int kBodyDepth = 3;
  allocations_.set_depth(kBodyDepth);
  body_.set_depth(kBodyDepth);
  block(program_.body);
  if (body_.empty()) body_.line("T.evaluate(0)");

  Writer file;
  file.line("# " + function + ", emitted by tilefuzz");
  file.line("import tilelang.language as T");
  if (swizzled_) file.line("from tilelang.layout import make_swizzled_layout");
  if (metadata_layout_) file.line("from tilelang.layout import make_cutlass_metadata_layout");
  file.line("");
  file.line("");
  if (rounds_to_tf32_) {
    for (const std::string_view line : kToTf32) file.line(line);
  }
  file.open("def build():");
  for (const std::string& symbol : symbols_) file.line(symbol + " = T.dynamic(" + quoted(symbol) + ")");
  if (!symbols_.empty()) file.line("");
  file.line("@T.prim_func");
  file.open("def " + function + "(");
  for (const std::string& parameter : signature_) file.line(parameter + ",");
  file.close();
  file.open("):");
  const std::string blocks =
      block_variables_.size() == 1 ? block_variables_[0] : "(" + joined(block_variables_, ", ") + ")";
  file.open("with T.Kernel(" + joined(grid_, ", ") + ", threads=" + std::to_string(thread_count()) + ") as " +
            blocks + ":");
  file.append(allocations_);
  if (!layouts_.empty()) {
    file.open("T.annotate_layout({");
    for (const std::string& layout : layouts_) file.line(layout + ",");
    file.close();
    file.line("})");
  }
  if (const auto panel = kernel_hint(program_, HintKey::swizzle_panel)) {
    file.line("T.use_swizzle(panel_size=" + std::to_string(*panel) + ")");
  }
  if (const auto blocks_per_sm = kernel_hint(program_, HintKey::occupancy)) {
    file.line("T.annotate_min_blocks_per_sm(" + std::to_string(*blocks_per_sm) + ")");
  }
  for (const std::string& assumption : assumptions_) file.line(assumption);
  file.append(body_);
  file.close();
  file.close();
  file.line("");
  file.line("return " + function);

  Emitted out;
  out.files.push_back({std::string(kProgramFile), file.text()});
  out.entry = function + "_kernel";
  out.abi.parameters = launch_parameters();
  for (std::size_t axis = 0; axis < program_.grid.size(); ++axis)
    out.abi.grid_axes.push_back(static_cast<int>(axis));
  out.abi.block_threads = thread_count();
  out.abi.shared_bytes = shared_bytes_;
  out.source_map = file.source_map();
  return out;
}

}  // namespace tilefuzz::targets::tilelang
