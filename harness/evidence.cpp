#include "harness/evidence.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "harness/sandbox/crash_signature.h"

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kReportBytes = 4u << 20;

std::string read_start(const fs::path& file, std::size_t limit) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(limit, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(limit));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return bytes;
}

std::vector<tilefuzz::Frame> convert(const std::vector<Frame>& frames) {
  std::vector<tilefuzz::Frame> out;
  for (const Frame& frame : frames) out.push_back({frame.in_main ? "" : frame.module, frame.offset});
  return out;
}

tilefuzz::EndedBy convert(EndedBy ended_by) {
  switch (ended_by) {
    case EndedBy::exited:
      return tilefuzz::EndedBy::exited;
    case EndedBy::signalled:
      return tilefuzz::EndedBy::signalled;
    case EndedBy::wall_limit:
      return tilefuzz::EndedBy::wall_limit;
    case EndedBy::cpu_limit:
      return tilefuzz::EndedBy::cpu_limit;
    case EndedBy::memory_limit:
      return tilefuzz::EndedBy::memory_limit;
    case EndedBy::output_limit:
    case EndedBy::file_limit:
      return tilefuzz::EndedBy::output_limit;
    case EndedBy::scratch_limit:
      return tilefuzz::EndedBy::scratch_limit;
    case EndedBy::process_limit:
      return tilefuzz::EndedBy::process_limit;
    case EndedBy::stopped:
    case EndedBy::spawn_failed:
      return tilefuzz::EndedBy::not_started;
  }
  return tilefuzz::EndedBy::not_started;
}

}  // namespace

Evidence to_evidence(const ProcessResult& result, const fs::path& crash_file) {
  Evidence evidence;
  evidence.ended_by = convert(result.ended_by);
  evidence.exit_code = result.exit_code;
  evidence.signal = result.signal;
  evidence.cpu_seconds = result.cpu_seconds;
  evidence.wall_seconds = result.wall_seconds;
  evidence.peak_memory_bytes = result.max_rss_bytes;
  evidence.out = result.standard_output;
  evidence.err = result.standard_error;
  if (evidence.ended_by == tilefuzz::EndedBy::not_started) {
    evidence.harness_error = result.spawn_error.empty() ? name_of(result.ended_by) : result.spawn_error;
  }
  std::vector<CrashTrace> samples;
  for (const CrashTrace& trace : read_crash_file(crash_file)) {
    if (trace.kind == CrashTrace::Kind::sample) {
      samples.push_back(trace);
      continue;
    }
    // The first crash counts: what follows it in other processes is its consequence.
    if (evidence.crash) continue;
    evidence.crash = tilefuzz::CrashTrace{.signal = trace.signal,
                                          .process = trace.process,
                                          .fault_address = trace.address,
                                          .frames = convert(signature_frames(trace))};
  }
  if (!samples.empty()) evidence.stack_samples.push_back(convert(common_frames(samples)));
  return evidence;
}

Evidence to_evidence(std::string_view answer) {
  static const std::map<std::string, tilefuzz::EndedBy, std::less<>> kStatus = {
      {"ok", tilefuzz::EndedBy::exited},
      {"exception", tilefuzz::EndedBy::exited},
      {"no-evidence", tilefuzz::EndedBy::exited},
      {"signal", tilefuzz::EndedBy::signalled},
      {"cpu-limit", tilefuzz::EndedBy::cpu_limit},
      {"wall-limit", tilefuzz::EndedBy::wall_limit},
      {"memory-limit", tilefuzz::EndedBy::memory_limit},
      {"output-limit", tilefuzz::EndedBy::output_limit},
  };
  Evidence evidence;
  evidence.reports["server"] = std::string(answer);
  const auto parsed = nlohmann::json::parse(answer, nullptr, false);
  const std::string status = parsed.is_object() ? parsed.value("status", "") : "";
  const auto known = kStatus.find(status);
  if (known == kStatus.end()) {
    evidence.ended_by = tilefuzz::EndedBy::not_started;
    evidence.harness_error = "the server answered: " + std::string(answer.substr(0, 500));
    return evidence;
  }
  evidence.ended_by = known->second;
  evidence.exit_code = status == "ok" ? 0 : 1;
  evidence.signal = parsed.value("signal", 0);
  evidence.cpu_seconds = parsed.value("cpu_s", 0.0);
  evidence.wall_seconds = parsed.value("wall_s", 0.0);
  evidence.peak_memory_bytes = parsed.value("max_rss", std::uint64_t{0});
  evidence.err = parsed.value("stderr_tail", "");
  return evidence;
}

void collect_files(const targets::LaunchPlan& plan, const fs::path& scratch, Evidence& evidence) {
  std::error_code error;
  const fs::path artifact = scratch / plan.artifact;
  if (!plan.artifact.empty() && fs::is_regular_file(artifact, error)) {
    evidence.artifact_bytes = fs::file_size(artifact, error);
    if (*evidence.artifact_bytes > 0) {
      std::ifstream in(artifact, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      evidence.artifact_hash = content_hash(bytes);
    }
  }
  for (const std::string& name : plan.reports) {
    if (fs::is_regular_file(scratch / name, error)) {
      evidence.reports[name] = read_start(scratch / name, kReportBytes);
    }
  }
}

}  // namespace tilefuzz::harness
