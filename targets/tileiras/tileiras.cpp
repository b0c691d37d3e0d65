#include "targets/tileiras/tileiras.h"

#include <utility>

#include "ir/builder.h"
#include "targets/tileiras/bytecode/encode.h"
#include "targets/tileiras/check_emitted.h"
#include "targets/tileiras/classify.h"
#include "targets/tileiras/expect.h"
#include "targets/tileiras/launch.h"
#include "targets/tileiras/options.h"
#include "targets/tileiras/profile/profile.h"

namespace tilefuzz::targets {

namespace {

class Tileiras final : public Target {
 public:
  std::string_view name() const override { return "tileiras"; }

  std::vector<std::string> versions() const override {
    const auto known = tileiras::known_versions();
    return {known.begin(), known.end()};
  }

  const Profile& profile(std::string_view version) const override { return tileiras::profile(version); }
  std::vector<int> levels() const override { return {0, 1, 2, 3}; }
  std::span<const OptionRow> options() const override { return tileiras::options(); }

  // Of 88 crashes the slowest took 0.4 s; 3 s lose none.
  CompileLimits limits() const override { return {.probe_cpu = 3, .full_cpu = 60, .confirm_cpu = 120}; }

  Expectation expect(const ir::Program& program, const Configuration& configuration) const override {
    return tileiras::expect(program, configuration);
  }

  Result<Emitted, EmitError> emit(const ir::Program& program,
                                  const Configuration& configuration) const override {
    const auto options = tileiras::lower_options(program, configuration);
    if (!options) return fail(options.error());
    auto lowered = tileiras::lower(program, *options);
    if (!lowered) return fail(lowered.error());
    auto bytes = tileiras::bytecode::encode(lowered->module);
    if (!bytes) return fail(EmitError{bytes.error().message, {}});
    Emitted emitted;
    emitted.files.push_back({std::string(tileiras::kProgramFile), std::move(*bytes)});
    emitted.entry = program.name;
    emitted.abi = std::move(lowered->abi);
    emitted.source_map = std::move(lowered->source_map);
    return emitted;
  }

  std::optional<std::string> check_emitted(const ir::Program& program, const Configuration& configuration,
                                           const Emitted& emitted) const override {
    const auto options = tileiras::lower_options(program, configuration);
    if (!options) return options.error().message;
    if (emitted.files.empty()) return "nothing was emitted";
    return tileiras::check_bytecode(program, *options, emitted.files.front().bytes);
  }

  PrivateFolder private_folder(const Installation& installation) const override {
    return tileiras::private_folder(installation);
  }

  LaunchPlan plan(const Installation& installation, const Configuration& configuration,
                  const Emitted&) const override {
    return tileiras::plan(installation, configuration);
  }

  Outcome classify(const Configuration&, const Evidence& evidence) const override {
    return tileiras::classify(evidence);
  }

  // A small GEMM: views, a run-time loop, mma; all components of the compiler are at work.
  ir::Program control() const override {
    using ir::Operand;
    using ir::Type;
    ir::Program program;
    program.name = "control";
    program.grid.push_back({{}, 1, 1});
    ir::Builder b(program);
    const std::vector<ir::Dim> square = {{.size = 64}, {.size = 64}};
    const ir::ValueId a = b.param("a", Type::tensor(Element::f16, 2), square);
    const ir::ValueId c = b.param("c", Type::tensor(Element::f32, 2), square);
    const ir::ValueId zero = b.constant(Type::tile(Element::f32, {32, 32}), 0.0);
    const Operand start = Operand::constant(0);
    const std::vector<Operand> init = {zero};
    const auto sum =
        b.for_loop(start, Operand::constant(2), Operand::constant(1), init,
                   [&](ir::ValueId k, std::span<const ir::ValueId> carried) -> ir::Builder::Values {
                     const Type tile = Type::tile(Element::f16, {32, 32});
                     const std::vector<Operand> left = {start, k};
                     const std::vector<Operand> right = {k, start};
                     return {b.mma(b.load(a, left, tile), b.load(a, right, tile), carried[0])};
                   });
    const std::vector<Operand> corner = {start, start};
    b.store(c, corner, sum[0]);
    b.finish();
    return program;
  }
};

}  // namespace

const Target& tileiras_target() {
  static const Tileiras kTarget;
  return kTarget;
}

}  // namespace tilefuzz::targets
