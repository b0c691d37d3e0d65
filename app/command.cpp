#include "app/command.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace tilefuzz::app {
namespace {

constexpr std::array kCommands{
    Command{"fuzz", "draw programs, compile them, judge what happens, keep what is wrong", add_fuzz},
    Command{"generate", "print programs that a grammar draws", add_generate},
    Command{"check", "parse, verify and trap-run programs; name every broken rule", add_check},
    Command{"run", "compile programs with the given targets and judge each cell", add_run},
    Command{"targets", "list the compilers under test, their versions and their health", add_targets},
};

constexpr const char* kFooter =
    "Exit status: 0 done; 1 a finding that --fail-on names; 2 usage or input; 3 nothing could be tested;\n"
    "130 stopped. Results go to stdout, progress and notes to stderr.";

}  // namespace

std::span<const Command> commands() { return kCommands; }

int run(int argc, char** argv) {
  CLI::App app{"tilefuzz finds bugs in compilers for GPU tile kernels.", "tilefuzz"};
  app.footer(kFooter);
  app.set_version_flag("--version", "tilefuzz " TILEFUZZ_VERSION);
  app.require_subcommand(1);
  std::vector<std::function<int()>> actions;
  std::vector<CLI::App*> subcommands;
  for (const Command& command : kCommands) {
    CLI::App* subcommand = app.add_subcommand(std::string(command.name), std::string(command.doc));
    subcommands.push_back(subcommand);
    actions.push_back(command.add(*subcommand));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? kDone : kBadInput;
  }
  try {
    for (std::size_t i = 0; i < subcommands.size(); ++i) {
      if (subcommands[i]->parsed()) return actions[i]();
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tilefuzz: internal error: %s\n", error.what());
    return kBadInput;
  }
  return kBadInput;
}

}  // namespace tilefuzz::app
