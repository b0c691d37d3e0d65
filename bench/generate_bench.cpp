// Cases a second on one core: generate, verify, emit. The bar of a campaign is 10,000: a compiler takes 10^4
// times longer, so that generation never shows.

#include <benchmark/benchmark.h>

#include "generators/grammar.h"
#include "ir/verify/verify.h"
#include "targets/tileiras/profile/profile.h"
#include "targets/tileiras/tileiras.h"

namespace tilefuzz {
namespace {

enum Until { kGenerate, kVerify, kEmit };

void cases(benchmark::State& state, const generators::Grammar& grammar, Until until) {
  const targets::Profile& profile = targets::tileiras::profile("13.3.36");
  const generators::Context context{profile, {"sm_120"}};
  const Configuration configuration{
      .target = "tileiras", .version = "13.3.36", .arch = "sm_120", .level = 1, .options = {}};
  std::uint64_t seed = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    generators::Choices choices(generators::Source::random(seed++));
    const ir::Program program = grammar.generate(choices, context);
    if (until >= kVerify && !ir::verify(program).empty()) state.SkipWithError("a program is not valid");
    if (until < kEmit) continue;
    const auto emitted = targets::tileiras_target().emit(program, configuration);
    if (!emitted) {
      state.SkipWithError(emitted.error().message.c_str());
      break;
    }
    bytes += emitted->files.front().bytes.size();
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void add_all() {
  for (const generators::Grammar& grammar : generators::grammars()) {
    if (!grammar.needs(targets::tileiras::profile("13.3.36"))) continue;
    for (const auto& [name, until] :
         {std::pair{"generate", kGenerate}, {"verify", kVerify}, {"emit", kEmit}}) {
      const std::string full = std::string(grammar.name) + '/' + name;
      benchmark::RegisterBenchmark(
          full.c_str(), [&grammar, stop = until](benchmark::State& state) { cases(state, grammar, stop); });
    }
  }
}

}  // namespace
}  // namespace tilefuzz

int main(int argc, char** argv) {
  tilefuzz::add_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
