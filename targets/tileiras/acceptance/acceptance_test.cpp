// What the emitter writes is accepted by the real compiler: every operation, with every element, at every
// level.
#include <gtest/gtest.h>

#include "ir/text/parse.h"
#include "ir/verify/verify.h"
#include "targets/tileiras/acceptance/installed.h"
#include "targets/tileiras/acceptance/programs.h"
#include "targets/tileiras/profile/profile.h"
#include "targets/tileiras/tileiras.h"

namespace tilefuzz::targets::tileiras {
namespace {

constexpr const char* kArchitectures[] = {"sm_80", "sm_90", "sm_100", "sm_120"};

struct Cell {
  std::size_t entry;
  std::string version;
};

class Acceptance : public testing::TestWithParam<Cell> {};

TEST_P(Acceptance, IsCompiled) {
  const auto& [index, version] = GetParam();
  const AcceptanceCase& entry = acceptance_cases()[index];
  const auto installation = installed(version);
  const Target& target = tileiras_target();
  for (const char* name : kArchitectures) {
    const ArchProfile* arch = target.profile(version).arch(name);
    ASSERT_NE(arch, nullptr);
    const std::string text = acceptance_program(entry, *arch);
    const auto parsed = ir::parse(text);
    ASSERT_TRUE(parsed.ok()) << render(parsed.errors, "case") << text;
    ASSERT_TRUE(ir::verify(parsed.program).empty()) << render(ir::verify(parsed.program), "case") << text;
    for (const int level : target.levels()) {
      const Configuration configuration{"tileiras", version, name, level, {{"bytecode", "native"}}};
      const Expectation expectation = target.expect(parsed.program, configuration);
      ASSERT_EQ(expectation.kind, Expectation::Kind::accept)
          << (expectation.rules.empty() ? "" : expectation.rules[0].message);
      const auto emitted = target.emit(parsed.program, configuration);
      ASSERT_TRUE(emitted.has_value()) << emitted.error().message;
      ASSERT_EQ(target.check_emitted(parsed.program, configuration, *emitted), std::nullopt);
      if (!installation) continue;
      const RunResult result = compile(*installation, configuration, *emitted);
      EXPECT_EQ(result.exit_code, 0) << to_string(configuration) << "\n" << result.err << text;
    }
  }
  if (!installation) GTEST_SKIP() << "tileiras " << version << " is not installed; emitted and decoded only";
}

std::vector<Cell> cells() {
  std::vector<Cell> all;
  for (std::size_t i = 0; i < acceptance_cases().size(); ++i) {
    const AcceptanceCase& entry = acceptance_cases()[i];
    if (entry.since <= 3) all.push_back({i, "13.3.36"});
    if (entry.since > 3) all.push_back({i, "13.5.37"});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Operations, Acceptance, testing::ValuesIn(cells()), [](const auto& instance) {
  return std::string(acceptance_cases()[instance.param.entry].name);
});

}  // namespace
}  // namespace tilefuzz::targets::tileiras
