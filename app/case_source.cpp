#include "app/case_source.h"

#include <algorithm>

#include "generators/choices.h"

namespace tilefuzz::app {
namespace {

using generators::Choices;
using generators::Source;

// -O1 shows most optimiser faults and compiles fastest; -O0 and -O2 differ least from their neighbours.
constexpr std::uint32_t kLevelWeights[] = {1, 6, 1, 2};
// Half of the cases have every option at its default: findings there need no option to be told. In the others
// each leaves it with this chance, so that few options are off at once.
constexpr int kOptionsPercent = 50;
constexpr int kOptionPercent = 25;

int draw_level(Choices& choices, const targets::Target& target, const std::vector<int>& wanted) {
  std::vector<int> levels = target.levels();
  if (!wanted.empty()) {
    std::erase_if(levels,
                  [&](int level) { return std::find(wanted.begin(), wanted.end(), level) == wanted.end(); });
  }
  if (levels.empty()) levels = target.levels();
  std::vector<std::uint32_t> weights;
  for (const int level : levels) {
    weights.push_back(level >= 0 && level < 4 ? kLevelWeights[level] : 1);
  }
  return levels[choices.weighted("level", weights)];
}

void draw_options(Choices& choices, const targets::Target& target, const DrawPlan& plan,
                  Configuration& configuration) {
  const bool draw = choices.chance("options", kOptionsPercent);
  for (const targets::OptionRow& row : target.options()) {
    const std::string name(row.name);
    if (const auto fixed = plan.options.find(name); fixed != plan.options.end()) {
      if (fixed->second != row.values.front()) configuration.options[name] = fixed->second;
      continue;
    }
    if (!draw || row.effect == targets::OptionEffect::breaks || row.values.size() < 2) continue;
    if (!choices.chance(row.name, kOptionPercent)) continue;
    const auto index = choices.choose(row.name, 1, static_cast<std::int64_t>(row.values.size()) - 1);
    configuration.options[name] = row.values[static_cast<std::size_t>(index)];
  }
}

}  // namespace

std::vector<Combination> combinations(const harness::Compiler& compiler, const DrawPlan& plan,
                                      std::vector<std::string>& left_out) {
  const targets::Profile& profile = compiler.target->profile(compiler.bare.version);
  std::vector<Combination> found;
  for (const generators::Grammar* grammar : plan.grammars) {
    if (!grammar->needs(profile)) {
      left_out.push_back("grammar " + std::string(grammar->name) + ": " + compiler.bare.target + "@" +
                         compiler.bare.version + " cannot say it");
      continue;
    }
    for (const std::string& arch : plan.architectures) {
      if (profile.arch(arch)) found.push_back({grammar, arch});
    }
  }
  return found;
}

campaign::CaseSource make_case_source(const std::vector<harness::Compiler>& compilers, const DrawPlan& plan) {
  std::vector<std::vector<Combination>> possible;
  std::vector<std::size_t> usable;
  for (std::size_t i = 0; i < compilers.size(); ++i) {
    std::vector<std::string> left_out;
    possible.push_back(combinations(compilers[i], plan, left_out));
    if (!possible.back().empty()) usable.push_back(i);
  }
  return [&compilers, plan, possible,
          usable](std::int64_t number) -> Result<campaign::DrawnCase, std::string> {
    if (usable.empty()) return fail(std::string("no grammar fits any target"));
    campaign::DrawnCase drawn;
    drawn.compiler = usable[static_cast<std::size_t>(number) % usable.size()];
    const harness::Compiler& compiler = compilers[drawn.compiler];
    numeric::SplitMix64 mix(plan.seed);
    Choices choices(Source::random(mix.next() ^ (static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15u)));
    const auto& options = possible[drawn.compiler];
    const auto& [grammar, arch] = options[static_cast<std::size_t>(
        choices.choose("combination", 0, static_cast<std::int64_t>(options.size()) - 1))];
    drawn.grammar = std::string(grammar->name);
    drawn.configuration.target = compiler.bare.target;
    drawn.configuration.version = compiler.bare.version;
    drawn.configuration.arch = arch;
    drawn.configuration.level = draw_level(choices, *compiler.target, plan.levels);
    draw_options(choices, *compiler.target, plan, drawn.configuration);
    const generators::Context context{compiler.target->profile(compiler.bare.version), {arch}};
    drawn.program = grammar->generate(choices, context);
    drawn.choices = choices.log().print();
    return drawn;
  };
}

}  // namespace tilefuzz::app
