#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "harness/campaign/finding.h"
#include "harness/workbench.h"

namespace tilefuzz::campaign {

// One case as drawn: a program for one configuration of one compiler.
struct DrawnCase {
  ir::Program program;
  std::string grammar;
  std::size_t compiler = 0;  // index into Settings::compilers
  Configuration configuration;
  std::string choices;  // log; draws the same program again
};

// Draws case n; the same n gives the same case, whatever the number of workers. An error is our fault.
using CaseSource = std::function<Result<DrawnCase, std::string>(std::int64_t number)>;

struct Settings {
  std::vector<harness::Compiler> compilers;
  std::int64_t first_case = 0;
  std::int64_t cases = -1;  // -1: no limit
  double seconds = -1;      // wall; -1: no limit
  int jobs = 1;
  std::filesystem::path findings;
  std::filesystem::path scratch;
};

// Why a campaign ended.
enum class End : std::uint8_t { done, stopped, nothing_testable };

struct GrammarCount {
  std::int64_t cases = 0;
  std::int64_t accept_ok = 0;                 // cells of `accept` programs that compiled …
  std::int64_t accept_diagnostic = 0;         // … and that were refused
  std::vector<std::int32_t> live_operations;  // of each program
  std::int64_t two_loops = 0;                 // programs with two or more loops
};

struct Bucket {
  std::string id;
  VerdictClass kind = VerdictClass::none;
  Confidence confidence = Confidence::seen;
  std::string target;
  std::string signature;
  std::string row;
  std::int64_t count = 0;
  std::int64_t first_case = 0;
  double first_seconds = 0;  // since the start
  std::string command;
  std::filesystem::path folder;
};

struct Summary {
  End end = End::done;
  std::int64_t cases = 0;
  std::int64_t next_case = 0;
  double seconds = 0;
  std::map<OutcomeKind, std::int64_t> outcomes;                          // of probe cells
  std::map<std::pair<std::string, std::string>, GrammarCount> grammars;  // by grammar and arch
  std::vector<Bucket> buckets;                                           // in the order of their first case
  std::vector<std::string> our_faults;  // drawn programs that verifier, interpreter or profile refuse
  std::vector<std::string> tool_faults;
  std::int64_t lost_findings = 0;  // whose folder could not be written
  double compiler_cpu_seconds = 0;
  double own_cpu_seconds = 0;

  double compiler_share() const {
    const double all = compiler_cpu_seconds + own_cpu_seconds;
    return all > 0 ? compiler_cpu_seconds / all : 0;
  }
};

// What a caller may want to print while it runs; called from one thread at a time.
struct Listener {
  std::function<void(const Finding&, const Bucket&)> opened;  // a new bucket
  std::function<void(const Summary&)> progress;               // every few seconds
  std::function<void(const std::string&)> note;               // our faults and tool faults
};

// Draws, compiles, judges and confirms until the cases or the time are up or `stop` is set.
Summary run_campaign(const Settings& settings, const CaseSource& source, const Listener& listener,
                     const std::atomic<bool>& stop);

}  // namespace tilefuzz::campaign
