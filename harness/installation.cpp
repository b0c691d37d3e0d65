#include "harness/installation.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>

#include "core/hash.h"
#include "harness/sandbox/support_files.h"

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;
using targets::Installation;

// The site-packages folder of a virtual environment.
fs::path site_packages(const fs::path& environment) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(environment / "lib", error)) {
    if (entry.path().filename().string().starts_with("python")) return entry.path() / "site-packages";
  }
  return {};
}

// Over the files' contents: a rebuilt compiler is another one, whatever its version text says.
std::string identity_of(const std::vector<fs::path>& files) {
  std::string all;
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    all += content_hash(bytes);
  }
  return content_hash(all).substr(0, 16);
}

Result<Installation, std::string> find_tileiras(const fs::path& folder, bool given) {
  const fs::path root = given ? folder : site_packages(folder) / "nvidia" / "cu13";
  Installation found;
  found.paths = {{"root", root.string()},
                 {"compiler", (root / "bin/tileiras").string()},
                 {"ptxas", (root / "bin/ptxas").string()}};
  if (!fs::exists(found.paths["compiler"])) {
    return fail("no tileiras in " + root.string() + " (looked for bin/tileiras)");
  }
  // Both are needed and tileiras names neither when it is missing.
  if (!fs::exists(root / "bin/ptxas")) {
    found.defect = "the target folder lacks ptxas: " + (root / "bin/ptxas").string();
  } else if (!fs::exists(root / "nvvm/lib64/libnvvm.so") && !fs::exists(root / "lib/libnvvm.so.4")) {
    found.defect = "the target folder lacks libnvvm: " + (root / "nvvm/lib64/libnvvm.so").string();
  }
  found.identity = identity_of({root / "bin/tileiras", root / "bin/ptxas", root / "nvvm/lib64/libnvvm.so"});
  return found;
}

Result<Installation, std::string> find_tilelang(const fs::path& folder, bool) {
  const fs::path packages = site_packages(folder);
  Installation found;
  found.paths = {{"root", folder.string()},
                 {"python", (folder / "bin/python").string()},
                 {"packages", packages.string()},
                 {"server", support_file("tilelang-server").string()}};
  if (!fs::exists(packages / "tilelang")) return fail("no TileLang in " + folder.string());
  found.identity =
      identity_of({packages / "tilelang/lib/libtilelang.so", packages / "tilelang/lib/libtvm_compiler.so"});
  return found;
}

// The mock compiler comes with tilefuzz.
Result<Installation, std::string> find_mock(const fs::path& folder, bool given) {
  const fs::path compiler = support_file("tilefuzz-mock");
  if (!fs::exists(compiler)) return fail("tilefuzz-mock is missing: " + compiler.string());
  Installation found;
  found.paths = {{"compiler", compiler.string()}};
  if (given) found.paths["roots"] = folder.string();  // mock@path:TABLE.toml
  found.identity = identity_of({compiler});
  return found;
}

struct Finder {
  std::string_view target;
  Result<Installation, std::string> (*find)(const fs::path& folder, bool given);
  bool comes_with_tilefuzz = false;
};
constexpr Finder kFinders[] = {
    {"tileiras", find_tileiras}, {"tilelang", find_tilelang}, {"mock", find_mock, true}};

}  // namespace

TargetName parse_target_name(std::string_view text) {
  TargetName name;
  const auto at = text.find('@');
  name.name = std::string(text.substr(0, at));
  if (at == std::string_view::npos) return name;
  const std::string_view rest = text.substr(at + 1);
  if (rest.starts_with("path:")) {
    name.path = fs::absolute(rest.substr(5));
    name.version = std::string(rest);
  } else {
    name.version = std::string(rest);
  }
  return name;
}

fs::path Installations::default_root() {
  if (const char* set = std::getenv("TILEFUZZ_COMPILERS")) return set;
  std::error_code error;
  for (fs::path folder = fs::current_path(error); !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / "build/compilers")) return folder / "build/compilers";
    if (folder == folder.root_path()) break;
  }
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : "/") / ".cache/tilefuzz/compilers";
}

bool version_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    const std::string_view left = a.substr(0, a.find('.'));
    const std::string_view right = b.substr(0, b.find('.'));
    if (left != right) {
      return left.size() != right.size() ? left.size() < right.size() : left < right;
    }
    a.remove_prefix(std::min(a.size(), left.size() + 1));
    b.remove_prefix(std::min(b.size(), right.size() + 1));
  }
  return a.size() < b.size();
}

std::vector<std::string> Installations::versions(std::string_view target) const {
  if (target == "mock") return {"1"};
  std::vector<std::string> found;
  const std::string prefix = std::string(target) + "-";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && entry.is_directory()) found.push_back(name.substr(prefix.size()));
  }
  std::sort(found.begin(), found.end(), version_less);
  return found;
}

Result<Installation, std::string> Installations::find(const TargetName& wanted) const {
  const auto finder = std::find_if(std::begin(kFinders), std::end(kFinders),
                                   [&](const Finder& candidate) { return candidate.target == wanted.name; });
  if (finder == std::end(kFinders)) {
    std::string known;
    for (const Finder& candidate : kFinders) known += " " + std::string(candidate.target);
    return fail("no target '" + wanted.name + "'; known:" + known);
  }
  std::string version = wanted.version;
  if (version.empty()) {
    const auto installed = versions(wanted.name);
    if (installed.empty()) {
      return fail("no version of " + wanted.name + " in " + root_.string() +
                  "; install one: scripts/fetch-compilers.sh");
    }
    version = installed.back();
  }
  const bool given = !wanted.path.empty();
  const fs::path folder = given ? wanted.path : root_ / (wanted.name + "-" + version);
  if (!finder->comes_with_tilefuzz && !fs::exists(folder)) {
    return fail(wanted.name + "@" + version + " is not installed (looked in " + folder.string() +
                "; TILEFUZZ_COMPILERS names another folder); install it: scripts/fetch-compilers.sh " +
                wanted.name + "@" + version);
  }
  auto found = finder->find(folder, given);
  if (!found) return found;
  found->target = wanted.name;
  found->version = version;
  return found;
}

}  // namespace tilefuzz::harness
