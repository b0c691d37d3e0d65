#include "ir/verify/structure.h"

#include "ir/walk.h"

namespace tilefuzz::ir {
namespace {

class Structure {
 public:
  Structure(const Program& program, Report& report)
      : program_(program), report_(report), defined_(program.types.size(), 0) {}

  void run() {
    check_types();
    for (const Param& param : program_.params) {
      define(param.value, param.position);
      check_hints(param.hints, param.position);
      for (const Dim& dim : param.extents) check_name(dim.name, param.position);
      for (const Dim& dim : param.strides) check_name(dim.name, param.position);
    }
    for (const GridExtent& extent : program_.grid) {
      for (const GridExtent::Term& term : extent.terms) {
        if (term.name < 0) report_.add(Rule::extent_name_known, {}, "a term of the grid has no name");
        check_name(term.name, {});
      }
    }
    check_hints(program_.hints, {});
    if (!program_.body.arguments.empty())
      report_.add(Rule::region_arguments, {}, "the kernel's block has arguments");
    block(program_.body, {}, 0);
  }

 private:
  void check_types() {
    for (std::size_t i = 0; i < program_.types.size(); ++i) {
      const Type& type = program_.types[i];
      if (type.kind <= TypeKind::buffer &&
          static_cast<std::size_t>(type.element) < numeric::kAllElements.size() &&
          type.sparsity <= Sparsity::s4of8p && type.rank <= kMaxRank) {
        continue;
      }
      report_.add(Rule::type_known, {}, say("the type of value ", i, " has unknown parts"));
    }
  }

  bool known(ValueId value) const {
    return value >= 0 && static_cast<std::size_t>(value) < program_.types.size();
  }

  void define(ValueId value, SourcePosition position) {
    if (!known(value)) {
      report_.add(Rule::value_known, position,
                  say("value ", value, " is defined, but the program has ", program_.types.size()));
      return;
    }
    std::uint8_t& mark = defined_[static_cast<std::size_t>(value)];
    if (mark != 0)
      report_.add(Rule::value_single, position, say(spelled(program_, value), " is defined a second time"));
    mark = 1;
  }

  void check_name(std::int32_t name, SourcePosition position) {
    if (name >= -1 && name < static_cast<std::int64_t>(program_.extent_names.size())) return;
    report_.add(Rule::extent_name_known, position,
                say("extent name ", name, " of ", program_.extent_names.size()));
  }

  template <class Hints>
  void check_hints(const Hints& hints, SourcePosition position) {
    int last = -1;
    for (const Hint& hint : hints) {
      const int key = static_cast<int>(hint.key);
      if (key >= kHintKeyCount || key <= last)
        report_.add(Rule::hint_order, position, say("hint key ", key, " after ", last));
      last = key;
    }
  }

  void check_attributes(const Op& op) {
    int last = -1;
    for (const Attribute& attribute : op.attributes) {
      const int key = static_cast<int>(attribute.key);
      if (key >= kAttributeKeyCount || key <= last)
        report_.add(Rule::attribute_order, op.position,
                    say("`", row(op.code).name, "`: attribute key ", key, " after ", last));
      last = key;
    }
  }

  void check_counts(const Op& op, const OpRow& entry) {
    if (!entry.has_counts()) {
      if (!op.counts.empty() || op.operands.size() != entry.slots.size())
        report_.add(
            Rule::operand_count, op.position,
            say("`", entry.name, "`: takes ", entry.slots.size(), " operands, not ", op.operands.size()));
      return;
    }
    std::size_t sum = 0;
    bool fits = op.counts.size() == entry.slots.size();
    for (std::size_t i = 0; fits && i < op.counts.size(); ++i) {
      const std::uint8_t count = op.counts[i];
      sum += count;
      if (entry.slots[i].arity == Arity::one) fits = count == 1;
      if (entry.slots[i].arity == Arity::optional) fits = count <= 1;
    }
    if (!fits || sum != op.operands.size())
      report_.add(Rule::operand_count, op.position,
                  say("`", entry.name, "`: ", op.operands.size(), " operands do not fill its slots"));
  }

  static bool results_fit(const OpRow& entry, std::size_t count) {
    switch (entry.result) {
      case ResultRule::none:
        return count == 0;
      case ResultRule::region:
        return true;
      case ResultRule::atomic_old:
        return count <= 1;
      default:
        return count == 1;
    }
  }

  static bool arguments_fit(Opcode code, const Block& region) {
    if (code == Opcode::for_) return !region.arguments.empty();
    return code == Opcode::while_ || region.arguments.empty();
  }

  void check_op(const Op& op, int depth) {
    if (static_cast<int>(op.code) >= kOpcodeCount) {
      report_.add(Rule::opcode_known, op.position,
                  say("operation number ", static_cast<int>(op.code), " of ", kOpcodeCount));
      return;
    }
    const OpRow& entry = row(op.code);
    check_counts(op, entry);
    check_attributes(op);
    check_hints(op.hints, op.position);
    for (const Operand& operand : op.operands) {
      if (operand.literal || known(operand.number)) continue;
      report_.add(Rule::value_known, op.position,
                  say("`", entry.name, "`: operand is value ", operand.number, ", the program has ",
                      program_.types.size()));
    }
    if (!results_fit(entry, op.results.size()))
      report_.add(Rule::result_count, op.position,
                  say("`", entry.name, "`: has ", op.results.size(), " results"));
    for (const ValueId result : op.results) define(result, op.position);
    if (op.regions.size() != entry.regions)
      report_.add(Rule::region_count, op.position,
                  say("`", entry.name, "`: has ", op.regions.size(), " regions, not ",
                      static_cast<int>(entry.regions)));
    for (const Block& region : op.regions) {
      if (!arguments_fit(op.code, region))
        report_.add(Rule::region_arguments, op.position,
                    say("`", entry.name, "`: a region has ", region.arguments.size(), " arguments"));
      block(region, op.position, depth + 1);
    }
  }

  void block(const Block& code, SourcePosition position, int depth) {
    if (depth > kMaxRegionDepth) {
      report_.add(Rule::region_depth, position, say("regions nest deeper than ", kMaxRegionDepth));
      return;
    }
    for (const ValueId argument : code.arguments) define(argument, position);
    for (const Op& op : code.ops) check_op(op, depth);
  }

  const Program& program_;
  Report& report_;
  std::vector<std::uint8_t> defined_;
};

}  // namespace

bool check_structure(const Program& program, Report& report) {
  const std::size_t before = report.count();
  Structure(program, report).run();
  return report.count() == before;
}

}  // namespace tilefuzz::ir
