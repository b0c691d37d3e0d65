#include "targets/tilelang/expect.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "ir/operation_table.h"
#include "ir/walk.h"
#include "targets/tilelang/check_mma.h"
#include "targets/tilelang/emit/emit.h"
#include "targets/tilelang/options.h"
#include "targets/tilelang/profile/profile.h"
#include "targets/tilelang/rules.h"

namespace tilefuzz::targets::tilelang {
namespace {

using ir::Element;
using ir::HintKey;
using ir::Op;
using ir::Opcode;
using ir::Program;
using ir::Type;

constexpr int kMostThreads = 1024;
constexpr int kUsualThreads = 128;

class Checker {
 public:
  Checker(const Program& program, const Configuration& configuration)
      : program_(program), configuration_(configuration), profile_(profile(configuration.version)) {}

  Expectation run() {
    arch_ = profile_.arch(configuration_.arch);
    if (arch_ == nullptr) {
      add(Rule::arch_unknown, configuration_.arch + " is not an architecture of the profile", {});
    }
    check_params();
    for (const ir::Hint& hint : program_.hints) check_hint(hint, {});
    ir::walk(program_.body, [&](const Op& op, int) { check(op); });
    check_loops(program_.body, false);
    const int threads = thread_count(program_);
    if (threads < 1 || threads > kMostThreads) add(Rule::threads, std::to_string(threads) + " threads", {});
    conclude(threads);
    return std::move(result_);
  }

 private:
  void add(Rule rule, std::string message, SourcePosition position) {
    const RuleRow& entry = row(rule);
    result_.rules.push_back({std::string(entry.name), entry.provenance, std::move(message), position});
  }

  void check_params() {
    std::set<std::int32_t> groups;
    for (const ir::Param& param : program_.params) {
      check_type(program_.type(param.value), param.position);
      if (param.alias >= 0 && !groups.insert(param.alias).second) {
        add(Rule::alias_group, "%" + std::string(program_.value_name(param.value)) + " shares its allocation",
            param.position);
      }
      for (const ir::Hint& hint : param.hints) check_hint(hint, param.position);
      check_sparse_param(program_, param, [this](Rule rule, std::string message, SourcePosition position) {
        add(rule, std::move(message), position);
      });
    }
  }

  void check_type(const Type& type, SourcePosition position) {
    if (arch_ == nullptr || std::ranges::find(arch_->elements, type.element) != arch_->elements.end()) return;
    add(Rule::element, std::string(numeric::name(type.element)), position);
  }

  void check_hint(const ir::Hint& hint, SourcePosition position) {
    const HintRange* range = profile_.hint(hint.key);
    // Hints that the profile does not list are not passed on; a hint may be ignored.
    if (range == nullptr || hint.key == HintKey::threads) return;
    if (std::ranges::find(range->values, hint.value) != range->values.end()) return;
    if (hint.key == HintKey::stages || hint.key == HintKey::unroll || hint.key == HintKey::swizzle_panel)
      return;
    add(Rule::hint_range, std::string(ir::row(hint.key).name) + " = " + std::to_string(hint.value), position);
  }

  void check(const Op& op) {
    if (!profile_.says(op.code)) add(Rule::operation, std::string(ir::row(op.code).name), op.position);
    for (const ir::ValueId result : op.results) check_type(program_.type(result), op.position);
    const auto report = [this](Rule rule, std::string message, SourcePosition position) {
      add(rule, std::move(message), position);
    };
    switch (op.code) {
      case Opcode::mma:
        if (arch_ != nullptr) check_mma(program_, op, *arch_, report);
        break;
      case Opcode::load:
        check_sparse_load(program_, op, report);
        break;
      case Opcode::cast:
        check_cast(op);
        break;
      case Opcode::atomic:
        check_atomic(op);
        break;
      default:
        break;
    }
  }

