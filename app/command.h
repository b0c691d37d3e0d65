#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <span>
#include <string_view>

namespace tilefuzz::app {

// Exit statuses of every command (README, "Exit status").
inline constexpr int kDone = 0;
inline constexpr int kFound = 1;     // something that --fail-on names
inline constexpr int kBadInput = 2;  // usage or input
inline constexpr int kNothingTested = 3;
inline constexpr int kStopped = 130;

// One subcommand: `add` declares its options and returns what runs it. The table is in command.cpp.
struct Command {
  std::string_view name;
  std::string_view doc;
  std::function<int()> (*add)(CLI::App& app);
};

std::function<int()> add_check(CLI::App& app);
std::function<int()> add_fuzz(CLI::App& app);
std::function<int()> add_generate(CLI::App& app);
std::function<int()> add_run(CLI::App& app);
std::function<int()> add_targets(CLI::App& app);

std::span<const Command> commands();

// The whole program: reads the command line, runs the command, prints what goes wrong.
int run(int argc, char** argv);

}  // namespace tilefuzz::app
