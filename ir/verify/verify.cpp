#include "ir/verify/verify.h"

#include <algorithm>

#include "ir/verify/control.h"
#include "ir/verify/names.h"
#include "ir/verify/op_rules.h"
#include "ir/verify/params.h"
#include "ir/verify/structure.h"

namespace tilefuzz::ir {
namespace {

constexpr std::int64_t kMaxBufferBytes = std::int64_t{228} * 1024;

// Operations in text order: what each may see, and its own rules.
class Walker {
 public:
  Walker(const Program& program, Report& report)
      : program_(program),
        report_(report),
        names_(program, report),
        states_(program.types.size(), State::later) {}

  void run() {
    for (const Param& param : program_.params) define(param.value, param.position);
    block(program_.body, {});
  }

 private:
  enum class State : std::uint8_t { later, visible, left };

  State& state(ValueId value) { return states_[static_cast<std::size_t>(value)]; }

  void define(ValueId value, SourcePosition position) {
    state(value) = State::visible;
    names_.define(value, position);
  }

  void block(const Block& code, const Place& place) {
    const std::size_t names = names_.mark();
    for (const ValueId argument : code.arguments) {
      const SourcePosition position = place.parent ? place.parent->position : SourcePosition{};
      define(argument, position);
      check_argument(argument, position);
    }
    for (const Op& op : code.ops) check(op, place);
    check_block_end(program_, code, place, report_);
    for (const ValueId argument : code.arguments) state(argument) = State::left;
    for (const Op& op : code.ops) {
      for (const ValueId result : op.results) state(result) = State::left;
    }
    names_.leave(names);
  }

  void check_argument(ValueId value, SourcePosition position) {
    const Type& type = program_.type(value);
    if (type.kind == TypeKind::poison) return;
    if (type.is_value()) {
      check_type(program_, value, position, report_);
    } else {
      report_.add(Rule::operand_kind, position,
                  say("the region argument ", typed(program_, value), " is not a value"));
    }
  }

  void check(const Op& op, const Place& place) {
    const OpView view{program_, op, row(op.code), report_};
    check_attributes(view);
    check_hints(view);
    if (op.code == Opcode::alloc) check_alloc(view, place);
    const bool visible = check_visible(view);
    if (visible && !has_unknown(op)) check_types(view);
    if (op.code == Opcode::for_ || op.code == Opcode::while_) loop_seen_ = true;
    for (std::size_t i = 0; i < op.regions.size(); ++i)
      block(op.regions[i], {&op, static_cast<int>(i), &place});
    for (const ValueId result : op.results) {
      define(result, op.position);
      check_type(program_, result, op.position, report_);
    }
  }

  bool has_unknown(const Op& op) const {
    const auto unknown = [&](const Operand& operand) {
      return operand.is_value() && is_unknown(program_.type(operand.number));
    };
    const auto poison = [&](ValueId result) { return program_.type(result).kind == TypeKind::poison; };
    return std::ranges::any_of(op.operands, unknown) || std::ranges::any_of(op.results, poison);
  }

  bool check_visible(const OpView& view) {
    bool good = true;
    for (const Operand& operand : view.op.operands) {
      if (operand.literal || state(operand.number) == State::visible ||
          program_.type(operand.number).kind == TypeKind::poison) {
        continue;
      }
      good = false;
      if (state(operand.number) == State::left) {
        view.broken(Rule::region_escape,
                    say(spelled(program_, operand), " belongs to a region that has ended"),
                    "let the region yield it");
      } else {
        view.broken(Rule::value_dominance, say(spelled(program_, operand), " is not defined before"));
      }
    }
    return good;
  }

  void check_types(const OpView& view) {
    const std::size_t before = report_.count();
    if (!check_operands(view)) return;
    if (!check_result_kind(view)) return;
    check_operation(view);
    check_control(view);
    check_flags(view);
    check_result(view, report_.count() == before);
    if (view.row.effect == Effect::writes || view.row.effect == Effect::reads_writes) check_write(view);
  }

  void check_write(const OpView& view) {
    const ValueId target = view.op.operands.front().number;
    if (program_.type(target).kind == TypeKind::buffer) return;
    const int index = program_.param_index(target);
    if (index >= 0 && program_.params[static_cast<std::size_t>(index)].readonly)
      view.broken(Rule::param_readonly, say("writes ", typed(program_, target), ", which is read-only"));
  }

  void check_alloc(const OpView& view, const Place& place) {
    if (place.parent || loop_seen_)
      view.broken(Rule::buffer_place, "stands in the top block, before the first loop");
    const Type& type = view.result_type();
    const std::int64_t count = element_count(type);
    if (type.kind != TypeKind::buffer || count < 0) return;
    const bool fitted = buffer_bytes_ <= kMaxBufferBytes;
    buffer_bytes_ += count * numeric::storage_bytes(type.element);
    if (fitted && buffer_bytes_ > kMaxBufferBytes)
      view.broken(Rule::buffer_total, say("the buffers up to ", spelled(program_, view.op.result()), " take ",
                                          buffer_bytes_, " bytes, more than ", kMaxBufferBytes));
  }

  const Program& program_;
  Report& report_;
  NameScope names_;
  std::vector<State> states_;
  bool loop_seen_ = false;
  std::int64_t buffer_bytes_ = 0;
};

}  // namespace

std::vector<Diagnostic> verify(const Program& program) {
  std::vector<Diagnostic> found;
  Report report(found);
  if (!check_structure(program, report)) return found;
  check_names(program, report);
  check_params(program, report);
  check_grid(program, report);
  check_launches(program, report);
  constexpr HintPlace kKernel[] = {HintPlace::kernel};
  for (const Hint& hint : program.hints) check_hint(hint, kKernel, {}, "the kernel", report);
  Walker(program, report).run();
  return found;
}

}  // namespace tilefuzz::ir
