#include "harness/sandbox/supervisor_start.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>

#include <cstring>

#include "harness/sandbox/supervisor/protocol.h"
#include "harness/sandbox/support_files.h"

namespace tilefuzz::harness {
namespace {

std::string failed(const char* what, int error) { return std::string(what) + ": " + std::strerror(error); }

// Out of the way of the numbers that they are given in the child.
Descriptor raised(int number) {
  constexpr int lowest = 10;
  Descriptor original(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, lowest));
}

struct Pipe {
  Descriptor reading, writing;
};

Result<Pipe, std::string> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(failed("pipe", errno));
  Pipe made{raised(ends[0]), raised(ends[1])};
  if (!made.reading.open() || !made.writing.open()) return fail(failed("pipe", errno));
  fcntl(made.reading.get(), F_SETFL, O_NONBLOCK);
  return made;
}

Result<Pipe, std::string> make_control() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail(failed("socketpair", errno));
  Pipe made{raised(ends[0]), raised(ends[1])};
  if (!made.reading.open() || !made.writing.open()) return fail(failed("socketpair", errno));
  return made;
}

std::vector<std::string> environment_with_preload(const ProcessSpec& spec) {
  std::vector<std::string> environment = spec.environment;
  if (spec.preload.empty()) return environment;
  constexpr std::string_view name = "LD_PRELOAD=";
  for (std::string& entry : environment) {
    if (entry.starts_with(name)) {
      entry.insert(name.size(), spec.preload.string() + ":");
      return environment;
    }
  }
  environment.push_back(std::string(name) + spec.preload.string());
  return environment;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  void give(int descriptor, int as) { posix_spawn_file_actions_adddup2(&actions_, descriptor, as); }
  void enter(const std::filesystem::path& folder) {
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  int spawn(pid_t& pid, std::vector<std::string> argv, std::vector<std::string> environment) {
    const std::string program = argv[0];
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_, pointers(argv).data(),
                       pointers(environment).data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<StartedSupervisor, std::string> start_supervisor(const ProcessSpec& spec) {
  if (spec.argv.empty()) return fail(std::string("no program given"));
  const std::string input = spec.input.empty() ? "/dev/null" : spec.input.string();
  const Descriptor input_file = raised(::open(input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input_file.open()) return fail("cannot read the standard input " + input);
  auto output = make_pipe();
  auto error = make_pipe();
  auto control = make_control();
  if (!output) return fail(std::move(output).error());
  if (!error) return fail(std::move(error).error());
  if (!control) return fail(std::move(control).error());
  Descriptor channel;
  if (spec.channel >= 0) channel = Descriptor(fcntl(spec.channel, F_DUPFD_CLOEXEC, 10));

  supervisor::Request request;
  request.parent = getpid();
  request.limits = spec.limits;
  request.samples_at_limit = spec.samples_at_limit;
  request.has_channel = channel.open();
  if (::send(control->reading.get(), &request, sizeof request, MSG_NOSIGNAL) < 0) {
    return fail(failed("control socket", errno));
  }

  SpawnPlan plan;
  plan.give(input_file.get(), 0);
  plan.give(output->writing.get(), 1);
  plan.give(error->writing.get(), 2);
  plan.give(control->writing.get(), supervisor::control_descriptor);
  if (channel.open()) plan.give(channel.get(), supervisor::channel_descriptor);
  plan.enter(spec.working_directory);

  // Tests of limits move TMPDIR and the working folder about, so the supervisor's own path is absolute.
  std::vector<std::string> argv{std::filesystem::absolute(support_file(supervisor_file)).string(),
                                spec.scratch_folder.string()};
  argv.insert(argv.end(), spec.argv.begin(), spec.argv.end());
  StartedSupervisor started;
  if (const int code = plan.spawn(started.pid, argv, environment_with_preload(spec)); code != 0) {
    return fail("cannot start " + argv[0] + " in '" + spec.working_directory.string() +
                "': " + std::strerror(code));
  }
  started.control = std::move(control->reading);
  started.output = std::move(output->reading);
  started.error = std::move(error->reading);
  return started;
}

}  // namespace tilefuzz::harness
