#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "core/verdict.h"
#include "harness/campaign/row.h"
#include "harness/workbench.h"

namespace tilefuzz::campaign {

// A program with what one configuration did to it and how that was judged.
struct Finding {
  std::string id;  // content hash of program and configuration
  std::int64_t case_number = 0;
  std::string grammar;
  std::string program_text;
  std::string choices;  // log that draws the same program again; empty for a file of the user's
  Configuration configuration;
  harness::CellResult cell;
  Verdict verdict;
  Row row;
  std::string show_again;  // the tilefuzz command that shows it
};

// Target, class, signature and row: what makes two findings one bucket. A flaky fault has no row that could
// be compared.
std::string bucket_key(const Finding& finding);
std::string bucket_id(const Finding& finding);  // short hash of the key

// Writes DIR/BUCKET/ID/{program.tile, choices.txt, emitted files, stderr.txt, finding.json, command.sh}.
// The folder appears whole or not at all, so a killed campaign leaves no half finding. Returns its path.
Result<std::filesystem::path, std::string> write_finding(const std::filesystem::path& folder,
                                                         const Finding& finding);

// One JSON object, schema 1.
std::string to_json(const Finding& finding);

}  // namespace tilefuzz::campaign
