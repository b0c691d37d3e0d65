#include "targets/tileiras/expect.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/tileiras/lower/tokens.h"
#include "targets/tileiras/options.h"
#include "targets/tileiras/profile/profile.h"
#include "targets/tileiras/rules.h"

namespace tilefuzz::targets::tileiras {

namespace {

using ir::Element;
using ir::Type;

// From here on a tile may take more registers or shared memory than there are: tiles of 256 x 64 and more
// were refused with a general error on sm_120 and compiled elsewhere.
constexpr std::int64_t kLargeTile = 1 << 14;
// 65,536 registers shared by this many blocks leave 32 or fewer a thread: ptxas refuses some programs then
// ("Insufficient registers"; measured on 13.3.36, none below).
constexpr std::int32_t kHighOccupancy = 16;

constexpr int kBlockScaledArch = 100;
constexpr int kBf16AtomicArch = 90;
constexpr int kBf16AtomicMinor = 3;

class Checker {
 public:
  Checker(const ir::Program& program, const Configuration& configuration)
      : program_(program), configuration_(configuration), profile_(profile(configuration.version)) {}

  Expectation run() {
    arch_ = profile_.arch(configuration_.arch);
    if (arch_ == nullptr) {
      add(Rule::arch_unknown, configuration_.arch + " is not an architecture of " + configuration_.version,
          {});
    }
    if (configuration_.level < 0 || configuration_.level > 3) {
      add(Rule::level_unknown, "there is no level " + std::to_string(configuration_.level), {});
    }
    if (MemoryGroups(program_, TokenPolicy::minimal).too_many()) {
      add(Rule::memory_groups, "more than " + std::to_string(MemoryGroups::kMost) + " separate memories", {});
    }
    for (const ir::Param& param : program_.params) check_type(program_.type(param.value), param.position);
    for (const ir::Hint& hint : program_.hints) check_hint(hint, {});
    ir::walk(program_.body, [&](const ir::Op& op, int) { check(op); });
    return conclude();
  }

 private:
  void add(Rule rule, std::string message, SourcePosition position) {
    const RuleRow& entry = row(rule);
    result_.rules.push_back({std::string(entry.name), entry.provenance, std::move(message), position});
  }

  Expectation conclude() {
    if (!result_.rules.empty()) {
      result_.kind = Expectation::Kind::reject;
    } else if (largest_ >= kLargeTile) {
      result_.kind = Expectation::Kind::accept_or_diagnose;
      result_.reason = "registers and shared memory: a tile of " + std::to_string(largest_) + " elements";
    } else if (occupancy() >= kHighOccupancy) {
      result_.kind = Expectation::Kind::accept_or_diagnose;
      result_.reason = "registers: occupancy " + std::to_string(occupancy());
    }
    return std::move(result_);
  }

  std::int32_t occupancy() const {
    for (const ir::Hint& hint : program_.hints) {
      if (hint.key == ir::HintKey::occupancy) return hint.value;
    }
    return 0;
  }

  void check_type(const Type& type, SourcePosition position) {
    if (type.kind == ir::TypeKind::sparse || type.kind == ir::TypeKind::sparse_tensor) {
      add(Rule::sparse, ir::to_string(type) + " cannot be said in Tile IR", position);
    }
    if (arch_ != nullptr && std::ranges::find(arch_->elements, type.element) == arch_->elements.end()) {
      add(Rule::element_arch, std::string(numeric::name(type.element)) + " does not exist on " + arch_->name,
          position);
    }
    if (!type.is_tile()) return;
    largest_ = std::max(largest_, type.element_count());
    for (const std::int32_t extent : type.shape()) {
      if (extent > 0 && std::has_single_bit(static_cast<std::uint32_t>(extent))) continue;
      add(Rule::tile_power_of_two,
          ir::to_string(type) + ": " + std::to_string(extent) + " is not a power of two", position);
      return;
    }
  }

  void check_hint(const ir::Hint& hint, SourcePosition position) {
    const HintRange* range = profile_.hint(hint.key);
    if (range == nullptr || std::ranges::find(range->values, hint.value) != range->values.end()) return;
    add(Rule::hint_range, std::string(ir::row(hint.key).name) + " = " + std::to_string(hint.value), position);
  }

