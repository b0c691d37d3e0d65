#include "harness/campaign/campaign.h"

#include <thread>

#include "core/hash.h"
#include "harness/campaign/confirm.h"
#include "harness/campaign/ledger.h"
#include "harness/campaign/validity.h"
#include "ir/text/print.h"
#include "ir/verify/verify.h"
#include "oracles/judge.h"

namespace tilefuzz::campaign {
namespace {

using harness::CellLimits;
using harness::CellResult;
using harness::Workbench;
using targets::Expectation;

// The trap interpreter runs every program whose outcome is not ok, and one in this many of the rest.
constexpr std::int64_t kTrapSample = 64;
// Row cells get this many times the probe's CPU limit: a level or architecture may be slower.
constexpr double kRowFactor = 4;
constexpr std::size_t kFindingIdDigits = 12;

class Worker {
 public:
  Worker(const Settings& settings, const CaseSource& source, Ledger& ledger)
      : settings_(settings), source_(source), ledger_(ledger), bench_(settings.scratch) {}

  void run_case(std::int64_t number) {
    auto drawn = source_(number);
    if (!drawn) {
      ledger_.our_fault(number, drawn.error());
      return;
    }
    const harness::Compiler& compiler = settings_.compilers[drawn->compiler];
    if (const auto broken = ir::verify(drawn->program); !broken.empty()) {
      ledger_.our_fault(number,
                        drawn->grammar + " broke " + broken.front().rule + ": " + broken.front().message,
                        ir::print(drawn->program));
      return;
    }
    const Expectation expectation = compiler.target->expect(drawn->program, drawn->configuration);
    if (expectation.kind == Expectation::Kind::reject) {
      ledger_.our_fault(number,
                        drawn->grammar + " left the profile: " + expectation.rules.front().rule + ": " +
                            expectation.rules.front().message,
                        ir::print(drawn->program));
      return;
    }
    CellLimits limits;
    limits.cpu_seconds = compiler.target->limits().probe_cpu;
    const CellResult probe = bench_.run(compiler, drawn->program, drawn->configuration, limits);
    if (probe.outcome.kind == OutcomeKind::tool_fault) {
      ledger_.tool_fault(number, probe.outcome.message);
      return;
    }
    if (probe.outcome.kind != OutcomeKind::ok || number % kTrapSample == 0) {
      if (const auto trap = first_trap(drawn->program)) {
        ledger_.our_fault(number, drawn->grammar + " trapped: " + *trap, ir::print(drawn->program));
        return;
      }
    }
    ledger_.count_case(*drawn, expectation.kind == Expectation::Kind::accept, probe.outcome);
    const Verdict verdict = oracles::judge(expectation, probe.outcome);
    if (oracles::is_finding(verdict)) follow(number, *drawn, compiler, expectation, probe, verdict);
  }

  double compiler_cpu_seconds() const { return bench_.compiler_cpu_seconds(); }

 private:
  Finding make_finding(std::int64_t number, const DrawnCase& drawn, const CellResult& cell,
                       const Verdict& verdict) {
    Finding finding;
    finding.case_number = number;
    finding.grammar = drawn.grammar;
    finding.program_text = ir::print(drawn.program);
    finding.choices = drawn.choices;
    finding.configuration = drawn.configuration;
    finding.cell = cell;
    finding.verdict = verdict;
    finding.id =
        content_hash(finding.program_text + to_string(drawn.configuration)).substr(0, kFindingIdDigits);
    finding.show_again = " --target " + drawn.configuration.target + "@" + drawn.configuration.version +
                         " --arch " + drawn.configuration.arch + " --levels " +
                         std::to_string(drawn.configuration.level);
    for (const auto& [name, value] : drawn.configuration.options) {
      finding.show_again += " --option " + name + "=" + value;
    }
    return finding;
  }

