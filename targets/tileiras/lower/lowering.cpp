#include "targets/tileiras/lower/lowering.h"

#include <algorithm>
#include <utility>

#include "targets/tileiras/lower/element.h"

namespace tilefuzz::targets::tileiras {

using bc::Opcode;
using bc::TypeTag;

namespace {

std::uint64_t power_of_two_part(std::int64_t number) {
  return number > 0 ? static_cast<std::uint64_t>(number & -number) : 1;
}

}  // namespace

Result<Lowered, EmitError> lower(const ir::Program& program, const LowerOptions& options) {
  return Lowering(program, options).run();
}

std::int32_t emitted_line(const SourcePosition& position, std::int32_t ordinal) {
  return position.known() ? static_cast<std::int32_t>(position.line) : ordinal;
}

Lowering::Lowering(const ir::Program& program, const LowerOptions& options)
    : program_(program),
      options_(options),
      builder_(options.version),
      groups_(program, options.tokens),
      tokens_(options.tokens, builder_),
      values_(program.types.size()),
      tensor_of_(program.types.size(), -1) {}

Result<Lowered, EmitError> Lowering::run() {
  if (groups_.too_many()) {
    return tilefuzz::fail(
        EmitError{"more than " + std::to_string(MemoryGroups::kMost) + " separate memories", {}});
  }
  file_name_ = builder_.string(program_.name + ".tile");
  const bc::StringId folder = builder_.string(".");
  const bc::StringId name = builder_.string(program_.name);
  const bc::DebugId file = builder_.debug(bc::DebugTag::file, {file_name_, folder});
  const bc::DebugId unit = builder_.debug(bc::DebugTag::compile_unit, {file});
  scope_ = builder_.debug(bc::DebugTag::subprogram, {file, 1, name, name, unit, 1});
  locate({});
  parameters();
  hints();
  tokens_.start(groups_);
  block(program_.body);
  if (failed_) return tilefuzz::fail(error_);
  for (std::size_t axis = 0; axis < program_.grid.size(); ++axis)
    abi_.grid_axes.push_back(static_cast<int>(axis));
  return Lowered{builder_.take(), std::move(abi_), std::move(source_map_)};
}

void Lowering::fail(const ir::Op& op, std::string message) {
  if (failed_) return;
  failed_ = true;
  error_ = {std::string(ir::row(op.code).name) + ": " + std::move(message), op.position};
}

void Lowering::locate(const SourcePosition& position) {
  ++ordinal_;
  const std::int32_t line = emitted_line(position, ordinal_);
  builder_.locate(builder_.debug(bc::DebugTag::location,
                                 {scope_, file_name_, static_cast<std::uint64_t>(line), position.column}));
  source_map_.push_back({line, position});
}

void Lowering::hints() {
  std::vector<bc::StringId> keys;
  std::vector<bc::Attribute> items;
  const auto put = [&](std::string_view key, std::optional<std::int32_t> number) {
    if (!number) return;
    keys.push_back(builder_.string(key));
    items.push_back(bc::integer(builder_.scalar(TypeTag::i32), static_cast<std::uint32_t>(*number)));
  };
  const auto find = [&](ir::HintKey key) -> std::optional<std::int32_t> {
    for (const ir::Hint& hint : program_.hints) {
      if (hint.key == key) return hint.value;
    }
    return std::nullopt;
  };
  // Files before 13.3 name the architecture, and clusters of more than one are then refused below sm_90.
  const auto ctas = find(ir::HintKey::ctas);
  const bool may_cluster = options_.version.minor >= 3 || !options_.arch.starts_with("sm_8");
  if (may_cluster || ctas == 1) put("num_cta_in_cga", ctas);
  put("occupancy", find(ir::HintKey::occupancy));
  if (options_.version.minor >= 3) put("num_worker_warps_per_cta", find(ir::HintKey::warps));
  if (keys.empty()) return;
  const bc::StringId where = builder_.string(options_.version.minor >= 3 ? "default" : options_.arch);
  builder_.function().hints.push_back(
      bc::hints({where}, {bc::dictionary(std::move(keys), std::move(items))}));
}

// A tensor becomes its pointer, its open extents, its open strides; a scalar stays. Facts stand as `assume`
// on the parameter before the view is made.
void Lowering::parameters() {
  std::vector<bc::TypeId> types;
  const bc::TypeId i32_type = builder_.tile(TypeTag::i32);
  for (std::size_t i = 0; i < program_.params.size(); ++i) {
    const ir::Param& param = program_.params[i];
    const ir::Type& type = program_.type(param.value);
    const auto number = static_cast<std::int32_t>(i);
    if (!type.is_memory()) {
      types.push_back(tile_type(type));
      abi_.parameters.push_back({AbiParameter::Kind::scalar, number, -1, type.element, 0, false});
      continue;
    }
    types.push_back(builder_.tile(builder_.pointer(type_tag(type.element)), {}));
    abi_.parameters.push_back({AbiParameter::Kind::pointer, number, -1, type.element, 0, false});
    const auto open = [&](const std::vector<ir::Dim>& dims, AbiParameter::Kind kind) {
      for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        if (dims[axis].is_static()) continue;
        types.push_back(i32_type);
        abi_.parameters.push_back(
            {kind, number, static_cast<std::int32_t>(axis), ir::Element::i32, 0, false});
      }
    };
    open(param.extents, AbiParameter::Kind::extent);
    open(param.strides, AbiParameter::Kind::stride);
  }
  builder_.begin_function(program_.name, types);
  bc::ValueId next = 0;
  for (std::size_t i = 0; i < program_.params.size(); ++i) {
    const ir::Param& param = program_.params[i];
    const ir::Type& type = program_.type(param.value);
    if (type.kind == ir::TypeKind::sparse_tensor && !failed_) {
      failed_ = true;
      error_ = {"Tile IR has no structured-sparse tensors", param.position};
    }
    if (type.is_memory()) {
      tensor_parameter(i, next);
    } else {
      values_[static_cast<std::size_t>(param.value)] = next++;
    }
  }
}

