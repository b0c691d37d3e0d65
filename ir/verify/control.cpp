#include "ir/verify/control.h"

#include "ir/verify/op_rules.h"

namespace tilefuzz::ir {
namespace {

bool agree(const Type& a, const Type& b) { return a == b || is_unknown(a) || is_unknown(b); }

bool is_loop_integer(const Type& type) {
  return type.is_scalar() && (type.element == Element::i32 || type.element == Element::i64);
}

void check_bounds(const OpView& view) {
  const Operand induction = view.op.regions.front().arguments.front();
  const Type& type = view.type(induction);
  if (is_unknown(type)) return;
  if (!is_loop_integer(type)) {
    view.broken(Rule::for_bounds,
                say("the induction variable ", typed(view.program, induction), " is neither i32 nor i64"));
    return;
  }
  for (int slot = 0; slot < 3; ++slot) {
    const Operand bound = view.slot(slot).front();
    if (bound.is_value() && !agree(view.type(bound), type))
      view.broken(Rule::for_bounds,
                  say("`", view.row.slots[static_cast<std::size_t>(slot)].name, "` is ",
                      typed(view.program, bound), ", the induction variable ", to_string(type)));
  }
  const Operand step = view.slot(2).front();
  if (step.literal && step.number < 1)
    view.broken(Rule::for_bounds, say("the step ", step.number, " is not positive"));
}

// One list of values against the loop's results.
void check_list(const OpView& view, std::string_view what, std::span<const ValueId> values) {
  const auto& results = view.op.results;
  if (values.size() != results.size()) {
    view.broken(Rule::loop_types,
                say("has ", results.size(), " results, but ", values.size(), " ", what, " values"));
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!agree(view.type(values[i]), view.type(results[i])))
      view.broken(Rule::loop_types, say("the ", what, " value ", typed(view.program, values[i]),
                                        " goes to the result ", typed(view.program, results[i])));
  }
}

void check_loop(const OpView& view) {
  const bool counted = view.op.code == Opcode::for_;
  const auto init = view.slot(counted ? 3 : 0);
  const auto& results = view.op.results;
  if (init.size() != results.size()) {
    view.broken(Rule::loop_types,
                say("has ", results.size(), " results, but ", init.size(), " initial values"));
  } else {
    for (std::size_t i = 0; i < init.size(); ++i) {
      if (!agree(view.type(init[i]), view.type(results[i])))
        view.broken(Rule::loop_types, say("the initial value ", typed(view.program, init[i]),
                                          " goes to the result ", typed(view.program, results[i])));
    }
  }
  for (const Block& region : view.op.regions)
    check_list(view, "carried", std::span<const ValueId>(region.arguments).subspan(counted ? 1 : 0));
  if (counted) check_bounds(view);
}

bool yields(const Block& block) { return !block.ops.empty() && block.ops.back().code == Opcode::yield; }

void check_if(const OpView& view) {
  if (view.op.results.empty()) return;
  for (const Block& region : view.op.regions) {
    if (yields(region)) return;
  }
  view.broken(Rule::if_results, say("has ", view.op.results.size(), " results, but no branch that yields"));
}

const Place* innermost_loop(const Place& place) {
  const Place* at = &place;
  while (at->parent && at->parent->code == Opcode::if_) at = at->outer;
  return at->parent ? at : nullptr;
}

// What `end` passes on, against the results of the operation that it ends.
void check_passed(const OpView& end, const Op& target, Rule rule) {
  const auto values = end.slot(0);
  if (values.size() != target.results.size()) {
    end.broken(rule, say("passes ", values.size(), " values to `", row(target.code).name, "`, which has ",
                         target.results.size(), " results"));
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Type& type = end.type(values[i]);
    if (rule == Rule::if_results && type.kind == TypeKind::sparse) {
      end.broken(Rule::sparse_use, say("a branch yields ", typed(end.program, values[i])),
                 "sparse values are carried by loops only");
    } else if (!agree(type, end.type(target.results[i]))) {
      end.broken(rule, say("passes ", typed(end.program, values[i]), " to the result ",
                           typed(end.program, target.results[i])));
    }
  }
}

bool is_exit(Opcode code) { return code == Opcode::break_ || code == Opcode::continue_; }

void check_end(const OpView& end, const Place& place) {
  const Opcode code = end.op.code;
  const Op* parent = place.parent;
  const bool asks_condition = parent && parent->code == Opcode::while_ && place.region == 0;
  if (asks_condition != (code == Opcode::condition)) {
    end.broken(Rule::while_condition, asks_condition
                                          ? "ends the first region of a while, which ends in `condition`"
                                          : "stands outside the first region of a while");
    return;
  }
  if (asks_condition) return;
  if (is_exit(code)) {
    const Place* loop = innermost_loop(place);
    const bool in_branch = parent && parent->code == Opcode::if_;
    if (!in_branch || !loop || (loop->parent->code == Opcode::while_ && loop->region == 0)) {
      end.broken(Rule::break_place, "does not end a branch of an `if` inside a loop's body");
    } else {
      check_passed(end, *loop->parent, Rule::loop_types);
    }
    return;
  }
  if (parent) {
    check_passed(end, *parent, parent->code == Opcode::if_ ? Rule::if_results : Rule::loop_types);
  } else if (!end.op.operands.empty()) {
    end.broken(Rule::block_terminator, "ends the kernel, which gives no values");
  }
}

}  // namespace

void check_control(const OpView& view) {
  if (view.op.code == Opcode::if_) {
    check_if(view);
  } else if (view.row.regions != 0) {
    check_loop(view);
  }
}

void check_block_end(const Program& program, const Block& block, const Place& place, Report& report) {
  const SourcePosition position = place.parent ? place.parent->position : SourcePosition{};
  if (block.ops.empty() || !row(block.ops.back().code).is_terminator()) {
    report.add(Rule::block_terminator, position,
               say("a block of `", place.parent ? row(place.parent->code).name : "kernel",
                   "` does not end in a terminator"));
  } else {
    check_end({program, block.ops.back(), row(block.ops.back().code), report}, place);
  }
  for (std::size_t i = 0; i + 1 < block.ops.size(); ++i) {
    const OpRow& entry = row(block.ops[i].code);
    if (entry.is_terminator())
      report.add(Rule::block_terminator, block.ops[i].position,
                 say("`", entry.name, "` stands before the end of its block"));
  }
}

}  // namespace tilefuzz::ir