  void check(const ir::Op& op) {
    if (!profile_.says(op.code)) {
      add(Rule::operation_version,
          std::string(ir::row(op.code).name) + " cannot be said for " + configuration_.version, op.position);
    }
    for (const ir::ValueId result : op.results) check_type(program_.type(result), op.position);
    for (const ir::Block& region : op.regions) {
      for (const ir::ValueId argument : region.arguments) check_type(program_.type(argument), op.position);
    }
    for (const ir::Hint& hint : op.hints) check_hint(hint, op.position);
    switch (op.code) {
      case ir::Opcode::mma:
        return check_mma(op);
      case ir::Opcode::mma_scaled:
        return check_scaled(op);
      case ir::Opcode::atomic:
        return check_atomic(op);
      case ir::Opcode::concat:
        return check_concat(op);
      case ir::Opcode::cast:
        return check_cast(op);
      case ir::Opcode::load:
        return check_padding(op);
      default:
        return;
    }
  }

  void check_mma(const ir::Op& op) {
    const Type a = program_.type(op.operands[0]);
    const Type c = program_.type(op.operands[2]);
    if (arch_ == nullptr || a.kind == ir::TypeKind::sparse) return;
    const Element b = program_.type(op.operands[1]).element;
    const bool known = std::ranges::any_of(arch_->mma, [&](const MmaRow& entry) {
      return entry.a == a.element && entry.b == b && entry.accumulator == c.element;
    });
    if (known) return;
    add(Rule::mma_elements,
        std::string(numeric::name(a.element)) + " x " + std::string(numeric::name(b)) + " + " +
            std::string(numeric::name(c.element)) + " on " + arch_->name,
        op.position);
  }

  void check_scaled(const ir::Op& op) {
    const auto number = arch_number(configuration_.arch);
    if (!number || *number >= kBlockScaledArch) return;
    add(Rule::operation_arch, "block-scaled mma on " + configuration_.arch, op.position);
  }

  void check_atomic(const ir::Op& op) {
    if (program_.type(op.operands[0]).element != Element::bf16) return;
    const auto number = arch_number(configuration_.arch);
    if (number && *number >= kBf16AtomicArch && minor_version(configuration_.version) >= kBf16AtomicMinor)
      return;
    add(Rule::atomic_arch, "an atomic on bf16 on " + configuration_.arch, op.position);
  }

  // Mirrors the emitter: neighbours of equal extent are joined first.
  void check_concat(const ir::Op& op) {
    const auto axis = static_cast<std::size_t>(op.attribute(ir::AttributeKey::axis).value_or(0));
    std::vector<std::int64_t> open;
    for (const ir::Operand& part : op.operands) {
      const Type type = program_.type(part);
      if (axis >= type.rank) return;
      open.push_back(type.extents[axis]);
      while (open.size() > 1 && open[open.size() - 2] == open.back()) {
        open.pop_back();
        open.back() *= 2;
      }
    }
    if (open.size() == 1) return;
    add(Rule::concat_halves, "parts of unequal extents along axis " + std::to_string(axis), op.position);
  }

  void check_cast(const ir::Op& op) {
    if (program_.type(op.results[0]).element != Element::f8e8m0) return;
    add(Rule::cast_scale, "a cast to f8e8m0", op.position);
  }

  void check_padding(const ir::Op& op) {
    const auto padding = op.attribute(ir::AttributeKey::pad);
    if (!padding || *padding == 0 || !numeric::is_integer(program_.type(op.results[0]).element)) return;
    add(Rule::padding_element, "a padding other than zero of integers", op.position);
  }

  const ir::Program& program_;
  const Configuration& configuration_;
  const Profile& profile_;
  const ArchProfile* arch_ = nullptr;
  std::int64_t largest_ = 0;
  Expectation result_;
};

}  // namespace

Expectation expect(const ir::Program& program, const Configuration& configuration) {
  return Checker(program, configuration).run();
}

}  // namespace tilefuzz::targets::tileiras
