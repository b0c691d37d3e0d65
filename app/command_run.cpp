#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cell_table.h"
#include "app/command.h"
#include "app/load_program.h"
#include "app/open_compilers.h"
#include "app/parse_values.h"
#include "app/reference_outputs.h"
#include "core/json.h"
#include "harness/campaign/judge_cell.h"
#include "harness/campaign/validity.h"
#include "harness/sandbox/scratch.h"
#include "oracles/judge.h"

namespace tilefuzz::app {
namespace {

struct Arguments {
  std::string file;
  std::string targets;
  std::string architectures;
  std::string levels;
  std::vector<std::string> options;
  std::string timeout;
  std::string limit;
  std::string scratch;
  std::string fail_on = "any";
  bool reference = false;
  bool json = false;
};

int usage(const std::string& message) {
  std::fprintf(stderr, "tilefuzz run: %s\n", message.c_str());
  return kBadInput;
}

// `memory=60M,stack=64K`
Result<void, std::string> read_limits(const std::string& text, harness::CellLimits& limits) {
  for (const std::string& part : split(text, ',')) {
    const auto equals = part.find('=');
    const auto size = equals == std::string::npos ? std::nullopt : parse_size(part.substr(equals + 1));
    const std::string name = part.substr(0, equals);
    if (!size || *size == 0) return fail("--limit " + part + ": write memory=60M or stack=64K");
    if (name == "memory") {
      limits.address_space_bytes = *size;
    } else if (name == "stack") {
      limits.stack_bytes = *size;
    } else {
      return fail("--limit " + name + ": there is only memory and stack");
    }
  }
  return {};
}

// Levels as given, or all of the target.
Result<std::vector<int>, std::string> levels_of(const targets::Target& target, const std::string& text) {
  const std::vector<int> known = target.levels();
  std::vector<int> levels;
  for (const std::string& part : split(text, ',')) {
    const auto level = parse_integer(part);
    if (!level || *level < 0 || *level > 9) return fail("--levels " + part + ": write 0,1,2,3");
    if (std::find(known.begin(), known.end(), *level) != known.end()) {
      levels.push_back(static_cast<int>(*level));
    } else if (known.size() > 1) {  // a target without levels has the one level 0 and takes any
      return fail("--levels " + part + ": " + std::string(target.name()) + " has 0 to " +
                  std::to_string(known.back()));
    }
  }
  return levels.empty() ? known : levels;
}

struct Counts {
  int cells = 0;
  int findings = 0;
  int tool_faults = 0;
};

void print_cell(const Arguments& arguments, const Configuration& configuration,
                const campaign::JudgedCell& judged) {
  if (arguments.json) {
    std::printf("%s\n", cell_json(configuration, judged.cell.outcome, judged.verdict)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  } else {
    std::printf("%s\n", cell_line(configuration, judged.cell.outcome, judged.verdict).c_str());
  }
  std::fflush(stdout);
}

int run_cells(const Arguments& arguments, const ir::Program& program) {
  auto scratch = harness::Scratch::create(std::filesystem::temp_directory_path());
  if (!scratch) return usage(scratch.error());
  const auto compilers = open_compilers(arguments.targets, scratch->path());
  if (!compilers) return usage(compilers.error());
  const auto architectures = parse_architectures(arguments.architectures, *compilers);
  if (!architectures) return usage(architectures.error());
  const auto options = parse_options(arguments.options, *compilers);
  if (!options) return usage(options.error());
  harness::CellLimits limits;
  if (auto read = read_limits(arguments.limit, limits); !read) return usage(read.error());
  if (!arguments.scratch.empty()) limits.scratch_base = std::filesystem::absolute(arguments.scratch);
  std::optional<double> timeout;
  if (!arguments.timeout.empty()) {
    timeout = parse_duration(arguments.timeout);
    if (!timeout || *timeout <= 0) return usage("--timeout " + arguments.timeout + ": write 60s or 2m");
  }
  const auto trap = campaign::first_trap(program);
  if (trap)
    std::fprintf(stderr, "tilefuzz: note: the program traps, so it has no expectation but no-crash: %s\n",
                 trap->c_str());

  harness::Workbench bench(scratch->path());
  campaign::CellJudge judge(bench, program, trap.value_or(""));
  if (!arguments.json) std::printf("%s\n", cell_header().c_str());
  Counts counts;
  for (const harness::Compiler& compiler : *compilers) {
    const auto levels = levels_of(*compiler.target, arguments.levels);
    if (!levels) return usage(levels.error());
    const auto& profile = compiler.target->profile(compiler.bare.version);
    for (const std::string& arch : *architectures) {
      if (!profile.arch(arch)) {
        if (!arguments.architectures.empty()) {
          std::fprintf(stderr, "tilefuzz: left out: %s@%s does not have %s\n", compiler.bare.target.c_str(),
                       compiler.bare.version.c_str(), arch.c_str());
        }
        continue;
      }
      for (const int level : *levels) {
        const Configuration configuration{compiler.bare.target, compiler.bare.version, arch, level,
                                          options_of(*compiler.target, *options)};
        limits.cpu_seconds = timeout.value_or(compiler.target->limits().full_cpu);
        const campaign::JudgedCell judged = judge.run(compiler, configuration, limits);
        print_cell(arguments, configuration, judged);
        ++counts.cells;
        counts.findings += oracles::is_finding(judged.verdict);
        counts.tool_faults += judged.cell.outcome.kind == OutcomeKind::tool_fault;
      }
    }
  }
  if (counts.cells == counts.tool_faults) return kNothingTested;
  return counts.findings > 0 && arguments.fail_on != "none" ? kFound : kDone;
}

int run_file(const Arguments& arguments) {
  const auto program = load_program(arguments.file);
  if (!program) return kBadInput;
  const bool clean = !arguments.reference || print_reference_outputs(*program, arguments.json);
  if (arguments.targets.empty()) {
    if (!arguments.reference) return usage("give --target, or --reference");
    return clean ? kDone : kBadInput;
  }
  return run_cells(arguments, *program);
}

}  // namespace

std::function<int()> add_run(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  app.add_option("FILE", arguments->file, "a program (.tile text or .json)")->required();
  app.add_option("--target", arguments->targets, "NAME, NAME@VERSION or NAME@path:FOLDER, comma-separated");
  app.add_option("--arch", arguments->architectures,
                 "architectures, comma-separated (default: all of the target)");
  app.add_option("--levels", arguments->levels,
                 "optimisation levels, comma-separated (default: all of the target)");
  app.add_option("--option", arguments->options, "NAME=VALUE of a target option (see `tilefuzz targets`)");
  app.add_option("--timeout", arguments->timeout,
                 "CPU limit of a cell (default: 60s); a hang is confirmed with more");
  app.add_option("--limit", arguments->limit, "disturb: memory=60M,stack=64K");
  app.add_option("--scratch", arguments->scratch, "disturb: folder for the compiler's temporary files");
  app.add_option("--fail-on", arguments->fail_on, "exit status 1 for: none, any (default)")
      ->check(CLI::IsMember({"none", "any"}));
  app.add_flag("--reference", arguments->reference,
               "print the outputs of the trap interpreter, per launch row");
  app.add_flag("--json", arguments->json, "one JSON object a line");
  return [arguments] { return run_file(*arguments); };
}

}  // namespace tilefuzz::app
