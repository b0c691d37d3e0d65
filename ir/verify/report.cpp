#include "ir/verify/report.h"

#include <utility>

namespace tilefuzz::ir {
namespace {

const Type kLiteralType = Type::scalar(Element::i32);
const Type kNoType{};

bool is_number(std::string_view name) { return name.find_first_not_of("0123456789") == std::string::npos; }

}  // namespace

void Report::add(Rule rule, SourcePosition position, std::string message, std::string help) {
  out_->push_back({position, std::string(row(rule).name), std::move(message), std::move(help)});
}

const Type& OpView::type(Operand operand) const {
  return operand.literal ? kLiteralType : program.type(operand.number);
}

const Type& OpView::slot_type(int index) const {
  const auto operands = slot(index);
  return operands.empty() ? kNoType : type(operands.front());
}

const Type& OpView::result_type() const {
  return op.results.empty() ? kNoType : program.type(op.results.front());
}

void OpView::broken(Rule rule, const std::string& message, std::string help) const {
  report.add(rule, op.position, say("`", row.name, "`: ", message), std::move(help));
}

std::string spelled(const Program& program, Operand operand) {
  if (operand.literal) return std::to_string(operand.number);
  const std::string_view name = program.value_name(operand.number);
  if (name.empty() || is_number(name)) return say("%", operand.number);
  return say("%", name);
}

std::string typed(const Program& program, Operand operand) {
  const Type& type = operand.literal ? kLiteralType : program.type(operand.number);
  return say(spelled(program, operand), " (", to_string(type), ")");
}

std::string typed(const OpView& view, int slot) {
  const auto operands = view.slot(slot);
  return operands.empty() ? std::string("nothing") : typed(view.program, operands.front());
}

std::string shape_text(std::span<const std::int32_t> shape) {
  std::string out;
  for (const std::int32_t extent : shape) out += say(out.empty() ? "" : "x", extent);
  return out.empty() ? "scalar" : out;
}

}  // namespace tilefuzz::ir
