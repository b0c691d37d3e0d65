#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/load_program.h"
#include "core/json.h"
#include "ir/liveness.h"
#include "oracles/reference/interpreter.h"

namespace tilefuzz::app {
namespace {

struct Arguments {
  std::vector<std::string> files;
  bool json = false;
};

const char* coverage_note(reference::Coverage coverage) {
  switch (coverage) {
    case reference::Coverage::complete:
      return "";
    case reference::Coverage::sampled:
      return ", a sample of the blocks";
    case reference::Coverage::cut:
      return ", cut at the element budget";
  }
  return "";
}

// Prints what the launch rows did; whether all ran cleanly.
bool trap_run(const std::string& file, const ir::Program& program, bool json) {
  bool clean = true;
  int number = 0;
  for (const reference::RunResult& row : reference::run_all(program)) {
    clean = clean && row.clean();
    if (json) {
      nlohmann::json line = {{"schema", kJsonSchema},
                             {"kind", "launch"},
                             {"file", file},
                             {"row", number},
                             {"clean", row.clean()},
                             {"blocks", row.blocks},
                             {"blocks_run", row.blocks_run},
                             {"operations", row.operations}};
      if (row.trap) line["trap"] = reference::to_string(*row.trap);
      std::printf("%s\n", line.dump().c_str());
    } else if (row.trap) {
      std::printf("%s", render(reference::diagnostic(*row.trap), file).c_str());
    } else {
      std::printf("%s: launch row %d: clean; %lld of %lld blocks, %llu operations%s\n", file.c_str(), number,
                  static_cast<long long>(row.blocks_run), static_cast<long long>(row.blocks),
                  static_cast<unsigned long long>(row.operations), coverage_note(row.coverage));
    }
    if (!json) {
      for (const reference::Trap& note : row.notes) {
        std::printf("%s: note: %s\n", file.c_str(), reference::to_string(note).c_str());
      }
    }
    ++number;
  }
  return clean;
}

int check(const Arguments& arguments) {
  bool good = true;
  for (const std::string& file : arguments.files) {
    const auto program = load_program(file);
    good = program && trap_run(file, *program, arguments.json) && good;
  }
  return good ? kDone : kBadInput;
}

}  // namespace

std::function<int()> add_check(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  app.add_option("FILE", arguments->files, "programs (.tile text or .json)")->required();
  app.add_flag("--json", arguments->json, "one JSON object a line");
  app.footer("Exit status 2 when a program does not parse, breaks a rule or traps.");
  return [arguments] { return check(*arguments); };
}

}  // namespace tilefuzz::app
