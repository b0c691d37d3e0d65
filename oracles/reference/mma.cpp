#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "numeric/format.h"
#include "numeric/integer.h"
#include "oracles/reference/operations.h"

namespace tilefuzz::reference {
namespace {

using ir::Element;

struct Shape {
  std::size_t batch = 1, m = 0, n = 0, k = 0;
};

std::optional<Shape> shape_of(Machine& machine, const ir::Type& a, const ir::Type& b, const ir::Type& c) {
  const std::size_t r = a.rank;
  bool fits = (r == 2 || r == 3) && b.rank == r && c.rank == r;
  if (fits) {
    fits = a.extents[r - 1] == b.extents[r - 2] && a.extents[r - 2] == c.extents[r - 2] &&
           b.extents[r - 1] == c.extents[r - 1] &&
           (r == 2 || (a.extents[0] == b.extents[0] && a.extents[0] == c.extents[0]));
  }
  if (!fits) {
    machine.fail(TrapKind::malformed, "the extents of the operands do not fit");
    return std::nullopt;
  }
  return Shape{r == 3 ? static_cast<std::size_t>(a.extents[0]) : 1,
               static_cast<std::size_t>(a.extents[r - 2]), static_cast<std::size_t>(b.extents[r - 1]),
               static_cast<std::size_t>(a.extents[r - 1])};
}

// As numeric::decode, without its cost for the formats that f32 holds by bits.
double number(Element e, std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  switch (e) {
    case Element::f32:
      return static_cast<double>(std::bit_cast<float>(word));
    case Element::tf32:
      return static_cast<double>(std::bit_cast<float>(word & 0xffffe000));
    case Element::bf16:
      return static_cast<double>(std::bit_cast<float>(word << 16));
    case Element::f16: {
      const std::uint32_t exponent = word >> 10 & 0x1f;
      if (exponent == 0 || exponent == 0x1f) return numeric::decode(e, bits);
      // The same number with the exponent's bias of f32, 112 more.
      return static_cast<double>(
          std::bit_cast<float>((word & 0x8000) << 16 | (((word & 0x7fff) << 13) + (112u << 23))));
    }
    default:
      return numeric::decode(e, bits);
  }
}

std::vector<double> floats(const Tile& tile, Element e) {
  std::vector<double> out(tile.size());
  if (numeric::bit_width(e) > 8) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = number(e, tile.bits[i]);
    return out;
  }
  std::array<double, 256> table{};
  for (std::uint64_t bits = 0; bits < table.size(); ++bits) table[bits] = numeric::decode(e, bits);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = table[tile.bits[i] & 0xff];
  return out;
}

std::vector<std::uint32_t> integers(const Tile& tile, Element e, bool is_unsigned) {
  std::vector<std::uint32_t> out(tile.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint32_t>(
        is_unsigned ? static_cast<std::int64_t>(numeric::decode_unsigned(e, tile.bits[i]))
                    : numeric::decode_signed(e, tile.bits[i]));
  }
  return out;
}

// sum += a * b, row by row, so that the inner loop runs along memory.
template <class Number>
void multiply(const Shape& s, const std::vector<Number>& a, const std::vector<Number>& b,
              std::vector<Number>& sum) {
  for (std::size_t i = 0; i < s.batch * s.m; ++i) {
    const Number* row_b = b.data() + i / s.m * s.k * s.n;
    Number* to = sum.data() + i * s.n;
    for (std::size_t k = 0; k < s.k; ++k, row_b += s.n) {
      const Number x = a[i * s.k + k];
      for (std::size_t j = 0; j < s.n; ++j) to[j] += x * row_b[j];
    }
  }
}

// Poison of the left operand spreads to its row, of the right one to its column.
void spread_poison(const Shape& s, const Tile& a, const Tile& b, const Tile& c, Tile& out) {
  for (std::size_t i = 0; i < a.marks.size(); ++i) {
    if (!(a.marks[i] & kPoison)) continue;
    const std::size_t row = i / s.k;
    for (std::size_t j = 0; j < s.n; ++j) out.add_mark(row * s.n + j, kPoison);
  }
  for (std::size_t i = 0; i < b.marks.size(); ++i) {
    if (!(b.marks[i] & kPoison)) continue;
    const std::size_t batch = i / (s.k * s.n);
    for (std::size_t r = 0; r < s.m; ++r) out.add_mark((batch * s.m + r) * s.n + i % s.n, kPoison);
  }
  for (std::size_t i = 0; i < c.marks.size(); ++i) out.add_mark(i, c.marks[i] & kPoison);
}

bool has_zero_sign(const Tile& tile) {
  for (const std::uint8_t mark : tile.marks) {
    if (mark & kZeroSign) return true;
  }
  return false;
}

// Where an element of the left operand is absent, hardware skips the product and an expansion to a dense
// product does not, so the partner must be finite.
bool absent_meet_finite(Machine& machine, const Shape& s, const Tile& a, const std::vector<double>& b) {
  std::vector<char> finite(s.batch * s.k, 1);
  bool all = true;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!std::isfinite(b[i])) finite[i / s.n] = 0, all = false;
  }
  if (all) return true;
  for (std::size_t i = 0; i < a.marks.size(); ++i) {
    const std::size_t batch = i / (s.m * s.k);
    if ((a.marks[i] & kAbsent) && !finite[batch * s.k + i % s.k]) {
      return machine.fail(TrapKind::sparse_not_finite, "an absent element meets Inf or NaN",
                          static_cast<std::int64_t>(i));
    }
  }
  return true;
}