  // From a first look to a bucket: flaky signatures go to one bucket each; else the row decides which.
  void follow(std::int64_t number, const DrawnCase& drawn, const harness::Compiler& compiler,
              const Expectation& expectation, const CellResult& probe, const Verdict& verdict) {
    if (verdict.kind == VerdictClass::hang) {
      follow_hang(number, drawn, compiler, expectation, probe);
      return;
    }
    Finding finding = make_finding(number, drawn, probe, verdict);
    const std::string signature = drawn.configuration.target + "|" + probe.outcome.signature.key;
    if (!ledger_.is_flaky(signature)) {
      finding.row = run_row(bench_, compiler, drawn.program, drawn.configuration, probe.outcome.signature,
                            kRowFactor * compiler.target->limits().probe_cpu);
    } else {
      finding.verdict.confidence = Confidence::flaky;
    }
    const std::string key = bucket_key(finding);
    if (ledger_.add_member(key)) return;
    if (!ledger_.claim(key)) return;  // another worker confirms this bucket
    const Confirmation confirmation =
        confirm(bench_, compiler, drawn.program, drawn.configuration, probe, verdict);
    finding.verdict = confirmation.verdict;
    if (finding.verdict.kind == VerdictClass::tool_fault) {
      ledger_.tool_fault(number, probe.outcome.message + ": " + finding.verdict.evidence.back());
      ledger_.release(key);
      return;
    }
    if (finding.verdict.confidence == Confidence::flaky) ledger_.mark_flaky(signature);
    const std::string confirmed_key = bucket_key(finding);
    ledger_.open(confirmed_key, std::move(finding));
  }

  void follow_hang(std::int64_t number, const DrawnCase& drawn, const harness::Compiler& compiler,
                   const Expectation& expectation, const CellResult& probe) {
    const std::string signature = drawn.configuration.target + "|" + probe.outcome.signature.key;
    CellLimits limits;
    limits.cpu_seconds = compiler.target->limits().full_cpu;
    if (!ledger_.may_confirm_hang(signature, limits.cpu_seconds)) return;
    const CellResult full = bench_.run(compiler, drawn.program, drawn.configuration, limits);
    double spent = full.outcome.cpu_seconds;
    if (full.outcome.kind == OutcomeKind::timeout) {
      const Confirmation confirmation = confirm(bench_, compiler, drawn.program, drawn.configuration, full,
                                                oracles::judge(expectation, full.outcome));
      spent += confirmation.bare.cpu_seconds;
      if (oracles::is_finding(confirmation.verdict)) {
        Finding finding = make_finding(number, drawn, full, confirmation.verdict);
        const std::string key = bucket_key(finding);
        if (ledger_.claim(key)) ledger_.open(key, std::move(finding));
      }
    }
    ledger_.spent_on_hangs(spent);
  }

  const Settings& settings_;
  const CaseSource& source_;
  Ledger& ledger_;
  Workbench bench_;
};

}  // namespace

Summary run_campaign(const Settings& settings, const CaseSource& source, const Listener& listener,
                     const std::atomic<bool>& stop) {
  Ledger ledger(settings, listener);
  std::atomic<std::int64_t> next{settings.first_case};
  const auto work = [&] {
    Worker worker(settings, source, ledger);
    double counted = 0;
    while (!stop && (settings.seconds < 0 || ledger.elapsed() < settings.seconds)) {
      const std::int64_t number = next++;
      if (settings.cases >= 0 && number >= settings.first_case + settings.cases) break;
      worker.run_case(number);
      ledger.add_cpu(worker.compiler_cpu_seconds() - counted);
      counted = worker.compiler_cpu_seconds();
      ledger.finish_case(number);
    }
  };
  // The thread that starts a child must outlive it, so each worker keeps its own servers.
  std::vector<std::thread> workers;
  workers.reserve(static_cast<std::size_t>(settings.jobs));
  for (int i = 0; i < settings.jobs; ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  Summary summary = ledger.summary();
  if (stop) summary.end = End::stopped;
  return summary;
}

}  // namespace tilefuzz::campaign
