#include "app/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/parse_values.h"
#include "core/json.h"

namespace tilefuzz::app {
namespace {

constexpr std::size_t kShownFaults = 5;

std::int64_t count_of(const campaign::Summary& summary, OutcomeKind kind) {
  const auto found = summary.outcomes.find(kind);
  return found == summary.outcomes.end() ? 0 : found->second;
}

double percent(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::int32_t median(std::vector<std::int32_t> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

std::string faults_text(const char* title, const std::vector<std::string>& faults) {
  if (faults.empty()) return {};
  std::string out = fmt::format("{}: {}\n", title, faults.size());
  for (std::size_t i = 0; i < std::min(faults.size(), kShownFaults); ++i) out += "  " + faults[i] + "\n";
  return out;
}

}  // namespace

std::string progress_line(const campaign::Summary& summary) {
  return fmt::format(
      "{}: {} cases, {} ok, {} crash, {} diagnostic, {} over the limit; {} buckets; {:.1f} cases/s",
      show_duration(summary.seconds), summary.cases, count_of(summary, OutcomeKind::ok),
      count_of(summary, OutcomeKind::crash), count_of(summary, OutcomeKind::diagnostic),
      count_of(summary, OutcomeKind::timeout), summary.buckets.size(),
      summary.seconds > 0 ? static_cast<double>(summary.cases) / summary.seconds : 0);
}

std::string summary_text(const campaign::Summary& summary, std::uint64_t seed) {
  std::string out = fmt::format("\nseed {}: {}\n", seed, progress_line(summary));
  out += fmt::format("CPU: compilers {}, tilefuzz {}; the compilers' share is {:.1f} %\n",
                     show_duration(summary.compiler_cpu_seconds), show_duration(summary.own_cpu_seconds),
                     100 * summary.compiler_share());
  out += fmt::format("\n{:<16} {:<18} {:>6} {:>9} {:>8} {:>10}\n", "grammar", "compiled for", "cases",
                     "accepted", "live ops", ">= 2 loops");
  for (const auto& [key, count] : summary.grammars) {
    const std::int64_t judged = count.accept_ok + count.accept_diagnostic;
    const std::string accepted = judged > 0 ? fmt::format("{:.1f}%", percent(count.accept_ok, judged)) : "-";
    out += fmt::format("{:<16} {:<18} {:>6} {:>9} {:>8} {:>9.0f}%\n", key.first, key.second, count.cases,
                       accepted, median(count.live_operations), percent(count.two_loops, count.cases));
  }
  out += fmt::format("\n{} buckets\n", summary.buckets.size());
  for (const campaign::Bucket& bucket : summary.buckets) {
    out += fmt::format("{}  {:<19} {:<10} x{:<5} {}\n    {}\n    row: {}\n    again: {}\n", bucket.id,
                       to_string(bucket.kind), to_string(bucket.confidence), bucket.count, bucket.target,
                       bucket.signature, bucket.row, bucket.command);
  }
  out += faults_text("\nour faults (programs that should not have been drawn)", summary.our_faults);
  out += faults_text("\ntool faults (never charged to a compiler)", summary.tool_faults);
  return out;
}

std::string bucket_json(const campaign::Bucket& bucket) {
  return nlohmann::json({{"schema", kJsonSchema},
                         {"kind", "bucket"},
                         {"id", bucket.id},
                         {"target", bucket.target},
                         {"class", to_string(bucket.kind)},
                         {"confidence", to_string(bucket.confidence)},
                         {"signature", bucket.signature},
                         {"row", bucket.row},
                         {"count", bucket.count},
                         {"first_case", bucket.first_case},
                         {"first_seconds", bucket.first_seconds},
                         {"known", nullptr},
                         {"folder", bucket.folder.string()},
                         {"command", bucket.command}})
      .dump();
}

std::string summary_json(const campaign::Summary& summary, std::uint64_t seed) {
  nlohmann::json out = {{"schema", kJsonSchema},
                        {"kind", "summary"},
                        {"seed", seed},
                        {"cases", summary.cases},
                        {"next_case", summary.next_case},
                        {"seconds", summary.seconds},
                        {"compiler_cpu_seconds", summary.compiler_cpu_seconds},
                        {"own_cpu_seconds", summary.own_cpu_seconds},
                        {"our_faults", summary.our_faults},
                        {"tool_faults", summary.tool_faults}};
  for (const auto& [kind, count] : summary.outcomes) out["outcomes"][std::string(to_string(kind))] = count;
  for (const auto& [key, count] : summary.grammars) {
    out["grammars"].push_back({{"grammar", key.first},
                               {"compiled_for", key.second},
                               {"cases", count.cases},
                               {"accept_ok", count.accept_ok},
                               {"accept_diagnostic", count.accept_diagnostic},
                               {"median_live_operations", median(count.live_operations)},
                               {"two_loops", count.two_loops}});
  }
  for (const campaign::Bucket& bucket : summary.buckets) {
    out["buckets"].push_back(nlohmann::json::parse(bucket_json(bucket)));
  }
  return out.dump();
}

}  // namespace tilefuzz::app
