#pragma once

#include <array>
#include <optional>
#include <utility>

#include "numeric/format.h"
#include "oracles/reference/operations.h"

namespace tilefuzz::reference {

// The element on which an elementwise operation works: of its first operand that is a value.
inline ir::Element operand_element(const Machine& machine, const ir::Op& op) {
  for (const ir::Operand& operand : op.operands) {
    if (operand.is_value()) return machine.program.type(operand).element;
  }
  return ir::Element::i32;
}

template <std::size_t N>
using Views = std::array<View, N>;

// The operands of an operation with N slots as views over the result's elements; counts the work.
template <std::size_t N>
std::optional<Views<N>> operand_views(Machine& machine, const ir::Op& op, ir::Element element,
                                      std::size_t count) {
  Views<N> views;
  for (std::size_t i = 0; i < N; ++i) {
    const auto view = machine.view(op.operands[i], element, count);
    if (!view) return std::nullopt;
    views[i] = *view;
  }
  if (!machine.spend(static_cast<std::int64_t>(count))) return std::nullopt;
  return views;
}

template <std::size_t N>
bool any_marks(const Views<N>& views) {
  for (const View& view : views) {
    if (view.marks) return true;
  }
  return false;
}

namespace detail {

template <class F, std::size_t N, std::size_t... I>
std::uint64_t call(const F& f, const std::array<std::uint64_t, N>& x, std::index_sequence<I...>) {
  return f(x[I]...);
}

// One element whose operands carry marks. A result that depends on the sign of an unspecified zero is one of
// unspecified sign if it is zero itself; otherwise it is nothing that a program may compute.
template <std::size_t N, class F>
bool marked_element(Machine& machine, ir::Element in, ir::Element out, const Views<N>& views, std::size_t i,
                    const F& f, std::uint64_t& bits, std::uint8_t& mark) {
  std::array<std::uint64_t, N> x{};
  std::uint8_t all = 0;
  for (std::size_t k = 0; k < N; ++k) {
    x[k] = views[k].at(i);
    all |= views[k].mark(i);
  }
  mark = all & kPoison;
  if (mark) return true;
  constexpr auto indices = std::make_index_sequence<N>{};
  bits = call(f, x, indices);
  if (!(all & kZeroSign)) return true;
  for (unsigned flips = 1; flips < (1u << N); ++flips) {
    auto y = x;
    bool legal = true;
    for (std::size_t k = 0; k < N; ++k) {
      if (!(flips >> k & 1)) continue;
      legal = legal && (views[k].mark(i) & kZeroSign) != 0;
      y[k] ^= numeric::sign_bit(in);
    }
    if (!legal) continue;
    const std::uint64_t other = call(f, y, indices);
    if (other == bits) continue;
    if (numeric::is_float(out) && numeric::is_zero(out, bits) && numeric::is_zero(out, other)) {
      mark |= kZeroSign;
    } else {
      return machine.fail(TrapKind::unspecified_bits, "the result depends on the sign of an unspecified zero",
                          static_cast<std::int64_t>(i));
    }
  }
  return true;
}

}  // namespace detail

// Applies f(bits...) -> bits, which never traps, to every element.
template <std::size_t N, class F>
std::shared_ptr<Tile> map(Machine& machine, const ir::Op& op, ir::Element in, const F& f) {
  const ir::Type type = machine.result_type(op);
  const auto count = static_cast<std::size_t>(type.element_count());
  const auto views = operand_views<N>(machine, op, in, count);
  if (!views) return nullptr;
  auto out = std::make_shared<Tile>(count);
  if (any_marks(*views)) {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint8_t mark = 0;
      if (!detail::marked_element(machine, in, type.element, *views, i, f, out->bits[i], mark))
        return nullptr;
      out->add_mark(i, mark);
    }
    return out;
  }
  std::array<const std::uint64_t*, N> p{};
  std::array<std::size_t, N> step{};
  for (std::size_t k = 0; k < N; ++k) {
    p[k] = (*views)[k].bits ? (*views)[k].bits : &(*views)[k].literal;
    step[k] = (*views)[k].step;
  }
  std::uint64_t* to = out->bits.data();
  if constexpr (N == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i] = f(p[0][i * step[0]]);
  } else if constexpr (N == 2) {
    for (std::size_t i = 0; i < count; ++i) to[i] = f(p[0][i * step[0]], p[1][i * step[1]]);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      to[i] = f(p[0][i * step[0]], p[1][i * step[1]], p[2][i * step[2]]);
    }
  }
  return out;
}

// Applies f(std::array of N words) -> optional bits to every element without poison; empty traps with the
// kind and message that `why` gives for the operands.
template <std::size_t N, class F, class Why>
TilePtr map_checked(Machine& machine, const ir::Op& op, ir::Element in, const F& f, const Why& why) {
  const ir::Type type = machine.result_type(op);
  const auto count = static_cast<std::size_t>(type.element_count());
  const auto views = operand_views<N>(machine, op, in, count);
  if (!views) return nullptr;
  const bool marks = any_marks(*views);
  auto out = std::make_shared<Tile>(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint64_t, N> x{};
    std::uint8_t all = 0;
    for (std::size_t k = 0; k < N; ++k) {
      x[k] = (*views)[k].at(i);
      if (marks) all |= (*views)[k].mark(i);
    }
    if (all & kPoison) {
      out->add_mark(i, kPoison);
      continue;
    }
    const std::optional<std::uint64_t> bits = f(x);
    if (!bits) {
      const auto [kind, message] = why(x);
      machine.fail(kind, message, static_cast<std::int64_t>(i));
      return nullptr;
    }
    out->bits[i] = *bits;
  }
  return out;
}

}  // namespace tilefuzz::reference