  void check_cast(const Op& op) {
    const Element from = program_.type(op.operands[0]).element;
    if (program_.type(op.result()).element != Element::tf32) return;
    if (from != Element::f64 && from != Element::i32 && from != Element::i64) return;
    add(Rule::cast_rounding, std::string(numeric::name(from)) + " to tf32 would round twice", op.position);
  }

  void check_atomic(const Op& op) {
    using ir::AtomicKind;
    const auto kind = static_cast<AtomicKind>(op.attribute(ir::AttributeKey::atomic).value_or(0));
    const Element element = program_.type(op.operands[0]).element;
    const bool plain = kind == AtomicKind::add || kind == AtomicKind::min || kind == AtomicKind::max;
    const bool said = element == Element::f32   ? kind == AtomicKind::add
                      : element == Element::i32 ? plain || kind == AtomicKind::or_
                                                : false;
    if (!said) add(Rule::atomic_kind, "on " + std::string(numeric::name(element)), op.position);
    if (op.result() >= 0 && kind == AtomicKind::or_) add(Rule::atomic_kind, "or with a result", op.position);
  }

  // `pipelined`: inside a loop with stages, and no other loop between.
  void check_loops(const ir::Block& block, bool pipelined) {
    for (const Op& op : block.ops) {
      if (pipelined && (op.code == Opcode::break_ || op.code == Opcode::continue_)) {
        add(Rule::pipelined_exit, std::string(ir::row(op.code).name), op.position);
      }
      const bool loop = op.code == Opcode::for_ || op.code == Opcode::while_;
      const bool staged = loop && op.hint(HintKey::stages).value_or(0) >= 1;
      specialized_ |= staged;
      if (staged) check_carried_buffers(op);
      for (const ir::Block& region : op.regions) check_loops(region, loop ? staged : pipelined);
    }
  }

  // A buffer that the body of a pipelined loop both reads and writes: whether the iterations follow each
  // other is an open question, so nothing is expected of the result.
  void check_carried_buffers(const Op& loop) {
    std::set<std::int32_t> read;
    std::set<std::int32_t> written;
    for (const ir::Block& region : loop.regions) {
      ir::walk(region, [&](const Op& op, int) {
        if (op.code == Opcode::read) read.insert(op.operands[0].number);
        if (op.code == Opcode::write) written.insert(op.operands[0].number);
      });
    }
    carried_buffer_ |=
        std::ranges::any_of(read, [&](std::int32_t buffer) { return written.contains(buffer); });
  }

  void conclude(int threads) {
    if (result_.rules.empty()) {
      const auto emitted = emit_program(program_, EmitOptions::from(configuration_));
      if (!emitted) {
        add(Rule::emit, emitted.error().message, emitted.error().position);
      } else if (arch_ != nullptr && emitted->abi.shared_bytes > arch_->shared_bytes) {
        result_.kind = Expectation::Kind::accept_or_diagnose;
        result_.reason = "shared memory: up to " + std::to_string(emitted->abi.shared_bytes) + " bytes of " +
                         std::to_string(arch_->shared_bytes);
      }
    }
    if (!result_.rules.empty()) {
      result_.kind = Expectation::Kind::reject;
    } else if (carried_buffer_) {
      result_.kind = Expectation::Kind::no_crash;
      result_.reason = "a pipelined loop carries a buffer";
    } else if (specialized_ && threads != kUsualThreads && may_specialize_warps(configuration_.arch) &&
               option(configuration_, "ws") == "on") {
      result_.kind = Expectation::Kind::no_crash;
      result_.reason = "warp specialization adds threads to " + std::to_string(threads);
    }
  }

  const Program& program_;
  const Configuration& configuration_;
  const Profile& profile_;
  const ArchProfile* arch_ = nullptr;
  bool specialized_ = false;
  bool carried_buffer_ = false;
  Expectation result_;
};

}  // namespace

Expectation expect(const Program& program, const Configuration& configuration) {
  return Checker(program, configuration).run();
}

}  // namespace tilefuzz::targets::tilelang
