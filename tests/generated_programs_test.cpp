// What grammars promise, over many programs, with the verifier, the text form and the trap interpreter.
// TILEFUZZ_PROGRAMS: how many of each grammar, spread over the profiles; 2,000 if unset, which takes 40 s of
// one core. After a change to a grammar, 20,000 of it: docs/extending.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "generators/grammar.h"
#include "ir/compare.h"
#include "ir/liveness.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/verify/verify.h"
#include "ir/walk.h"
#include "oracles/reference/interpreter.h"
#include "targets/registry/registry.h"
#include "tests/profiles.h"

namespace tilefuzz {
namespace {

struct Case {
  const targets::Profile* profile;
  const generators::Grammar* grammar;
};

// For messages of failed tests.
void PrintTo(const Case& entry, std::ostream* out) {
  *out << entry.profile->target << '@' << entry.profile->version << ' ' << entry.grammar->name;
}

// For each case.
int programs() {
  constexpr int kDefault = 2000;
  const char* wanted = std::getenv("TILEFUZZ_PROGRAMS");
  const int total = wanted ? std::atoi(wanted) : kDefault;
  const int profiles = static_cast<int>(tests::profiles().size());
  return std::max((total + profiles - 1) / profiles, 1);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const targets::Profile* profile : tests::profiles()) {
    for (const generators::Grammar& grammar : generators::grammars()) {
      if (grammar.needs(*profile)) all.push_back({profile, &grammar});
    }
  }
  return all;
}

class Generated : public testing::TestWithParam<Case> {
 protected:
  static ir::Program make(const targets::Profile& profile, std::uint64_t seed) {
    generators::Choices choices(generators::Source::random(seed));
    return GetParam().grammar->generate(choices, {profile});
  }
  static ir::Program make(std::uint64_t seed) { return make(*GetParam().profile, seed); }
};

TEST_P(Generated, Verify) {
  for (int seed = 0; seed < programs() * 5; ++seed) {
    const ir::Program program = make(static_cast<std::uint64_t>(seed));
    const auto broken = ir::verify(program);
    ASSERT_TRUE(broken.empty()) << "seed " << seed << "\n"
                                << broken.front().rule << ": " << broken.front().message << "\n"
                                << ir::print(program);
  }
}

// A generator that says what its target's expect() refuses is at fault.
TEST_P(Generated, NotExpectedToBeRejected) {
  const targets::Target* target = targets::find_target(GetParam().profile->target);
  ASSERT_NE(target, nullptr);
  for (int seed = 0; seed < programs(); ++seed) {
    generators::Choices choices(generators::Source::random(static_cast<std::uint64_t>(seed)));
    const ir::Program program = GetParam().grammar->generate(choices, {*GetParam().profile});
    const Configuration configuration{.target = GetParam().profile->target,
                                      .version = GetParam().profile->version,
                                      .arch = std::string(choices.log()[0].word),
                                      .level = target->levels().back(),
                                      .options = {}};
    const targets::Expectation expectation = target->expect(program, configuration);
    ASSERT_NE(expectation.kind, targets::Expectation::Kind::reject)
        << "seed " << seed << " on " << configuration.arch << ": " << expectation.rules.front().message
        << "\n"
        << ir::print(program);
    const auto emitted = target->emit(program, configuration);
    ASSERT_TRUE(emitted) << "seed " << seed << " " << emitted.error().message << "\n" << ir::print(program);
  }
}

TEST_P(Generated, RoundTrip) {
  for (int seed = 0; seed < programs(); ++seed) {
    const ir::Program program = make(static_cast<std::uint64_t>(seed));
    const std::string text = ir::print(program);
    const auto parsed = ir::parse(text);
    ASSERT_TRUE(parsed.ok()) << "seed " << seed << "\n" << parsed.errors.front().message << "\n" << text;
    ASSERT_TRUE(ir::equal(program, parsed.program)) << "seed " << seed << "\n"
                                                    << text << "\n"
                                                    << ir::print(parsed.program);
  }
}

TEST_P(Generated, TrapNowhere) {
  // Mostly small tiles, since the interpreter works element by element; but some faults need a size that only
  // the whole budget allows.
  const targets::Profile& whole = *GetParam().profile;
  targets::Profile small = whole;
  small.budget_tile_elements = 1 << 10;
  small.budget_width = 32;
  const auto run = [&](const targets::Profile& profile, int seed) {
    const ir::Program program = make(profile, static_cast<std::uint64_t>(seed));
    for (const auto& result : reference::run_all(program)) {
      ASSERT_TRUE(result.clean()) << "seed " << seed << "\n"
                                  << reference::to_string(*result.trap) << "\n"
                                  << ir::print(program);
      ASSERT_NE(result.coverage, reference::Coverage::cut) << "seed " << seed;
    }
  };
  for (int seed = 0; seed < programs() && !HasFatalFailure(); ++seed)
    run(seed % 4 == 0 ? whole : small, seed);
}

TEST_P(Generated, Figures) {
  std::vector<int> live;
  int with_loops = 0;
  int with_dead_code = 0;
  constexpr int kSample = 1000;
  for (int seed = 0; seed < kSample; ++seed) {
    const ir::Program program = make(static_cast<std::uint64_t>(seed));
    const ir::LiveCount count = ir::count_live(program);
    int loops = 0;
    ir::walk(program.body, [&](const ir::Op& op, int) {
      loops += op.code == ir::Opcode::for_ || op.code == ir::Opcode::while_ ? 1 : 0;
    });
    live.push_back(count.live);
    with_loops += loops >= 2 ? 1 : 0;
    with_dead_code += count.live < count.all ? 1 : 0;
  }
  std::nth_element(live.begin(), live.begin() + kSample / 2, live.end());
  RecordProperty("median_live", live[kSample / 2]);
  RecordProperty("two_loops_percent", with_loops * 100 / kSample);
  std::printf("  median live operations %d; two or more loops %d %%; dead code %.1f %%\n", live[kSample / 2],
              with_loops * 100 / kSample, with_dead_code * 100.0 / kSample);
  EXPECT_GE(live[kSample / 2], 25);
  EXPECT_GE(with_loops * 100, 40 * kSample);
  // 5 % are drawn; what is more is a value that a phase forgot.
  EXPECT_LE(with_dead_code * 100, 8 * kSample);
}

INSTANTIATE_TEST_SUITE_P(Programs, Generated, testing::ValuesIn(cases()), [](const auto& entry) {
  std::string name = entry.param.profile->target + '_' + entry.param.profile->version + '_' +
                     std::string(entry.param.grammar->name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace tilefuzz