std::uint64_t rounded(Element e, double value) {
  if (e == Element::f32 && value == value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return numeric::encode(e, value);
}

std::shared_ptr<Tile> finish(Element e, const std::vector<double>& sums, bool zero_sign) {
  auto out = std::make_shared<Tile>(sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    out->bits[i] = rounded(e, sums[i]);
    // A grouping that starts from +0, as some instructions do, loses the sign of a sum of negative zeros.
    if (sums[i] == 0 && (zero_sign || std::signbit(sums[i]))) out->add_mark(i, kZeroSign);
  }
  return out;
}

struct Operands {
  const Tile *a, *b, *c;
  ir::Type type_a, type_b, type_c;
};

std::optional<Operands> operands(Machine& machine, const ir::Op& op, std::size_t a, std::size_t b,
                                 std::size_t c) {
  Operands out{machine.tile(op.operands[a]),         machine.tile(op.operands[b]),
               machine.tile(op.operands[c]),         machine.program.type(op.operands[a]),
               machine.program.type(op.operands[b]), machine.program.type(op.operands[c])};
  if (!out.a || !out.b || !out.c) return std::nullopt;
  return out;
}

bool spend(Machine& machine, const Shape& s) {
  return machine.spend(
      static_cast<std::int64_t>(s.batch * (s.m * s.n * (s.k / 4 + 1) + s.m * s.k + s.k * s.n)));
}

}  // namespace

TilePtr run_mma(Machine& machine, const ir::Op& op) {
  const auto in = operands(machine, op, 0, 1, 2);
  if (!in) return nullptr;
  const auto shape = shape_of(machine, in->type_a, in->type_b, in->type_c);
  if (!shape || !spend(machine, *shape)) return nullptr;
  const Element to = in->type_c.element;
  std::shared_ptr<Tile> out;
  if (numeric::is_integer(to)) {
    if (numeric::bit_width(to) != 32) {
      machine.fail(TrapKind::malformed, "integers accumulate in i32");
      return nullptr;
    }
    const auto a = integers(*in->a, in->type_a.element, op.has(ir::AttributeKey::unsigned_a));
    const auto b = integers(*in->b, in->type_b.element, op.has(ir::AttributeKey::unsigned_b));
    auto sums = integers(*in->c, to, false);
    multiply(*shape, a, b, sums);
    out = std::make_shared<Tile>(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) out->bits[i] = sums[i];
  } else {
    const auto a = floats(*in->a, in->type_a.element);
    const auto b = floats(*in->b, in->type_b.element);
    if (in->type_a.kind == ir::TypeKind::sparse && !absent_meet_finite(machine, *shape, *in->a, b)) {
      return nullptr;
    }
    std::vector<double> sums = floats(*in->c, to);
    multiply(*shape, a, b, sums);
    out = finish(to, sums, has_zero_sign(*in->a) || has_zero_sign(*in->b) || has_zero_sign(*in->c));
  }
  spread_poison(*shape, *in->a, *in->b, *in->c, *out);
  return out;
}

// d = (a * a_scale) . (b * b_scale) + c: one scale per block of K / (scale extent along K) elements (OCP
// Microscaling specification 1.0, section 6; PTX ISA, mma with block scaling).
TilePtr run_mma_scaled(Machine& machine, const ir::Op& op) {
  const auto in = operands(machine, op, 0, 2, 4);
  const auto scales = operands(machine, op, 1, 3, 4);
  if (!in || !scales) return nullptr;
  const auto shape = shape_of(machine, in->type_a, in->type_b, in->type_c);
  if (!shape || !spend(machine, *shape)) return nullptr;
  const std::size_t r = in->type_a.rank;
  const std::size_t blocks =
      scales->type_a.rank == r ? static_cast<std::size_t>(scales->type_a.extents[r - 1]) : 0;
  if (blocks == 0 || shape->k % blocks != 0 || scales->a->size() != shape->batch * shape->m * blocks ||
      scales->b->size() != shape->batch * blocks * shape->n) {
    machine.fail(TrapKind::malformed, "the scales do not fit the operands");
    return nullptr;
  }
  const std::size_t block = shape->k / blocks;
  auto a = floats(*in->a, in->type_a.element);
  auto b = floats(*in->b, in->type_b.element);
  const auto scale_a = floats(*scales->a, scales->type_a.element);
  const auto scale_b = floats(*scales->b, scales->type_b.element);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] *= scale_a[i / shape->k * blocks + i % shape->k / block];
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::size_t row = i / shape->n;  // batch * K + k
    b[i] *= scale_b[(row / shape->k * blocks + row % shape->k / block) * shape->n + i % shape->n];
  }
  std::vector<double> sums = floats(*in->c, in->type_c.element);
  multiply(*shape, a, b, sums);
  auto out = finish(in->type_c.element, sums,
                    has_zero_sign(*in->a) || has_zero_sign(*in->b) || has_zero_sign(*in->c));
  spread_poison(*shape, *in->a, *in->b, *in->c, *out);
  Shape scale_shape = *shape;
  scale_shape.k = blocks;
  spread_poison(scale_shape, *scales->a, *scales->b, Tile{}, *out);
  return out;
}

}  // namespace tilefuzz::reference
