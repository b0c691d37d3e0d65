// tilefuzz-mock: a compiler with planted faults. tilefuzz tests its harness, buckets and reducer on it.
//
//   tilefuzz-mock [--roots TABLE.toml] --level N --arch N --version N -o ARTIFACT PROGRAM.tile
//
// Exit status: 0 ok, 1 usage, 2 the program is refused. A fault prints `mock: fault at F1 < F2 < …`.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "ir/text/parse.h"
#include "targets/mock/roots.h"

namespace {

using namespace tilefuzz;
using namespace tilefuzz::targets::mock;

struct Arguments {
  std::int64_t level = 0;
  std::int64_t arch = 1;
  std::int64_t version = 1;
  std::string roots;
  std::string artifact;
  std::string program;
};

int usage(const std::string& message) {
  std::fprintf(stderr, "tilefuzz-mock: %s\n", message.c_str());
  return 1;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool read_arguments(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.empty() || word[0] != '-') {
      arguments.program = word;
      continue;
    }
    if (++i >= argc) return false;
    if (word == "--level") {
      arguments.level = std::atoll(argv[i]);
    } else if (word == "--arch") {
      arguments.arch = std::atoll(argv[i]);
    } else if (word == "--version") {
      arguments.version = std::atoll(argv[i]);
    } else if (word == "--roots") {
      arguments.roots = argv[i];
    } else if (word == "-o") {
      arguments.artifact = argv[i];
    } else {
      return false;
    }
  }
  return !arguments.program.empty() && !arguments.artifact.empty();
}

void print_stack(const Root& root) {
  std::string line;
  for (const std::string& frame : root.stack) line += (line.empty() ? "" : " < ") + frame;
  std::fprintf(stderr, "mock: fault at %s\n", line.c_str());
}

[[noreturn]] void die(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(1);
}

int act(const Root& root, const Arguments& arguments) {
  switch (root.effect) {
    case Effect::crash:
      print_stack(root);
      die(SIGSEGV);
    case Effect::abort:
      std::fprintf(stderr, "mock: INTERNAL ERROR: %s\n", root.message.c_str());
      print_stack(root);
      die(SIGABRT);
    case Effect::hang: {
      print_stack(root);
      volatile std::uint64_t turns = 0;
      for (;;) turns = turns + 1;
    }
    case Effect::diagnostic:
      std::fprintf(stderr, "mock: error: %s\n", root.message.c_str());
      return 2;
    case Effect::memory: {
      print_stack(root);
      std::vector<std::vector<char>> blocks;
      for (;;) blocks.emplace_back(std::size_t{64} << 20, 'x');
    }
    case Effect::empty:
      std::ofstream(arguments.artifact, std::ios::binary);
      return 0;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!read_arguments(argc, argv, arguments)) return usage("bad arguments");
  const std::string text = read_file(arguments.program);
  const auto parsed = ir::parse(text);
  if (!parsed.ok()) {
    std::fprintf(stderr, "mock: error: the program does not parse\n");
    return 2;
  }
  const auto roots =
      parse_roots(arguments.roots.empty() ? std::string(default_roots()) : read_file(arguments.roots));
  if (!roots) return usage(roots.error());
  Features found = features(parsed.program);
  found["level"] = arguments.level;
  found["arch"] = arguments.arch;
  found["version"] = arguments.version;
  std::random_device entropy;
  for (const Root& root : *roots) {
    if (!holds(root, found)) continue;
    if (root.probability < 1 && std::uniform_real_distribution<>(0, 1)(entropy) >= root.probability) continue;
    return act(root, arguments);
  }
  std::ofstream(arguments.artifact, std::ios::binary) << "mock artifact\n" << text;
  return 0;
}