void Lowering::tensor_parameter(std::size_t index, bc::ValueId& next) {
  const ir::Param& param = program_.params[index];
  const ir::Type& type = program_.type(param.value);
  const auto assumed = [&](bc::ValueId value, bc::TypeId value_type, std::int64_t multiple) {
    const std::uint64_t divisor = power_of_two_part(multiple);
    if (divisor <= 1) return value;
    bc::Operation fact;
    fact.opcode = Opcode::assume;
    fact.results.push_back(value_type);
    fact.operands.push_back(value);
    fact.attributes.push_back(bc::divisible(divisor));
    return builder_.add(std::move(fact));
  };
  Tensor tensor;
  tensor.group = groups_.group(param.value);
  tensor.pointer = assumed(next++, builder_.tile(builder_.pointer(type_tag(type.element)), {}), param.align);
  const bc::TypeId i32_type = builder_.tile(TypeTag::i32);
  const auto read = [&](const std::vector<ir::Dim>& dims, std::vector<Extent>& into) {
    for (const ir::Dim& dim : dims) {
      Extent extent{dim.is_static(), dim.size, 0};
      if (!extent.is_static) extent.value = next++;
      into.push_back(extent);
    }
  };
  read(param.extents, tensor.extents);
  read(param.strides, tensor.strides);
  const auto assume_all = [&](const std::vector<ir::Dim>& dims, std::vector<Extent>& extents) {
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
      Extent& extent = extents[axis];
      if (!extent.is_static) extent.value = assumed(extent.value, i32_type, dims[axis].multiple);
    }
  };
  assume_all(param.extents, tensor.extents);
  assume_all(param.strides, tensor.strides);
  if (param.strides.empty()) {
    // Packed, row-major: a stride is the product of the extents to its right.
    tensor.strides.assign(tensor.extents.size(), {true, 1, 0});
    for (std::size_t axis = tensor.extents.size(); axis-- > 1;) {
      const Extent& inner = tensor.strides[axis];
      const Extent& extent = tensor.extents[axis];
      Extent& outer = tensor.strides[axis - 1];
      if (inner.is_static && extent.is_static) {
        outer.number = inner.number * extent.number;
      } else if (inner.is_static && inner.number == 1) {
        outer = extent;
      } else {
        const auto factor = [&](const Extent& x) { return x.is_static ? i32(x.number) : x.value; };
        const bc::ValueId left = factor(inner);
        const bc::ValueId right = factor(extent);
        outer = {false, 0, builder_.add(Opcode::muli, i32_type, {left, right}, {0})};
      }
    }
  }
  bc::Type view;
  view.tag = TypeTag::tensor_view;
  view.inner = builder_.scalar(type_tag(type.element));
  bc::Operation make;
  make.opcode = Opcode::make_tensor_view;
  make.operands.push_back(tensor.pointer);
  const auto describe = [&](const std::vector<Extent>& extents, auto& numbers) {
    std::uint32_t open = 0;
    for (const Extent& extent : extents) {
      numbers.push_back(extent.is_static ? extent.number : bc::kDynamic);
      if (extent.is_static) continue;
      make.operands.push_back(extent.value);
      ++open;
    }
    make.groups.push_back(open);
  };
  describe(tensor.extents, view.extents);
  describe(tensor.strides, view.strides);
  tensor.view_type = builder_.type(view);
  make.results.push_back(tensor.view_type);
  tensor.view = builder_.add(std::move(make));
  tensor_of_[static_cast<std::size_t>(param.value)] = static_cast<int>(tensors_.size());
  tensors_.push_back(std::move(tensor));
}

