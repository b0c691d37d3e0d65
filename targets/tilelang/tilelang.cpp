#include "targets/tilelang/tilelang.h"

#include "targets/tilelang/classify.h"
#include "targets/tilelang/control.h"
#include "targets/tilelang/emit/emit.h"
#include "targets/tilelang/expect.h"
#include "targets/tilelang/launch.h"
#include "targets/tilelang/options.h"
#include "targets/tilelang/profile/profile.h"

namespace tilefuzz::targets {
namespace {

class TileLang final : public Target {
 public:
  std::string_view name() const override { return "tilelang"; }
  std::vector<std::string> versions() const override { return tilelang::versions(); }
  const Profile& profile(std::string_view version) const override { return tilelang::profile(version); }
  std::vector<int> levels() const override { return {0}; }
  std::span<const OptionRow> options() const override { return tilelang::options(); }
  // Lowering a sparse operand with an interleaved layout takes 2 to 5 s of an idle core.
  CompileLimits limits() const override { return {.probe_cpu = 15, .full_cpu = 60, .confirm_cpu = 120}; }

  Expectation expect(const ir::Program& program, const Configuration& configuration) const override {
    return tilelang::expect(program, configuration);
  }
  Result<Emitted, EmitError> emit(const ir::Program& program,
                                  const Configuration& configuration) const override {
    return tilelang::emit_program(program, tilelang::EmitOptions::from(configuration));
  }
  // Python text is not read back; what can be checked is that the program gives this text and no other.
  std::optional<std::string> check_emitted(const ir::Program& program, const Configuration& configuration,
                                           const Emitted& emitted) const override {
    const auto again = emit(program, configuration);
    if (!again) return "the program cannot be emitted: " + again.error().message;
    if (again->files.size() != emitted.files.size() || again->files[0].bytes != emitted.files[0].bytes) {
      return "emitting the program again gives another text";
    }
    return std::nullopt;
  }
  LaunchPlan plan(const Installation& installation, const Configuration& configuration,
                  const Emitted&) const override {
    return tilelang::launch_plan(installation, configuration);
  }
  Outcome classify(const Configuration& configuration, const Evidence& evidence) const override {
    return tilelang::classify(configuration, evidence);
  }
  ir::Program control() const override { return tilelang::control_program(); }
};

}  // namespace

const Target& tilelang_target() {
  static const TileLang kTarget;
  return kTarget;
}

}  // namespace tilefuzz::targets
