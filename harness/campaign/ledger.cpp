#include "harness/campaign/ledger.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "ir/liveness.h"
#include "ir/walk.h"

namespace tilefuzz::campaign {
namespace {

// Long runs of hang candidates may take this share of the workers' time.
constexpr double kHangShare = 0.15;
constexpr int kMaxReleases = 3;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double own_cpu() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Ledger::Ledger(const Settings& settings, const Listener& listener)
    : settings_(settings), listener_(listener), start_(now()) {
  summary_.next_case = settings.first_case;
}

double Ledger::elapsed() const { return now() - start_; }

void Ledger::count_case(const DrawnCase& drawn, bool accepted, const Outcome& outcome) {
  int loops = 0;
  ir::walk(drawn.program.body, [&](const ir::Op& op, int) {
    loops += op.code == ir::Opcode::for_ || op.code == ir::Opcode::while_;
  });
  const auto live = static_cast<std::int32_t>(ir::count_live(drawn.program).live);
  const std::lock_guard lock(mutex_);
  ++summary_.cases;
  ++summary_.outcomes[outcome.kind];
  GrammarCount& count =
      summary_.grammars[{drawn.grammar, drawn.configuration.target + " " + drawn.configuration.arch}];
  ++count.cases;
  count.live_operations.push_back(live);
  count.two_loops += loops >= 2;
  if (accepted && outcome.kind == OutcomeKind::ok) ++count.accept_ok;
  if (accepted && outcome.kind == OutcomeKind::diagnostic) ++count.accept_diagnostic;
}

void Ledger::our_fault(std::int64_t number, const std::string& what, const std::string& program) {
  const std::lock_guard lock(mutex_);
  if (!program.empty()) {
    std::error_code error;
    const auto folder = settings_.findings / "our-faults";
    std::filesystem::create_directories(folder, error);
    std::ofstream(folder / ("case-" + std::to_string(number) + ".tile"), std::ios::binary) << program;
  }
  summary_.our_faults.push_back("case " + std::to_string(number) + ": " + what);
  if (listener_.note) listener_.note("our fault, " + summary_.our_faults.back());
}

void Ledger::tool_fault(std::int64_t number, const std::string& what) {
  const std::lock_guard lock(mutex_);
  summary_.tool_faults.push_back("case " + std::to_string(number) + ": " + what);
  if (listener_.note) listener_.note("tool fault, " + summary_.tool_faults.back());
}

bool Ledger::is_flaky(const std::string& signature) const {
  const std::lock_guard lock(mutex_);
  return flaky_.contains(signature);
}

void Ledger::mark_flaky(const std::string& signature) {
  const std::lock_guard lock(mutex_);
  flaky_.insert(signature);
}

bool Ledger::claim(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return claimed_[key]++ == 0;
}

void Ledger::release(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (++released_[key] < kMaxReleases) claimed_.erase(key);
}

bool Ledger::add_member(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(key);
  if (found == open_.end()) return false;
  ++summary_.buckets[found->second].count;
  return true;
}

void Ledger::open(const std::string& key, Finding finding) {
  const std::lock_guard lock(mutex_);
  if (const auto found = open_.find(key); found != open_.end()) {
    ++summary_.buckets[found->second].count;
    return;
  }
  Bucket bucket;
  bucket.id = bucket_id(finding);
  bucket.kind = finding.verdict.kind;
  bucket.confidence = finding.verdict.confidence;
  bucket.target = finding.configuration.target + "@" + finding.configuration.version;
  bucket.signature = finding.cell.outcome.signature.key;
  bucket.row = finding.verdict.confidence == Confidence::flaky ? "flaky" : finding.row.text();
  bucket.count = std::max<std::int64_t>(claimed_[key], 1);  // a flaky bucket was claimed under another key
  bucket.first_case = finding.case_number;
  bucket.first_seconds = elapsed();
  const auto folder = settings_.findings / bucket.id / finding.id;
  bucket.folder = folder;
  finding.show_again = "tilefuzz run " + (folder / "program.tile").string() + finding.show_again;
  bucket.command = finding.show_again;
  if (auto written = write_finding(settings_.findings, finding); !written) {
    ++summary_.lost_findings;
    summary_.tool_faults.push_back(written.error());
    if (listener_.note) listener_.note("tool fault, " + written.error());
  }
  open_[key] = summary_.buckets.size();
  summary_.buckets.push_back(bucket);
  if (listener_.opened) listener_.opened(finding, bucket);
}

bool Ledger::may_confirm_hang(const std::string& signature, double cpu_seconds) {
  const std::lock_guard lock(mutex_);
  if (hang_seconds_ + cpu_seconds > kHangShare * elapsed() * settings_.jobs) return false;
  return hang_candidates_.insert(signature).second;
}

void Ledger::spent_on_hangs(double cpu_seconds) {
  const std::lock_guard lock(mutex_);
  hang_seconds_ += cpu_seconds;
}

void Ledger::add_cpu(double compiler_seconds) {
  const std::lock_guard lock(mutex_);
  summary_.compiler_cpu_seconds += compiler_seconds;
}

void Ledger::finish_case(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  summary_.next_case = std::max(summary_.next_case, number + 1);
  if (listener_.progress) {
    summary_.seconds = elapsed();
    summary_.own_cpu_seconds = own_cpu();
    listener_.progress(summary_);
  }
}

Summary Ledger::summary() const {
  const std::lock_guard lock(mutex_);
  Summary out = summary_;
  out.seconds = elapsed();
  out.own_cpu_seconds = own_cpu();
  return out;
}

}  // namespace tilefuzz::campaign
