#include "app/open_compilers.h"

#include <algorithm>

#include "app/parse_values.h"
#include "core/suggest.h"
#include "harness/installation.h"
#include "targets/registry/registry.h"

namespace tilefuzz::app {
namespace {

std::string known_targets() {
  std::string names;
  for (const targets::Target* target : targets::registry()) names += " " + std::string(target->name());
  return names;
}

const targets::OptionRow* find_option(const targets::Target& target, std::string_view name) {
  for (const targets::OptionRow& row : target.options()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

Result<std::vector<harness::Compiler>, std::string> open_compilers(
    const std::string& names, const std::filesystem::path& private_base) {
  const harness::Installations installed(harness::Installations::default_root());
  std::vector<harness::Compiler> compilers;
  for (const std::string& name : split(names, ',')) {
    const harness::TargetName wanted = harness::parse_target_name(name);
    const targets::Target* target = targets::find_target(wanted.name);
    if (!target) return fail("no target '" + wanted.name + "'; known:" + known_targets());
    auto installation = installed.find(wanted);
    if (!installation) return fail(installation.error());
    auto compiler = harness::open_compiler(*target, *installation, private_base);
    if (!compiler) return fail(compiler.error());
    compilers.push_back(std::move(*compiler));
  }
  if (compilers.empty()) return fail("no target given; known:" + known_targets());
  return compilers;
}

Result<std::map<std::string, std::string>, std::string> parse_options(
    const std::vector<std::string>& words, const std::vector<harness::Compiler>& compilers) {
  std::map<std::string, std::string> options;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) return fail("'" + word + "' is not of the form NAME=VALUE");
    const std::string name = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    const targets::OptionRow* row = nullptr;
    std::string known;
    for (const harness::Compiler& compiler : compilers) {
      if (!row) row = find_option(*compiler.target, name);
      for (const auto& candidate : compiler.target->options()) known += " " + std::string(candidate.name);
    }
    if (!row)
      return fail("no option '" + name + "'; the given targets have:" + (known.empty() ? " none" : known));
    if (std::find(row->values.begin(), row->values.end(), value) == row->values.end()) {
      std::string values;
      for (const std::string& candidate : row->values) values += " " + candidate;
      return fail("option '" + name + "' has no value '" + value + "'; it takes:" + values);
    }
    options[name] = value;
  }
  return options;
}

std::map<std::string, std::string> options_of(const targets::Target& target,
                                              const std::map<std::string, std::string>& options) {
  std::map<std::string, std::string> own;
  for (const auto& [name, value] : options) {
    if (const auto* row = find_option(target, name); row && row->values.front() != value) own[name] = value;
  }
  return own;
}

Result<std::vector<std::string>, std::string> parse_architectures(
    const std::string& names, const std::vector<harness::Compiler>& compilers) {
  std::vector<std::string> known;
  for (const harness::Compiler& compiler : compilers) {
    for (const auto& arch : compiler.target->profile(compiler.bare.version).architectures) {
      if (std::find(known.begin(), known.end(), arch.name) == known.end()) known.push_back(arch.name);
    }
  }
  const std::vector<std::string> wanted = split(names, ',');
  for (const std::string& name : wanted) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string list;
    for (const std::string& candidate : known) list += " " + candidate;
    return fail("no architecture '" + name + "'; the given targets have:" + list);
  }
  return wanted.empty() ? known : wanted;
}

}  // namespace tilefuzz::app
