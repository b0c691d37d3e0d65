#pragma once

#include "ir/verify/report.h"

namespace tilefuzz::ir {

// The rules of single operations, by theme. Each looks at one operation whose structure is sound.

void check_attributes(const OpView& view);  // known, complete, in range
void check_hints(const OpView& view);
bool check_operands(const OpView& view);  // kinds and elements, slot by slot; false: something is wrong
void check_flags(const OpView& view);     // attributes that mean nothing for these elements

// Dispatches on the operation to the theme's rules below.
void check_operation(const OpView& view);
void check_constant(const OpView& view);
void check_iota(const OpView& view);
void check_axis(const OpView& view);  // program_id, num_programs, extent
void check_elementwise(const OpView& view);
void check_convert(const OpView& view);
void check_assume(const OpView& view);
void check_shape(const OpView& view);
void check_slice(const OpView& view);
void check_concat(const OpView& view);
void check_combine(const OpView& view);
void check_mma(const OpView& view);
void check_mma_scaled(const OpView& view);
void check_access(const OpView& view);   // load, store
void check_indexed(const OpView& view);  // gather, scatter, atomic
void check_buffer_access(const OpView& view);

// A type where it is defined, by `what` (an operation or parameter, for the message).
void check_type(const Program& program, ValueId value, SourcePosition position, Report& report);
// Whether the kind of a written result type is one that the operation gives.
bool check_result_kind(const OpView& view);
// Re-infers the result type; `clean`: nothing else is wrong with the operation.
void check_result(const OpView& view, bool clean);

// Whether `hint` may stand at a place, and its value.
void check_hint(const Hint& hint, std::span<const HintPlace> places, SourcePosition position,
                std::string_view where, Report& report);

// Number of elements, or -1 where rule type.extents is broken.
std::int64_t element_count(const Type& type);
// Whether `from`, a scalar or a tile, can be repeated to the shape of `to`.
bool broadcasts(const Type& from, const Type& to);
// tf32, fp8, fp4 and scale formats.
inline bool is_storage_only(Element element) { return !numeric::has_arithmetic(element); }
inline bool is_float_arithmetic(Element element) {
  return numeric::is_float(element) && numeric::has_arithmetic(element);
}
inline bool is_number(Element element) { return numeric::is_integer(element) && element != Element::i1; }
// Whether an integer can be written in `element`, signed or unsigned.
bool fits_element(std::int64_t number, Element element);

}  // namespace tilefuzz::ir
