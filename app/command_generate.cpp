#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/command.h"
#include "app/open_compilers.h"
#include "core/suggest.h"
#include "generators/grammar.h"
#include "ir/text/json.h"
#include "ir/text/print.h"
#include "ir/verify/verify.h"
#include "targets/registry/registry.h"

namespace tilefuzz::app {
namespace {

struct Arguments {
  std::string grammar;
  std::string target = "tileiras";
  std::string arch;
  std::string emit;
  std::uint64_t seed = 1;
  std::int64_t count = 1;
  int level = 1;
  bool discard = false;
  bool choices = false;
};

int usage(const std::string& message) {
  std::fprintf(stderr, "tilefuzz generate: %s\n", message.c_str());
  return kBadInput;
}

// Name and version as of a target; the newest profile when no version is given.
struct Wanted {
  const targets::Target* target = nullptr;
  std::string version;
};

std::optional<Wanted> find_wanted(const std::string& text) {
  const auto at = text.find('@');
  Wanted wanted;
  wanted.target = targets::find_target(text.substr(0, at));
  if (!wanted.target) return std::nullopt;
  wanted.version = at == std::string::npos ? wanted.target->versions().back() : text.substr(at + 1);
  return wanted;
}

bool is_text(const std::string& bytes) { return bytes.find('\0') == std::string::npos; }

// Prints one program in the asked form; false if the target refuses it.
bool print_program(const Arguments& arguments, const Wanted& wanted, const std::string& arch,
                   const ir::Program& program) {
  if (arguments.emit.empty()) {
    std::fputs(ir::print(program).c_str(), stdout);
    return true;
  }
  if (arguments.emit == "json") {
    std::printf("%s\n", ir::to_json(program).c_str());
    return true;
  }
  const Configuration configuration{
      std::string(wanted.target->name()), wanted.version, arch, arguments.level, {}};
  const auto emitted = wanted.target->emit(program, configuration);
  if (!emitted) {
    std::fprintf(stderr, "tilefuzz generate: %s\n", emitted.error().message.c_str());
    return false;
  }
  for (const targets::EmittedFile& file : emitted->files) {
    if (!is_text(file.bytes) && isatty(1)) {
      std::fprintf(stderr, "tilefuzz generate: %s is binary; redirect stdout\n", file.name.c_str());
      return false;
    }
    std::fwrite(file.bytes.data(), 1, file.bytes.size(), stdout);
    break;  // the file that the compiler is given
  }
  return true;
}

int generate(Arguments arguments) {
  const generators::Grammar* grammar = generators::find_grammar(arguments.grammar);
  if (!grammar) {
    std::string known;
    Suggestion suggestion(arguments.grammar);
    for (const auto& candidate : generators::grammars()) {
      known += " " + std::string(candidate.name);
      suggestion.offer(candidate.name);
    }
    return usage("no grammar '" + arguments.grammar + "'; known:" + known + " " + suggestion.help());
  }
  if (arguments.emit == "tileir") arguments.target = "tileiras";
  if (arguments.emit == "tilelang") arguments.target = "tilelang";
  auto wanted = find_wanted(arguments.target);
  if (!wanted) return usage("no target '" + arguments.target + "'");
  const targets::Profile* profile = &wanted->target->profile(wanted->version);
  if (!grammar->needs(*profile)) {
    if (!arguments.emit.empty() && arguments.emit != "json") {
      return usage(arguments.target + " cannot say " + arguments.grammar);
    }
    // Just to look at programs: the first target that can say the grammar.
    for (const targets::Target* target : targets::registry()) {
      if (!grammar->needs(target->profile(target->versions().back()))) continue;
      wanted = Wanted{target, target->versions().back()};
      profile = &target->profile(wanted->version);
    }
  }
  if (!arguments.arch.empty() && !profile->arch(arguments.arch)) {
    return usage("no architecture '" + arguments.arch + "' of " + std::string(wanted->target->name()));
  }
  const auto start = std::chrono::steady_clock::now();
  std::int64_t refused = 0;
  for (std::int64_t i = 0; i < arguments.count; ++i) {
    generators::Choices choices(generators::Source::random(arguments.seed + static_cast<std::uint64_t>(i)));
    generators::Context context{*profile, {}};
    const auto pick = static_cast<std::size_t>(i) % profile->architectures.size();
    const std::string arch = arguments.arch.empty() ? profile->architectures[pick].name : arguments.arch;
    context.architectures = {arch};
    const ir::Program program = grammar->generate(choices, context);
    const auto broken = ir::verify(program);
    if (!broken.empty()) {
      std::fprintf(stderr, "tilefuzz generate: seed %llu breaks %s: %s\n",
                   static_cast<unsigned long long>(arguments.seed + static_cast<std::uint64_t>(i)),
                   broken.front().rule.c_str(), broken.front().message.c_str());
      ++refused;
    }
    if (arguments.discard) {
      const Configuration configuration{
          std::string(wanted->target->name()), wanted->version, arch, arguments.level, {}};
      refused += wanted->target->emit(program, configuration) ? 0 : 1;
      continue;
    }
    if (!print_program(arguments, *wanted, arch, program)) ++refused;
    if (arguments.choices) std::fputs(choices.log().print().c_str(), stderr);
  }
  if (arguments.discard) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{} programs generated, verified and emitted for {}@{}, {} refused: {:.0f} a second\n",
               arguments.count, wanted->target->name(), wanted->version, refused,
               static_cast<double>(arguments.count) / seconds.count());
  }
  return refused == 0 ? kDone : kBadInput;
}

}  // namespace

std::function<int()> add_generate(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  std::string known;
  for (const auto& grammar : generators::grammars()) {
    known += "\n  " + std::string(grammar.name) + ": " + std::string(grammar.doc);
  }
  app.add_option("--grammar", arguments->grammar, "what to draw; see below")->required();
  app.add_option("--seed", arguments->seed, "of the first program; the next has the next one")
      ->capture_default_str();
  app.add_option("--count", arguments->count, "how many programs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--target", arguments->target, "whose profile narrows the programs: NAME[@VERSION]")
      ->capture_default_str();
  app.add_option("--arch", arguments->arch, "architecture (default: those of the profile in turn)");
  app.add_option("--emit", arguments->emit, "what to print instead of the program's text")
      ->check(CLI::IsMember({"tileir", "tilelang", "json"}));
  app.add_flag("--discard", arguments->discard, "generate, verify, emit, write nothing but the rate");
  app.add_flag("--choices", arguments->choices, "also print the choices, on stderr");
  app.footer("Grammars:" + known);
  return [arguments] { return generate(*arguments); };
}

}  // namespace tilefuzz::app