void Lowering::block(const ir::Block& block) {
  for (const ir::Op& op : block.ops) {
    if (failed_) return;
    locate(op.position);
    operation(op);
  }
}

void Lowering::operation(const ir::Op& op) {
  using ir::Opcode;
  switch (op.code) {
    case Opcode::constant:
    case Opcode::iota:
    case Opcode::program_id:
    case Opcode::num_programs:
    case Opcode::extent:
      return nullary(op);
    case Opcode::cmp:
      return compare(op);
    case Opcode::select:
      return select(op);
    case Opcode::fma:
      return fma(op);
    case Opcode::cast:
    case Opcode::bitcast:
      return cast(op);
    case Opcode::reshape:
    case Opcode::broadcast:
      return reshape(op);
    case Opcode::permute:
      return permute(op);
    case Opcode::extract:
      return extract(op);
    case Opcode::insert:
      return insert(op);
    case Opcode::concat:
      return concat(op);
    case Opcode::reduce:
    case Opcode::scan:
      return combine_along(op);
    case Opcode::mma:
    case Opcode::mma_scaled:
      return mma(op);
    case Opcode::load:
      return load(op);
    case Opcode::store:
      return store(op);
    case Opcode::gather:
      return gather(op);
    case Opcode::scatter:
      return scatter(op);
    case Opcode::atomic:
      return atomic(op);
    case Opcode::alloc:
      return alloc(op);
    case Opcode::read:
      return read(op);
    case Opcode::write:
      return write(op);
    case Opcode::assume:
      return assume(op);
    case Opcode::for_:
      return for_loop(op);
    case Opcode::while_:
      return while_loop(op);
    case Opcode::if_:
      return branch(op);
    case Opcode::yield:
    case Opcode::continue_:
    case Opcode::break_:
    case Opcode::condition:
      return terminator(op);
    default:
      return ir::row(op.code).slots.size() == 1 ? unary(op) : binary(op);
  }
}

bc::TypeId Lowering::tile_type(ir::Element element, std::span<const std::int32_t> shape) {
  const std::vector<std::int64_t> extents(shape.begin(), shape.end());
  return builder_.tile(builder_.scalar(type_tag(element)), extents);
}

Tile Lowering::tile(ir::Operand operand, ir::Element literal_element) {
  if (operand.is_value()) {
    const ir::Type& type = program_.type(operand.number);
    if (type.kind == ir::TypeKind::sparse && !failed_) {
      failed_ = true;
      error_ = {"Tile IR has no structured-sparse values", {}};
    }
    return {values_[static_cast<std::size_t>(operand.number)], type};
  }
  const ir::Type type = ir::Type::scalar(literal_element);
  return {constant(type, static_cast<std::uint64_t>(std::int64_t{operand.number})), type};
}

bc::ValueId Lowering::constant(const ir::Type& type, std::uint64_t bits) {
  std::string bytes;
  append_element(type.element, bits, bytes);
  return builder_.add(Opcode::constant, tile_type(type), {}, {builder_.constant(bytes)});
}

bc::ValueId Lowering::i32(std::int64_t number) {
  return constant(ir::Type::scalar(ir::Element::i32), static_cast<std::uint64_t>(number));
}

Tile Lowering::reshaped(const Tile& x, std::span<const std::int32_t> shape) {
  if (std::ranges::equal(x.type.shape(), shape)) return x;
  const ir::Type type = x.type.with_shape(shape);
  return {builder_.add(Opcode::reshape, tile_type(type), {x.value}), type};
}

Tile Lowering::broadcast(const Tile& x, std::span<const std::int32_t> shape) {
  const std::vector<std::int32_t> ones(shape.size(), 1);
  const Tile source = x.type.rank == 0 ? reshaped(x, ones) : x;
  if (std::ranges::equal(source.type.shape(), shape)) return source;
  const ir::Type type = source.type.with_shape(shape);
  return {builder_.add(Opcode::broadcast, tile_type(type), {source.value}), type};
}

void Lowering::define(const ir::Op& op, bc::ValueId value, std::size_t result) {
  values_[static_cast<std::size_t>(op.results[result])] = value;
}

bc::ValueId Lowering::same(Opcode opcode, const Tile& like, std::initializer_list<bc::ValueId> operands,
                           std::initializer_list<std::uint64_t> scalars, std::uint32_t flags) {
  return builder_.add(opcode, tile_type(like.type), operands, scalars, flags);
}

}  // namespace tilefuzz::targets::tileiras
