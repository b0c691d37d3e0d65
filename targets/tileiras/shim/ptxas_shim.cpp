// Stands as `ptxas` beside a copy of tileiras. Keeps what the assembler was given and what became of it in
// the folder $TILEFUZZ_SHIM_FOLDER, and otherwise behaves as the assembler `ptxas.real` beside it does: same
// arguments, output, exit status, or death by the same signal. Without the variable it only hands on.
//
// kernel.ptx    the input
// ptxas.report  `tilefuzz-ptxas 1`, then lines `argument WORD`, `exited N` or `signalled N`, `seconds S`, and
//               after a line `output` whatever the assembler said
//
// Statically linked and free of everything else of tilefuzz: it runs inside every compilation.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

constexpr int kCannotRun = 127;

std::string real_assembler() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return {};
  std::string own(path, static_cast<std::size_t>(length));
  return own.substr(0, own.rfind('/') + 1) + "ptxas.real";
}

bool write_all(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written <= 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

// The compiler deletes its temporary files; a second name keeps this one.
void keep(const char* from, const std::string& to) {
  unlink(to.c_str());
  if (link(from, to.c_str()) == 0) return;
  const int in = open(from, O_RDONLY | O_CLOEXEC);
  const int out = open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  char buffer[1 << 16];
  for (ssize_t got = 0; in >= 0 && out >= 0 && (got = read(in, buffer, sizeof buffer)) > 0;) {
    if (!write_all(out, buffer, static_cast<std::size_t>(got))) break;
  }
  if (in >= 0) close(in);
  if (out >= 0) close(out);
}

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

bool ends_in(const char* text, const char* end) {
  const std::size_t length = strlen(text);
  const std::size_t tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

// Runs the assembler with its output going both to ours and to `output`.
int run(const std::string& assembler, char** argv, std::string& output) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) return kCannotRun << 8;
  const pid_t child = vfork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    dup2(pipe_ends[1], STDERR_FILENO);
    execv(assembler.c_str(), argv);
    _exit(kCannotRun);
  }
  close(pipe_ends[1]);
  if (child < 0) return kCannotRun << 8;
  char buffer[1 << 14];
  constexpr std::size_t kMostKept = 1 << 16;
  for (ssize_t got = 0; (got = read(pipe_ends[0], buffer, sizeof buffer)) > 0;) {
    write_all(STDERR_FILENO, buffer, static_cast<std::size_t>(got));
    if (output.size() < kMostKept) output.append(buffer, static_cast<std::size_t>(got));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

void report(const std::string& folder, int argc, char** argv, const std::string& ending,
            const std::string& output) {
  std::string text = "tilefuzz-ptxas 1\n";
  for (int i = 1; i < argc; ++i) text += "argument " + std::string(argv[i]) + "\n";
  text += ending;
  if (!output.empty()) text += "output\n" + output;
  const int file = open((folder + "/ptxas.report").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return;
  write_all(file, text.data(), text.size());
  close(file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string assembler = real_assembler();
  const char* folder = getenv("TILEFUZZ_SHIM_FOLDER");
  if (folder == nullptr) {
    execv(assembler.c_str(), argv);
    return kCannotRun;
  }
  for (int i = 1; i < argc; ++i) {
    if (ends_in(argv[i], ".ptx")) keep(argv[i], std::string(folder) + "/kernel.ptx");
  }
  // Written before as well: a compilation that is killed meanwhile shows that the assembler was at work.
  report(folder, argc, argv, "running\n", {});
  const double start = now();
  std::string output;
  const int status = run(assembler, argv, output);
  char line[96];
  std::snprintf(line, sizeof line, "%s %d\nseconds %.3f\n", WIFSIGNALED(status) ? "signalled" : "exited",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), now() - start);
  report(folder, argc, argv, line, output);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
