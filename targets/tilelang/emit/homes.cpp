#include <algorithm>
#include <functional>

#include "ir/operation_table.h"
#include "targets/tilelang/emit/emitter.h"
#include "targets/tilelang/emit/text.h"

namespace tilefuzz::targets::tilelang {

using ir::Element;
using ir::Operand;
using ir::Type;
using ir::ValueId;
using Kind = Home::Kind;

std::string Emitter::base_name(ValueId value) const {
  const std::string_view name = program_.value_name(value);
  return name.empty() ? "v" + std::to_string(value) : std::string(name);
}

std::string Emitter::dtype_of(Element element) const {
  return std::string(dtype(element, analysis_.has_gemm_sp()));
}

std::string Emitter::alloc_shared(std::string_view base, std::span<const std::int32_t> extents,
                                  std::string_view dtype, int copies) {
  std::string name = names_.fresh(base);
  allocations_.at(position_);
  std::int64_t bytes = dtype_bytes(dtype) * copies;
  for (const std::int32_t extent : extents) bytes *= extent;
  shared_bytes_ += bytes;
  allocations_.line(name + " = T.alloc_shared(" + tuple(extents) + ", " + quoted(dtype) + ")");
  return name;
}

std::string Emitter::alloc_fragment(std::string_view base, std::span<const std::int32_t> extents,
                                    std::string_view dtype) {
  std::string name = names_.fresh(base);
  allocations_.at(position_);
  allocations_.line(name + " = T.alloc_fragment(" + tuple(extents) + ", " + quoted(dtype) + ")");
  return name;
}

std::string Emitter::alloc_variable(std::string_view base, Element element) {
  std::string name = names_.fresh(base);
  allocations_.at(position_);
  const std::string type = element == Element::i1 ? "int32" : dtype_of(element);
  allocations_.line(name + " = T.alloc_var(" + quoted(type) + ")");
  return name;
}

std::string Emitter::make_shared(ValueId value, int copies) {
  const Type& t = type(value);
  Home made;
  made.kind = Kind::shared;
  made.name = alloc_shared(base_name(value), t.shape(), dtype_of(t.element), copies);
  home(value) = made;
  return made.name;
}

std::string Emitter::make_tile(ValueId value, int copies) {
  if (!analysis_.in_fragment(value)) return make_shared(value, copies);
  make_accumulator(value);
  return home(value).name;
}

void Emitter::make_accumulator(ValueId value, std::string_view name) {
  const Type& t = type(value);
  Home made;
  made.kind = Kind::accumulator;
  made.name = name.empty() ? alloc_fragment(base_name(value) + "_f", t.shape(), dtype_of(t.element))
                           : std::string(name);
  home(value) = made;
}

void Emitter::settle(ValueId value) {
  Home& h = home(value);
  if (h.kind != Kind::accumulator || !analysis_.needs_shared_copy(value)) return;
  if (h.shared.empty())
    h.shared = alloc_shared(base_name(value), type(value).shape(), dtype_of(type(value).element));
  body_.line(call("T.copy", {h.name, h.shared}));
}

std::string Emitter::shared(Operand operand) {
  if (!operand.is_value()) refuse("a literal stands where a tile is needed");
  const ValueId value = operand.number;
  Home& h = home(value);
  if (h.kind == Kind::shared) return h.name;
  if (h.kind == Kind::accumulator && !h.shared.empty()) return h.shared;
  Home written;
  written.kind = Kind::shared;
  written.name = alloc_shared(base_name(value), type(value).shape(), dtype_of(type(value).element));
  assign(written, type(value), operand);
  return written.name;
}

ValueId Emitter::shared_value(Operand operand) {
  if (!operand.is_value()) refuse("a literal stands where a tile is needed");
  Home& h = home(operand.number);
  if (h.kind == Kind::accumulator && h.shared.empty()) h.shared = shared(operand);
  return operand.number;
}

std::string Emitter::element(Operand operand, std::span<const std::string> index) {
  if (!operand.is_value()) return literal(Element::i32, operand.number);
  const Home& h = home(operand.number);
  const Type& t = type(operand.number);
  switch (h.kind) {
    case Kind::scalar:
      return t.element == Element::i1 ? truth(scalar(operand)) : h.name;
    case Kind::splat:
      return h.name;
    case Kind::iota: {
      const std::string& at = index[static_cast<std::size_t>(h.axis)];
      return t.element == Element::i32 ? at : cast(dtype_of(t.element), at);
    }
    case Kind::broadcast: {
      const Type& from = type(h.source);
      std::vector<std::string> inner;
      const std::size_t skipped = index.size() - from.rank;
      for (std::size_t axis = 0; axis < from.rank; ++axis) {
        inner.push_back(from.extents[axis] == 1 ? "0" : index[axis + skipped]);
      }
      return element(Operand(h.source), inner);
    }
    case Kind::shared:
    case Kind::accumulator: {
      const std::string& name = h.kind == Kind::accumulator && !h.shared.empty() ? h.shared : h.name;
      const std::vector<std::string> at(index.begin(), index.end());
      return name + "[" + (at.empty() ? "0" : joined(at, ", ")) + "]";
    }
    case Kind::none:
    case Kind::sparse:
    case Kind::folded:
      break;
  }
  refuse("value %" + base_name(operand.number) + " cannot be read element by element");
}

std::string Emitter::scalar(Operand operand) {
  if (!operand.is_value()) return literal(Element::i32, operand.number);
  const Home& h = home(operand.number);
  const bool is_bool = type(operand.number).element == Element::i1;
  if (h.kind == Kind::scalar) return h.variable && is_bool ? "(" + h.name + " != 0)" : h.name;
  if (h.kind == Kind::splat) return is_bool ? "(" + h.name + " != T.int8(0))" : h.name;
  refuse("value %" + base_name(operand.number) + " is not a scalar");
}

std::string Emitter::index(Operand operand) {
  if (!operand.is_value()) return std::to_string(operand.number);
  return scalar(operand);
}

void Emitter::define_scalar(ValueId value, const std::string& expression) {
  Home h;
  h.kind = Kind::scalar;
  if (inline_scalars_) {
    h.name = "(" + expression + ")";
  } else {
    h.name = names_.fresh(base_name(value));
    body_.line(h.name + " = " + expression);
  }
  home(value) = h;
}

void Emitter::parallel(std::span<const std::int32_t> extents) {
  std::vector<std::string> counts;
  for (const std::int32_t extent : extents) counts.push_back(std::to_string(extent));
  if (counts.empty()) counts.emplace_back("1");
  body_.open("for " + joined(parallel_variables(counts.size()), ", ") + " in T.Parallel(" +
             joined(counts, ", ") + "):");
}

void Emitter::assign(const Home& to, const Type& type, Operand from) {
  if (to.kind == Kind::scalar) {
    body_.line(to.name + " = " + (type.element == Element::i1 ? cast("int32", scalar(from)) : scalar(from)));
    return;
  }
  if (!from.is_value()) refuse("a literal is carried as a tile");
  const Home source = home(from.number);
  if (to.kind == Kind::sparse) {
    if (source.name == to.name) return;
    body_.line(call("T.copy", {source.metadata, to.metadata}));
    body_.line(call("T.copy", {source.name, to.name}));
    return;
  }
  switch (source.kind) {
    case Kind::splat:
      body_.line(call("T.fill", {to.name, source.name}));
      return;
    case Kind::shared:
    case Kind::accumulator:
      if (source.name != to.name) body_.line(call("T.copy", {source.name, to.name}));
      return;
    default:
      break;
  }
  if (to.kind == Kind::accumulator) {
    body_.line(call("T.copy", {shared(from), to.name}));
    return;
  }
  parallel(type.shape());
  const auto variables = parallel_variables(type.rank);
  body_.line(to.name + "[" + joined(variables, ", ") + "] = " + element(from, variables));
  body_.close();
}

void Emitter::assign_all(std::span<const ValueId> homes, std::span<const Operand> sources) {
  const std::function<bool(ValueId, const std::string&)> reads = [&](ValueId value, const std::string& name) {
    const Home& h = home(value);
    if (h.kind == Kind::broadcast) return reads(h.source, name);
    // Expressions may mention a variable anywhere; one that only looks like it costs a copy.
    if (h.kind == Kind::scalar || h.kind == Kind::splat) return h.name.find(name) != std::string::npos;
    return h.name == name;
  };
  std::vector<Operand> staged(sources.begin(), sources.end());
  for (std::size_t i = 0; i < staged.size(); ++i) {
    if (!staged[i].is_value()) continue;
    const ValueId source = staged[i].number;
    bool overwritten = false;
    // By an earlier copy, or, where the index changes on the way, by its own.
    const std::size_t before = home(source).kind == Kind::broadcast ? i + 1 : i;
    for (std::size_t k = 0; k < before; ++k) overwritten |= reads(source, home(homes[k]).name);
    if (!overwritten) continue;
    // A stand-in value for the old contents. Its type and name are the source's.
    const Type t = type(source);
    Home copy;
    if (t.is_scalar()) {
      copy.kind = Kind::scalar;
      copy.variable = true;
      copy.name = alloc_variable(base_name(source) + "_old", t.element);
    } else if (t.kind == ir::TypeKind::sparse) {
      refuse("sparse values change places in a loop");
    } else {
      copy.kind = Kind::shared;
      copy.name = alloc_shared(base_name(source) + "_old", t.shape(), dtype_of(t.element));
    }
    assign(copy, t, staged[i]);
    homes_.push_back(copy);
    stand_ins_.push_back(t);
    staged[i] = Operand(static_cast<ValueId>(homes_.size() - 1));
  }
  for (std::size_t i = 0; i < staged.size(); ++i) assign(home(homes[i]), type(homes[i]), staged[i]);
}

}  // namespace tilefuzz::targets::tilelang
