#include "harness/workbench.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/evidence.h"
#include "harness/private_folder.h"
#include "harness/sandbox/crash_trace.h"
#include "harness/sandbox/process.h"
#include "harness/sandbox/scratch.h"

namespace tilefuzz::harness {
namespace {

namespace fs = std::filesystem;

// Limits count CPU time; the wall limit only ends what waits instead of working.
constexpr double kWallFactor = 6;
constexpr double kWallFloor = 60;
constexpr double kServerStartSeconds = 180;
constexpr unsigned kStackSamples = 3;
constexpr std::string_view kScratchWord = "{scratch}";

std::string fill_in(std::string word, const fs::path& scratch) {
  if (const auto at = word.find(kScratchWord); at != std::string::npos) {
    word.replace(at, kScratchWord.size(), scratch.string());
  }
  return word;
}

std::vector<std::string> environment_of(const targets::LaunchPlan& plan, const fs::path& scratch) {
  std::vector<std::string> environment;
  for (const auto& [name, value] : plan.environment)
    environment.push_back(name + "=" + fill_in(value, scratch));
  return environment;
}

std::string quote(const std::string& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@") ==
          std::string::npos &&
      !word.empty()) {
    return word;
  }
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// As a person would type it, in the folder of the emitted files.
std::string shell_command(const targets::LaunchPlan& plan) {
  std::string command = "env -i";
  for (const auto& [name, value] : plan.environment) command += " " + quote(name + "=" + fill_in(value, "."));
  for (const std::string& word : plan.argv) command += " " + quote(fill_in(word, "."));
  return command;
}

Result<void, std::string> write_files(const targets::Emitted& emitted, const fs::path& scratch) {
  for (const targets::EmittedFile& file : emitted.files) {
    std::ofstream out(scratch / file.name, std::ios::binary);
    out << file.bytes;
    out.close();
    if (!out) return fail("cannot write " + (scratch / file.name).string() + " (disk full?)");
  }
  return {};
}

Outcome tool_fault(std::string message) {
  Outcome outcome;
  outcome.kind = OutcomeKind::tool_fault;
  outcome.phase = "harness";
  outcome.message = std::move(message);
  return outcome;
}

}  // namespace

std::string CellLimits::disturbance() const {
  std::string out;
  const auto add = [&](const std::string& what) { out += (out.empty() ? "" : ", ") + what; };
  if (address_space_bytes)
    add("address space of " + std::to_string(address_space_bytes >> 20) + " MiB (--limit memory)");
  if (stack_bytes) add("stack of " + std::to_string(stack_bytes >> 10) + " KiB (--limit stack)");
  if (!scratch_base.empty()) add("scratch folder " + scratch_base.string() + " (--scratch)");
  return out;
}

Result<Compiler, std::string> open_compiler(const targets::Target& target,
                                            const targets::Installation& installation,
                                            const fs::path& private_base) {
  if (!installation.defect.empty()) return Compiler{&target, installation, installation};
  auto seen = make_private(target, installation, private_base);
  if (!seen) return fail(seen.error());
  return Compiler{&target, installation, *seen};
}

Workbench::Workbench(fs::path scratch_base) : scratch_base_(std::move(scratch_base)) {}
Workbench::~Workbench() = default;

CellResult Workbench::run(const Compiler& compiler, const ir::Program& program,
                          const Configuration& configuration, const CellLimits& wanted, Dress dress) {
  CellResult result;
  CellLimits limits = wanted;
  if (limits.resident_bytes == 0) limits.resident_bytes = compiler.target->limits().memory_bytes;
  const targets::Installation& installation = dress == Dress::bare ? compiler.bare : compiler.seen;
  if (!installation.defect.empty()) {
    result.outcome = tool_fault(installation.defect);
    return result;
  }
  auto emitted = compiler.target->emit(program, configuration);
  if (!emitted) {
    result.outcome = tool_fault("cannot be emitted: " + emitted.error().message);
    return result;
  }
  result.emitted = std::move(*emitted);
  const targets::LaunchPlan plan = compiler.target->plan(installation, configuration, result.emitted);
  result.command = shell_command(compiler.target->plan(compiler.bare, configuration, result.emitted));

  const auto scratch = Scratch::create(limits.scratch_base.empty() ? scratch_base_ : limits.scratch_base);
  if (!scratch) {
    result.outcome = tool_fault("no scratch folder: " + scratch.error());
    return result;
  }
  if (auto written = write_files(result.emitted, scratch->path()); !written) {
    result.outcome = tool_fault(written.error());
    return result;
  }
  Evidence& evidence = result.evidence;
  evidence = plan.kind == targets::LauncherKind::server
                 ? run_on_server(plan, installation, result.emitted, scratch->path(), limits, dress)
                 : run_process(plan, scratch->path(), limits, dress);
  evidence.disturbance = limits.disturbance();
  collect_files(plan, scratch->path(), evidence);
  compiler_cpu_seconds_ += evidence.cpu_seconds;
  if (!evidence.harness_error.empty()) {
    result.outcome = tool_fault(evidence.harness_error);
  } else {
    result.outcome = compiler.target->classify(configuration, evidence);
  }
  result.outcome.cpu_seconds = evidence.cpu_seconds;
  result.outcome.wall_seconds = evidence.wall_seconds;
  result.outcome.peak_memory_bytes = evidence.peak_memory_bytes;
  return result;
}

Evidence Workbench::run_process(const targets::LaunchPlan& plan, const fs::path& scratch,
                                const CellLimits& limits, Dress dress) {
  ProcessSpec spec;
  for (const std::string& word : plan.argv) spec.argv.push_back(fill_in(word, scratch));
  spec.environment = environment_of(plan, scratch);
  spec.working_directory = scratch;
  spec.scratch_folder = scratch;
  spec.limits.cpu_seconds = limits.cpu_seconds;
  spec.limits.wall_seconds = kWallFloor + kWallFactor * limits.cpu_seconds;
  spec.limits.resident_bytes = limits.resident_bytes;
  spec.limits.memory_bytes = limits.address_space_bytes;
  if (limits.stack_bytes) spec.limits.stack_bytes = limits.stack_bytes;
  spec.limits.scratch_bytes = limits.scratch_bytes;
  const fs::path crash_file = scratch / "tilefuzz-crash.txt";
  if (dress == Dress::instrumented) {
    add_crash_handler(spec, crash_file);
    spec.samples_at_limit = kStackSamples;
  }
  return to_evidence(harness::run(spec), crash_file);
}

Result<Server*, std::string> Workbench::server_for(const targets::LaunchPlan& plan,
                                                   const targets::Installation& installation, Dress dress,
                                                   std::unique_ptr<Server>& cold) {
  std::unique_ptr<Server>& slot =
      dress == Dress::bare ? cold : servers_[installation.identity + installation.version];
  if (slot && slot->alive()) return slot.get();
  auto started = Server::start(plan.argv, environment_of(plan, scratch_base_), scratch_base_.string(),
                               kServerStartSeconds);
  if (!started) return fail(started.error());
  slot = std::move(*started);
  return slot.get();
}

Evidence Workbench::run_on_server(const targets::LaunchPlan& plan, const targets::Installation& installation,
                                  const targets::Emitted& emitted, const fs::path& scratch,
                                  const CellLimits& limits, Dress dress) {
  std::unique_ptr<Server> cold;
  auto server = server_for(plan, installation, dress, cold);
  Evidence evidence;
  if (!server) {
    evidence.ended_by = tilefuzz::EndedBy::not_started;
    evidence.harness_error = server.error();
    return evidence;
  }
  const double wall = kWallFloor + kWallFactor * limits.cpu_seconds;
  nlohmann::json request;
  for (const auto& [name, value] : plan.request) request[name] = nlohmann::json::parse(value, nullptr, false);
  request["kind"] = "compile";
  request["id"] = 1;
  request["file"] = (scratch / emitted.files.front().name).string();
  request["out_dir"] = scratch.string();
  request["limits"] = {
      {"cpu_seconds", limits.cpu_seconds},
      {"wall_seconds", wall},
      {"memory_bytes", limits.address_space_bytes ? limits.address_space_bytes : limits.resident_bytes},
      {"output_bytes", limits.scratch_bytes}};
  auto answer = (*server)->request(request.dump(), wall + kWallFloor);
  if (!answer) {
    evidence.ended_by = tilefuzz::EndedBy::not_started;
    evidence.harness_error = answer.error();
    return evidence;
  }
  return to_evidence(std::string_view(*answer));
}

}  // namespace tilefuzz::harness
