#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/open_compilers.h"
#include "core/json.h"
#include "harness/campaign/confirm.h"
#include "harness/fetch.h"
#include "harness/installation.h"
#include "harness/sandbox/scratch.h"
#include "targets/registry/registry.h"

namespace tilefuzz::app {
namespace {

struct Arguments {
  bool health = false;
  bool json = false;
  std::vector<std::string> install;
};

std::string join(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::vector<std::string> architectures(const targets::Profile& profile) {
  std::vector<std::string> names;
  for (const auto& arch : profile.architectures) names.push_back(arch.name);
  return names;
}

// "ok", or why the control does not compile on the newest level of the first architecture.
std::string health_of(harness::Workbench& bench, const harness::Compiler& compiler) {
  const auto& profile = compiler.target->profile(compiler.bare.version);
  const auto healthy = campaign::check_health(bench, compiler, profile.architectures.front().name,
                                              compiler.target->levels().back());
  return healthy ? "ok" : healthy.error();
}

int list(const Arguments& arguments) {
  const harness::Installations installed(harness::Installations::default_root());
  auto scratch = harness::Scratch::create(std::filesystem::temp_directory_path());
  if (!scratch) {
    std::fprintf(stderr, "tilefuzz: %s\n", scratch.error().c_str());
    return kNothingTested;
  }
  harness::Workbench bench(scratch->path());
  bool any = false;
  bool all_well = true;
  for (const targets::Target* target : targets::registry()) {
    for (const std::string& version : installed.versions(target->name())) {
      const std::string name = std::string(target->name()) + "@" + version;
      auto opened = open_compilers(name, scratch->path());
      std::string health = opened ? "" : opened.error();
      if (opened && arguments.health) health = health_of(bench, opened->front());
      any = any || opened.has_value();
      all_well = all_well && (!arguments.health || health == "ok");
      const auto arches = architectures(target->profile(version));
      if (arguments.json) {
        nlohmann::json line = {{"schema", kJsonSchema},    {"kind", "target"},
                               {"target", target->name()}, {"version", version},
                               {"architectures", arches},  {"levels", target->levels()},
                               {"health", health}};
        if (opened) line["identity"] = opened->front().bare.identity;
        for (const auto& option : target->options())
          line["options"][std::string(option.name)] = option.values;
        std::printf("%s\n", line.dump().c_str());
        continue;
      }
      fmt::print("{:<20} {}{}\n", name, join(arches), health.empty() ? "" : "  health: " + health);
    }
    if (arguments.json) continue;
    for (const auto& option : target->options()) {
      fmt::print("    --option {}={}  {}\n", option.name, fmt::join(option.values, "|"), option.doc);
    }
  }
  if (!arguments.json) fmt::print("compilers lie in {}\n", installed.root().string());
  if (!any) {
    std::fprintf(stderr, "tilefuzz: no compiler is installed; run scripts/fetch-compilers.sh\n");
    return kNothingTested;
  }
  return all_well ? kDone : kFound;
}

}  // namespace

std::function<int()> add_targets(CLI::App& app) {
  const auto arguments = std::make_shared<Arguments>();
  app.add_subcommand("list", "versions, architectures and options (the default)");
  auto* health = app.add_subcommand("health", "compile each installation's control program");
  auto* install = app.add_subcommand("install", "fetch compilers: NAME@VERSION …");
  install->add_option("NAME@VERSION", arguments->install, "what to install; none: the default set");
  app.add_flag("--json", arguments->json, "one JSON object a line");
  return [arguments, health, install] {
    if (install->parsed()) return harness::fetch_compilers(arguments->install) ? kDone : kNothingTested;
    arguments->health = health->parsed();
    return list(*arguments);
  };
}

}  // namespace tilefuzz::app
