#include "generators/control.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "generators/access.h"
#include "generators/values.h"

namespace tilefuzz::generators {

using ir::Element;
using ir::Opcode;
using ir::Operand;
using ir::Predicate;

Trips fixed_trips(std::int32_t count) { return {Operand::constant(count), count, false}; }

namespace {

double held_at(Element element) { return element == Element::f16 ? 1e3 : 1e6; }

// Bounds of the carried values inside and after the loop.
class Bounds {
 public:
  Bounds(State& state, const Trips& trips, std::span<const Wire> init, Growth growth)
      : state_(state), most_(static_cast<double>(trips.most)), growth_(growth) {
    for (const Wire value : init) {
      const double start = state.bound(value);
      inside_.push_back(growth == Growth::held ? std::max(start, held_at(state.element(value))) : start);
    }
    after_ = inside_;
  }

  void enter(std::span<const Wire> carried) {
    for (std::size_t i = 0; i < carried.size(); ++i) state_.made(carried[i], inside_[i]);
  }

  // Of what the body gave; may write operations.
  void leave(std::vector<Wire>& yielded) {
    for (std::size_t i = 0; i < yielded.size(); ++i) {
      if (growth_ == Growth::held) yielded[i] = limit(state_, yielded[i], inside_[i]);
      const double once = state_.bound(yielded[i]);
      if (once <= inside_[i]) continue;
      const double factor = once / std::max(inside_[i], 1e-9);
      after_[i] = growth_ == Growth::adds ? inside_[i] + most_ * (once - inside_[i])
                                          : std::min(inside_[i] * std::pow(factor, most_), 1e36);
    }
  }

  std::vector<Wire> results(std::span<const Wire> values) {
    for (std::size_t i = 0; i < values.size(); ++i) state_.made(values[i], after_[i]);
    return {values.begin(), values.end()};
  }

 private:
  State& state_;
  double most_;
  Growth growth_;
  std::vector<double> inside_;
  std::vector<double> after_;
};

std::vector<Operand> operands(std::span<const Wire> values) { return {values.begin(), values.end()}; }

enum class Form : std::uint8_t { plain, lower, step, while_, break_, continue_ };

Form draw_form(State& state, const Trips& trips, const LoopStyle& style) {
  if (!style.exits || !state.allows(Feature::exits)) return Form::plain;
  const bool exits = state.narrow.profile().loop_exits;
  const std::array<Option, 6> options{{
      {static_cast<int>(Form::plain), 89, "for"},
      {static_cast<int>(Form::lower), 2, "lower"},
      {static_cast<int>(Form::step), 3, "step"},
      {static_cast<int>(Form::while_), state.says(Opcode::while_) ? 2U : 0U, "while"},
      {static_cast<int>(Form::break_), exits && trips.most > 1 ? 2U : 0U, "break"},
      {static_cast<int>(Form::continue_), exits && trips.most > 1 ? 2U : 0U, "continue"},
  }};
  return static_cast<Form>(state.choices.pick("loop.form", options));
}

// Leaves the loop, or the iteration, from inside an `if`.
std::vector<Wire> exit_early(State& state, Form form, const Index& induction, std::span<const Wire> carried,
                             std::span<const Wire> fresh) {
  const auto at_trip = static_cast<std::int32_t>(
      state.choices.choose("loop.exit_at", 1, std::max<std::int64_t>(1, induction.most)));
  const Wire hit =
      state.made(state.build.cmp(Predicate::ge, induction.operand, Operand::constant(at_trip)), 1);
  const std::vector<Operand> old_values = operands(carried);
  const std::vector<Operand> new_values = operands(fresh);
  const auto leave = [&]() -> ir::Builder::Values {
    if (form == Form::break_) {
      state.build.break_loop(new_values);
    } else {
      state.build.continue_loop(old_values);
    }
    return {};
  };
  const std::vector<Wire> kept = state.build.if_else(hit, leave, [&] { return new_values; });
  for (std::size_t i = 0; i < kept.size(); ++i) state.made(kept[i], state.bound(fresh[i]));
  return kept;
}

}  // namespace

std::vector<Wire> loop(State& state, const Trips& trips, std::span<const Wire> init, const LoopStyle& style,
                       const LoopBody& body) {
  ++state.loops;
  const Form form = draw_form(state, trips, style);
  Bounds bounds(state, trips, init, style.growth);
  const auto iteration = [&](const Index& induction, std::span<const Wire> carried) {
    bounds.enter(carried);
    if (style.storing) ++state.storing;
    std::vector<Wire> fresh = body(induction, carried);
    bounds.leave(fresh);
    if (style.storing) --state.storing;
    if (form == Form::break_ || form == Form::continue_)
      fresh = exit_early(state, form, induction, carried, fresh);
    return fresh;
  };
  const std::int64_t most = std::max<std::int64_t>(trips.most - 1, 0);

  if (form == Form::while_) {
    std::vector<Operand> carried{state.build.constant_bits(ir::Type::scalar(Element::i32), 0)};
    carried.insert(carried.end(), init.begin(), init.end());
    const auto condition = [&](std::span<const Wire> values) -> Operand {
      return state.build.cmp(Predicate::lt, values[0], trips.upper);
    };
    const auto turn = [&](std::span<const Wire> values) {
      std::vector<Operand> next{Operand()};
      for (const Wire value : iteration({values[0], most}, values.subspan(1))) next.emplace_back(value);
      next[0] = state.build.add(values[0], Operand::constant(1));
      return next;
    };
    const std::vector<Wire> results = state.build.while_loop(carried, condition, turn);
    return bounds.results(std::span<const Wire>(results).subspan(1));
  }

  const Operand lower = Operand::constant(form == Form::lower ? 1 : 0);
  const Operand step = Operand::constant(form == Form::step ? 2 : 1);
  const std::vector<Wire> results = state.build.for_loop(
      lower, trips.upper, step, operands(init), [&](Wire induction, std::span<const Wire> carried) {
        return operands(iteration({induction, most}, carried));
      });
  // What leaves a loop early and what is pipelined exclude each other in TileLang (spike of the buffers'
  // emitter).
  if (form == Form::plain) hint_loop(state, state.build.last(), style.stages_percent);
  return bounds.results(results);
}

Wire is_not_zero(State& state, Wire scalar) {
  return state.made(state.build.cmp(Predicate::ne, scalar, Operand::constant(0)), 1);
}

Trips run_time_trips(State& state) {
  std::vector<const Scalar*> counts;
  for (const Scalar& scalar : state.scalars) {
    if (scalar.use == Scalar::Use::trips) counts.push_back(&scalar);
  }
  // A second count is rare: loops of equal length are what real kernels have.
  const bool fresh = counts.empty() || (counts.size() < 2 && state.choices.chance("trips.own", 10));
  const Scalar* taken = fresh ? nullptr : counts.front();
  if (!taken) {
    std::vector<std::int64_t> rows;
    for (int i = 0; i < state.launch_rows; ++i)
      rows.push_back(state.choices.choose("trips.value", 0, state.most_trips));
    state.add_scalar(counts.empty() ? "n" : "m", Scalar::Use::trips, std::move(rows));
    taken = &state.scalars.back();
  }
  return {taken->value, *std::max_element(taken->rows.begin(), taken->rows.end()), true};
}

}  // namespace tilefuzz::generators
