#include "targets/mock/mock.h"

#include "ir/builder.h"
#include "ir/compare.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/verify/verify.h"
#include "targets/mock/profile.h"

namespace tilefuzz::targets {
namespace {

constexpr std::string_view kFaultPrefix = "mock: fault at ";
constexpr std::string_view kInternalPrefix = "mock: INTERNAL ERROR: ";
constexpr std::string_view kErrorPrefix = "mock: error: ";

std::string after(std::string_view text, std::string_view prefix) {
  const auto begin = text.find(prefix);
  if (begin == std::string_view::npos) return {};
  const auto rest = text.substr(begin + prefix.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

std::vector<std::string> split_stack(const std::string& line) {
  std::vector<std::string> frames;
  std::size_t begin = 0;
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find(" < ", begin), line.size());
    frames.push_back(line.substr(begin, end - begin));
    begin = end + 3;
  }
  return frames;
}

class Mock final : public Target {
 public:
  std::string_view name() const override { return "mock"; }
  std::vector<std::string> versions() const override { return {"1"}; }
  const Profile& profile(std::string_view) const override { return mock::profile(); }
  std::vector<int> levels() const override { return {0, 1, 2, 3}; }
  std::span<const OptionRow> options() const override { return {}; }
  CompileLimits limits() const override {
    return {.probe_cpu = 0.2, .full_cpu = 0.5, .confirm_cpu = 1, .memory_bytes = std::uint64_t{256} << 20};
  }

  Expectation expect(const ir::Program& program, const Configuration&) const override {
    Expectation expectation;
    for (const Diagnostic& broken : ir::verify(program)) {
      expectation.kind = Expectation::Kind::reject;
      expectation.rules.push_back({broken.rule, Provenance::spec, broken.message, broken.position});
    }
    return expectation;
  }

  Result<Emitted, EmitError> emit(const ir::Program& program, const Configuration&) const override {
    Emitted emitted;
    emitted.files.push_back({"program.tile", ir::print(program)});
    emitted.entry = program.name;
    return emitted;
  }

  std::optional<std::string> check_emitted(const ir::Program& program, const Configuration&,
                                           const Emitted& emitted) const override {
    const auto parsed = ir::parse(emitted.files.front().bytes);
    if (!parsed.ok()) return "the emitted text does not parse";
    if (!ir::equal(parsed.program, program)) return "the emitted text says another program";
    return std::nullopt;
  }

  LaunchPlan plan(const Installation& installation, const Configuration& configuration,
                  const Emitted& emitted) const override {
    LaunchPlan plan;
    plan.artifact = "artifact.mock";
    plan.argv = {installation.paths.at("compiler"),
                 "--level",
                 std::to_string(configuration.level),
                 "--arch",
                 configuration.arch.substr(configuration.arch.find('_') + 1),
                 "--version",
                 configuration.version,
                 "-o",
                 "{scratch}/artifact.mock",
                 "{scratch}/" + emitted.files.front().name};
    if (const auto roots = installation.paths.find("roots"); roots != installation.paths.end()) {
      plan.argv.insert(plan.argv.begin() + 1, {"--roots", roots->second});
    }
    return plan;
  }

  Outcome classify(const Configuration&, const Evidence& evidence) const override {
    Outcome outcome;
    outcome.phase = "mock";
    outcome.frames = split_stack(after(evidence.err, kFaultPrefix));
    const std::string stack = after(evidence.err, kFaultPrefix);
    switch (evidence.ended_by) {
      case EndedBy::exited:
        return exited(evidence, std::move(outcome));
      case EndedBy::signalled:
        outcome.kind = OutcomeKind::crash;
        outcome.signal = evidence.signal;
        outcome.message = after(evidence.err, kInternalPrefix);
        outcome.signature = {"signal " + std::to_string(evidence.signal) + " " + stack, stack};
        break;
      case EndedBy::cpu_limit:
      case EndedBy::wall_limit:
        outcome.kind = OutcomeKind::timeout;
        outcome.message = "did not end within its time limit";
        outcome.signature = {"hang " + stack, stack};
        break;
      case EndedBy::memory_limit:
        outcome.kind = OutcomeKind::out_of_memory;
        outcome.message = "used more memory than its limit";
        outcome.signature = {"memory " + stack, stack};
        break;
      default:
        outcome.kind = OutcomeKind::tool_fault;
        outcome.message = evidence.harness_error.empty() ? "a sandbox limit was hit" : evidence.harness_error;
    }
    return outcome;
  }

  ir::Program control() const override {
    ir::Program program;
    program.name = "control";
    program.grid = {ir::GridExtent{.terms = {}, .offset = 1, .divisor = 1}};
    ir::Builder build(program);
    const ir::Type tile = ir::Type::tile(Element::f32, {16, 16});
    const ir::ValueId out =
        build.param("out", ir::Type::tensor(Element::f32, 2), {{.size = 16}, {.size = 16}});
    const ir::Operand origin[] = {ir::Operand::constant(0), ir::Operand::constant(0)};
    build.store(out, origin, build.constant(tile, 1));
    build.finish();
    return program;
  }

 private:
  static Outcome exited(const Evidence& evidence, Outcome outcome) {
    outcome.exit_code = evidence.exit_code;
    if (evidence.exit_code == 0) {
      outcome.artifact_hash = evidence.artifact_hash;
      return outcome;
    }
    outcome.message = after(evidence.err, kErrorPrefix);
    outcome.kind = evidence.exit_code == 2 ? OutcomeKind::diagnostic : OutcomeKind::tool_fault;
    outcome.signature = {"diagnostic " + outcome.message, outcome.message};
    return outcome;
  }
};

}  // namespace

const Target& mock_target() {
  static const Mock kMock;
  return kMock;
}

}  // namespace tilefuzz::targets
