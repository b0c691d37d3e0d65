#include "harness/campaign/finding.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/json.h"

namespace tilefuzz::campaign {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kIdDigits = 12;

bool write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary);
  out << bytes;
  out.close();
  return static_cast<bool>(out);
}

}  // namespace

std::string bucket_key(const Finding& finding) {
  std::string key = finding.configuration.target + "|" + std::string(to_string(finding.verdict.kind)) + "|" +
                    finding.cell.outcome.signature.key + "|";
  return key + (finding.verdict.confidence == Confidence::flaky ? "flaky" : finding.row.text());
}

std::string bucket_id(const Finding& finding) {
  return content_hash(bucket_key(finding)).substr(0, kIdDigits);
}

std::string to_json(const Finding& finding) {
  nlohmann::json out = cell_json(finding.configuration, finding.cell.outcome, finding.verdict);
  out["kind"] = "finding";
  out["id"] = finding.id;
  out["bucket"] = bucket_id(finding);
  out["case"] = finding.case_number;
  out["grammar"] = finding.grammar;
  nlohmann::json row = nlohmann::json::object();
  for (const auto& [label, entry] : finding.row.entries) row[label] = entry;
  out["row"] = row;
  out["command"] = finding.show_again;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<fs::path, std::string> write_finding(const fs::path& folder, const Finding& finding) {
  const fs::path final_path = folder / bucket_id(finding) / finding.id;
  std::error_code error;
  if (fs::exists(final_path, error)) return final_path;
  const fs::path temporary = folder / bucket_id(finding) / ("." + finding.id + ".part");
  fs::remove_all(temporary, error);
  fs::create_directories(temporary, error);
  if (error) return fail("cannot make " + temporary.string() + ": " + error.message());
  bool good = write_file(temporary / "program.tile", finding.program_text) &&
              write_file(temporary / "finding.json", to_json(finding)) &&
              write_file(temporary / "stderr.txt", finding.cell.evidence.err) &&
              write_file(temporary / "command.sh",
                         "#!/bin/sh\n# The bare compilation of the emitted file; below, what tilefuzz makes "
                         "of the program.\n"
                         "cd \"$(dirname \"$0\")\" || exit 125\n" +
                             finding.cell.command + "\n# " + finding.show_again + "\n");
  if (!finding.choices.empty()) good = good && write_file(temporary / "choices.txt", finding.choices);
  for (const targets::EmittedFile& file : finding.cell.emitted.files) {
    // The mock's emitted file is the program's own text under its name.
    if (!fs::exists(temporary / file.name)) good = good && write_file(temporary / file.name, file.bytes);
  }
  for (const auto& [name, bytes] : finding.cell.evidence.reports) {
    fs::create_directories((temporary / "reports" / name).parent_path(), error);
    good = good && write_file(temporary / "reports" / name, bytes);
  }
  if (!good) return fail("cannot write to " + temporary.string() + " (disk full?)");
  fs::rename(temporary, final_path, error);
  if (error) return fail("cannot make " + final_path.string() + ": " + error.message());
  return final_path;
}

}  // namespace tilefuzz::campaign
