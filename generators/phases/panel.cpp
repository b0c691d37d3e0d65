#include "generators/phases/panel.h"

#include "generators/access.h"
#include "generators/control.h"
#include "generators/phases/ensure.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;
using ir::Predicate;

void split_phase(State& state) { ensure(state, Slot::second); }

void middle_phase(State& state) {
  const Wire first = ensure(state, Slot::first);
  const Wire second = ensure(state, Slot::second);
  Wire cross = ensure(state, Slot::cross);
  if (state.choices.chance("middle.transposed", 12)) cross = transpose(state, cross);
  state.wire(Slot::second) = multiply(state, first, cross, second);
}

namespace {

struct Form {
  bool by_column = true;
  Predicate predicate = Predicate::eq;
  int combination = 0;  // of the spread line and the part
  bool wide_iota = false;
};

Form draw_form(State& state) {
  Form form;
  form.by_column = state.choices.pick("panel.by", {{1, 85, "column"}, {0, 15, "row"}}) != 0;
  form.predicate = static_cast<Predicate>(
      state.choices.pick("panel.predicate", {{static_cast<int>(Predicate::eq), 60, "eq"},
                                             {static_cast<int>(Predicate::gt), 14, "gt"},
                                             {static_cast<int>(Predicate::ge), 8, "ge"},
                                             {static_cast<int>(Predicate::lt), 8, "lt"},
                                             {static_cast<int>(Predicate::le), 5, "le"},
                                             {static_cast<int>(Predicate::ne), 5, "ne"}}));
  form.combination = static_cast<int>(state.choices.pick(
      "panel.combination",
      {{0, 55, "line"}, {1, 25, "difference"}, {2, 8, "half"}, {3, 7, "max"}, {4, 5, "min"}}));
  form.wide_iota = state.choices.chance("panel.wide_iota", 20);
  return form;
}

Wire combine(State& state, const Form& form, Wire line, Wire part) {
  switch (form.combination) {
    case 1: {
      const Wire half = binary(state, Opcode::mul, line, number_like(state, line, 0.25));
      return binary(state, Opcode::sub, part, half);
    }
    case 2:
      return binary(state, Opcode::mul, line, number_like(state, line, 0.5));
    case 3:
      return state.says(Opcode::max) ? binary(state, Opcode::max, line, part) : line;
    case 4:
      return state.says(Opcode::min) ? binary(state, Opcode::min, line, part) : line;
    default:
      return line;
  }
}

}  // namespace

void panel_phase(State& state) {
  const Wire second = ensure(state, Slot::second);
  const ir::Type type = state.type(second);
  const std::int32_t rows = type.extents[0];
  const std::int32_t columns = type.extents[1];
  const Form form = draw_form(state);
  const int axis = form.by_column ? 1 : 0;
  const ir::Type numbers =
      form.wide_iota ? type.with_element(Element::i32)
                     : tile_type(Element::i32, form.by_column ? 1 : rows, form.by_column ? columns : 1);
  const Wire places = state.made(state.build.iota(axis, numbers), form.by_column ? columns : rows);
  const bool few = state.allows(Feature::run_time_trips) && state.choices.chance("panel.run_time", 8);
  // Every line of the part; a run-time count is small and stays inside.
  const Trips trips = few ? run_time_trips(state) : fixed_trips(form.by_column ? columns : rows);
  LoopStyle style;
  style.growth = form.combination == 1 ? Growth::multiplies : Growth::adds;
  const std::vector<Wire> init{second};
  const std::vector<Wire> after =
      loop(state, trips, init, style, [&](const Index& p, std::span<const Wire> carried) {
        const Wire part = carried[0];
        const std::array<Index, 2> index =
            form.by_column ? std::array<Index, 2>{at(0), p} : std::array<Index, 2>{p, at(0)};
        const Wire line = slice(state, part, index, form.by_column ? rows : 1, form.by_column ? 1 : columns);
        const Wire hit = state.made(state.build.cmp(form.predicate, places, p.operand), 1);
        const Wire hits = broadcast(state, hit, type.shape());
        const Wire spread = broadcast(state, line, type.shape());
        return std::vector<Wire>{select(state, hits, combine(state, form, spread, part), part)};
      });
  state.wire(Slot::second) = after[0];
}

}  // namespace tilefuzz::generators
