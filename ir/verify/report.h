#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "ir/operation_table.h"
#include "ir/program.h"
#include "ir/verify/rules.h"
#include "ir/verify/say.h"

namespace tilefuzz::ir {

// Collects broken rules.
class Report {
 public:
  explicit Report(std::vector<Diagnostic>& out) : out_(&out) {}

  void add(Rule rule, SourcePosition position, std::string message, std::string help = {});
  std::size_t count() const { return out_->size(); }

 private:
  std::vector<Diagnostic>* out_;
};

// One operation whose structure is sound, as the rules see it.
struct OpView {
  const Program& program;
  const Op& op;
  const OpRow& row;
  Report& report;

  const Type& type(Operand operand) const;
  std::span<const Operand> slot(int index) const { return op.slot(index); }
  const Type& slot_type(int index) const;  // of a slot with one operand
  const Type& result_type() const;         // of the first result
  bool has(AttributeKey key) const { return op.has(key); }
  // The message is prefixed with the operation's name.
  void broken(Rule rule, const std::string& message, std::string help = {}) const;
};

// For messages. `%a` or `%12`, or a literal's number.
std::string spelled(const Program& program, Operand operand);
// `%a (tile<4xf32>)`.
std::string typed(const Program& program, Operand operand);
std::string typed(const OpView& view, int slot);
std::string shape_text(std::span<const std::int32_t> shape);  // `128x64`, or `scalar`

// A type that says nothing: the value's definition is wrong and was reported there.
inline bool is_unknown(const Type& type) {
  return type.kind == TypeKind::poison || type.kind == TypeKind::none;
}

}  // namespace tilefuzz::ir
