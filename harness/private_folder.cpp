#include "harness/private_folder.h"

#include "harness/sandbox/support_files.h"

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;
using Entry = targets::PrivateFolder::Entry;

std::error_code place(const Entry& entry, const fs::path& folder) {
  const fs::path at = folder / entry.name;
  std::error_code error;
  fs::create_directories(at.parent_path(), error);
  if (error) return error;
  switch (entry.kind) {
    case Entry::Kind::symbolic_link:
      fs::create_symlink(entry.source, at, error);
      return error;
    case Entry::Kind::support_file:
      fs::copy_file(support_file(entry.source), at, error);
      return error;
    case Entry::Kind::hard_link:
      // The source may itself be a link: the kernel would link the link.
      const fs::path real = fs::canonical(entry.source, error);
      if (error) return error;
      fs::create_hard_link(real, at, error);
      if (error) fs::copy_file(real, at, error);
      return error;
  }
  return error;
}

}  // namespace

Result<targets::Installation, std::string> make_private(const targets::Target& target,
                                                        const targets::Installation& installation,
                                                        const fs::path& base) {
  const targets::PrivateFolder wanted = target.private_folder(installation);
  if (wanted.entries.empty()) return installation;
  const fs::path folder = base / (installation.target + "-" + installation.identity);
  for (const Entry& entry : wanted.entries) {
    if (fs::exists(fs::symlink_status(folder / entry.name))) continue;
    if (const std::error_code error = place(entry, folder)) {
      return fail("cannot put " + entry.source + " into " + folder.string() + ": " + error.message());
    }
  }
  targets::Installation seen = installation;
  for (const auto& [name, path] : wanted.paths) seen.paths[name] = (folder / path).string();
  return seen;
}

}  // namespace tilefuzz::harness
