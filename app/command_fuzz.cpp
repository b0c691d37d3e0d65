#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

#include "app/case_source.h"
#include "app/cell_table.h"
#include "app/command.h"
#include "app/open_compilers.h"
#include "app/parse_values.h"
#include "app/summary.h"
#include "core/suggest.h"
#include "harness/campaign/confirm.h"
#include "harness/sandbox/scratch.h"

namespace tilefuzz::app {
namespace {

struct Arguments {
  std::string targets = "tileiras@13.3.36";
  std::string architectures;
  std::string grammars;
  std::string levels;
  std::vector<std::string> options;
  std::string time;
  std::int64_t cases = -1;
  std::int64_t from = 0;
  std::uint64_t seed = 0;
  CLI::Option* seed_option = nullptr;
  int jobs = 0;
  std::string findings = "findings";
  std::string fail_on = "none";
  bool json = false;
};

// Two interrupts end at once; one lets the cells in flight end.
std::atomic<bool> stop_requested{false};
void request_stop(int) {
  if (stop_requested.exchange(true)) _exit(kStopped);
}

int usage(const std::string& message) {
  std::fprintf(stderr, "tilefuzz fuzz: %s\n", message.c_str());
  return kBadInput;
}

Result<std::vector<const generators::Grammar*>, std::string> parse_grammars(const std::string& text) {
  std::vector<const generators::Grammar*> chosen;
  for (const std::string& name : split(text, ',')) {
    const generators::Grammar* grammar = generators::find_grammar(name);
    if (!grammar) {
      std::string known;
      Suggestion suggestion(name);
      for (const auto& candidate : generators::grammars()) {
        known += " " + std::string(candidate.name);
        suggestion.offer(candidate.name);
      }
      return fail("no grammar '" + name + "'; known:" + known + " " + suggestion.help());
    }
    chosen.push_back(grammar);
  }
  if (chosen.empty()) {
    for (const auto& grammar : generators::grammars()) chosen.push_back(&grammar);
  }
  return chosen;
}

// Parks the compilers whose control does not compile, with the reason.
void park_unhealthy(std::vector<harness::Compiler>& compilers, const DrawPlan& plan,
                    const std::filesystem::path& scratch) {
  harness::Workbench bench(scratch);
  std::erase_if(compilers, [&](const harness::Compiler& compiler) {
    const auto& profile = compiler.target->profile(compiler.bare.version);
    for (const std::string& arch : plan.architectures) {
      if (!profile.arch(arch)) continue;
      const auto health = campaign::check_health(bench, compiler, arch, compiler.target->levels().front());
      if (health) return false;
      std::fprintf(stderr, "tilefuzz: parked %s@%s: %s\n", compiler.bare.target.c_str(),
                   compiler.bare.version.c_str(), health.error().c_str());
      return true;
    }
    std::fprintf(stderr, "tilefuzz: parked %s@%s: it has none of the given architectures\n",
                 compiler.bare.target.c_str(), compiler.bare.version.c_str());
    return true;
  });
}

std::uint64_t seed_of(const Arguments& arguments) {
  if (arguments.seed_option->count() > 0) return arguments.seed;
  return std::random_device{}();
}

campaign::Listener make_listener(const Arguments& arguments) {
  campaign::Listener listener;
  listener.opened = [json = arguments.json](const campaign::Finding& finding,
                                            const campaign::Bucket& bucket) {
    if (json) {
      std::printf("%s\n", bucket_json(bucket).c_str());
    } else {
      std::printf("[%s] %s %s %s, %s, case %lld\n    %s\n    row: %s\n    again: %s\n",
                  show_duration(bucket.first_seconds).c_str(), bucket.id.c_str(),
                  std::string(to_string(bucket.kind)).c_str(),
                  std::string(to_string(bucket.confidence)).c_str(), to_string(finding.configuration).c_str(),
                  static_cast<long long>(bucket.first_case), describe(finding.cell.outcome).c_str(),
                  bucket.row.c_str(), bucket.command.c_str());
    }
    std::fflush(stdout);
  };
  listener.progress = [last = 0.0](const campaign::Summary& summary) mutable {
    if (summary.seconds - last < kProgressSeconds) return;
    last = summary.seconds;
    std::fprintf(stderr, "%s\n", progress_line(summary).c_str());
  };
  listener.note = [](const std::string& note) { std::fprintf(stderr, "tilefuzz: %s\n", note.c_str()); };
  return listener;
}

int fuzz(const Arguments& arguments) {
  campaign::Settings settings;
  if (!arguments.time.empty()) {
    const auto seconds = parse_duration(arguments.time);
    if (!seconds) return usage("--time " + arguments.time + ": write 90s, 10m or 2h");
    settings.seconds = *seconds;
  } else if (arguments.cases < 0) {
    return usage("give --time 10m or --cases N");
  }
  auto scratch = harness::Scratch::create(std::filesystem::temp_directory_path());
  if (!scratch) return usage(scratch.error());
  auto compilers = open_compilers(arguments.targets, scratch->path());
  if (!compilers) return usage(compilers.error());
  DrawPlan plan;
  plan.seed = seed_of(arguments);
  const auto grammars = parse_grammars(arguments.grammars);
  if (!grammars) return usage(grammars.error());
  plan.grammars = *grammars;
  const auto architectures = parse_architectures(arguments.architectures, *compilers);
  if (!architectures) return usage(architectures.error());
  plan.architectures = *architectures;
  const auto options = parse_options(arguments.options, *compilers);
  if (!options) return usage(options.error());
  plan.options = *options;
  for (const std::string& level : split(arguments.levels, ',')) {
    const auto number = parse_integer(level);
    if (!number || *number < 0 || *number > 3) return usage("--levels " + level + ": write 0,1,2,3");
    plan.levels.push_back(static_cast<int>(*number));
  }

  park_unhealthy(*compilers, plan, scratch->path());
  bool any = false;
  for (const harness::Compiler& compiler : *compilers) {
    std::vector<std::string> left_out;
    any = !combinations(compiler, plan, left_out).empty() || any;
    for (const std::string& sentence : left_out)
      std::fprintf(stderr, "tilefuzz: left out: %s\n", sentence.c_str());
  }
  if (!any) {
    std::fprintf(stderr, "tilefuzz: nothing can be tested\n");
    return kNothingTested;
  }

  settings.first_case = arguments.from;
  settings.cases = arguments.cases;
  settings.jobs = arguments.jobs > 0 ? arguments.jobs
                                     : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  settings.findings = std::filesystem::absolute(arguments.findings);
  std::error_code made;
  std::filesystem::create_directories(settings.findings, made);
  if (made) return usage("--db " + settings.findings.string() + ": " + made.message());
  settings.scratch = scratch->path();
  settings.compilers = std::move(*compilers);
  std::fprintf(stderr, "tilefuzz: seed %llu, %d jobs, findings go to %s\n",
               static_cast<unsigned long long>(plan.seed), settings.jobs, settings.findings.c_str());

  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  std::signal(SIGHUP, request_stop);
  const campaign::CaseSource source = make_case_source(settings.compilers, plan);
  const campaign::Summary summary = run_campaign(settings, source, make_listener(arguments), stop_requested);
  if (arguments.json) {
    std::printf("%s\n", summary_json(summary, plan.seed).c_str());
  } else {
    std::printf("%s", summary_text(summary, plan.seed).c_str());
  }
  if (summary.end == campaign::End::stopped) {
    std::fprintf(stderr, "tilefuzz: stopped; the cases go on with --seed %llu --from %lld\n",
                 static_cast<unsigned long long>(plan.seed), static_cast<long long>(summary.next_case));
    return kStopped;
  }
  if (summary.lost_findings > 0) {
    std::fprintf(stderr, "tilefuzz: %lld findings could not be written\n",
                 static_cast<long long>(summary.lost_findings));
    return kNothingTested;
  }
  return arguments.fail_on == "any" && !summary.buckets.empty() ? kFound : kDone;
}

}  // namespace

std::function<int()> add_fuzz(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  app.add_option("--target", arguments->targets, "NAME@VERSION, comma-separated")->capture_default_str();
  app.add_option("--arch", arguments->architectures,
                 "architectures, comma-separated (default: all of the targets)");
  app.add_option("--grammar", arguments->grammars, "grammars, comma-separated (default: all that fit)");
  app.add_option("--levels", arguments->levels, "levels to draw from (default: all of the target)");
  app.add_option("--option", arguments->options, "NAME=VALUE: fixes a target option; the others are drawn");
  app.add_option("--time", arguments->time, "how long: 90s, 10m, 2h");
  app.add_option("--cases", arguments->cases, "how many cases");
  app.add_option("--from", arguments->from, "number of the first case")->check(CLI::NonNegativeNumber);
  arguments->seed_option =
      app.add_option("--seed", arguments->seed, "same seed, same cases (default: random)");
  app.add_option("--jobs", arguments->jobs, "workers (default: one a core)")->check(CLI::Range(1, 1024));
  app.add_option("--db", arguments->findings, "folder for findings")->capture_default_str();
  app.add_option("--fail-on", arguments->fail_on, "exit status 1 for: none (default), any")
      ->check(CLI::IsMember({"none", "any"}));
  app.add_flag("--json", arguments->json, "results as one JSON object a line");
  return [arguments] { return fuzz(*arguments); };
}

}  // namespace tilefuzz::app
