// tilefuzz_child_zoo MODE [ARGUMENT...]: children that behave badly in one way each, for the sandbox's tests.
#include "harness/sandbox/child_zoo/child_zoo.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace zoo {
namespace {

constexpr int longest_life_seconds = 60;
constexpr std::size_t chunk = 16u << 20;
constexpr std::size_t most_memory = 4ull << 30;

int exit_with(char** arguments) { return std::atoi(arguments[0]); }

int speak(char** arguments) {
  std::printf("out %s\n", arguments[0]);
  std::fprintf(stderr, "err %s\n", arguments[0]);
  return 0;
}

int show_environment(char**) {
  for (char** entry = environ; *entry != nullptr; ++entry) std::puts(*entry);
  return 0;
}

int show_descriptors(char**) {
  DIR* directory = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(directory)) {
    const int number = std::atoi(entry->d_name);
    if (entry->d_name[0] != '.' && number != dirfd(directory)) std::printf("%d ", number);
  }
  return 0;
}

int show_folder(char**) {
  char path[4096];
  std::puts(getcwd(path, sizeof path));
  return 0;
}

int copy_input(char**) {
  for (int c = std::getchar(); c != EOF; c = std::getchar()) std::putchar(c);
  return 0;
}

int answer_on_channel(char**) {
  char text[16];
  const ssize_t count = read(3, text, sizeof text);
  return count > 0 && write(3, text, static_cast<std::size_t>(count)) == count ? 0 : 1;
}

int print_without_end(char**) {
  const std::vector<char> text(65536, 'x');
  for (;;) {
    if (write(1, text.data(), text.size()) < 0) return 1;
  }
}

int touch_memory(char**) {
  for (std::size_t total = 0; total < most_memory; total += chunk) {
    void* memory = std::malloc(chunk);
    if (memory == nullptr) return 9;
    std::memset(memory, 1, chunk);
  }
  sleep(longest_life_seconds);
  return 0;
}

int write_file(char** arguments) {
  const int file = open(arguments[0], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const std::vector<char> text(1u << 20, 'x');
  for (std::size_t total = 0; total < 10ull << 30; total += text.size()) {
    if (write(file, text.data(), text.size()) < 0) return 8;
  }
  return 0;
}

int write_many_files(char** arguments) {
  const std::vector<char> text(1u << 20, 'x');
  for (int number = 0; number < 1000; ++number) {
    const int file = openat(AT_FDCWD, (std::string(arguments[0]) + "/f" + std::to_string(number)).c_str(),
                            O_WRONLY | O_CREAT, 0600);
    if (write(file, text.data(), text.size()) < 0) return 8;
    close(file);
    usleep(2000);
  }
  return 0;
}

int ignore_signals(char**) {
  for (int number = 1; number < 32; ++number) std::signal(number, SIG_IGN);
  std::puts("ignoring");
  std::fflush(stdout);
  const char* arguments[] = {"60", nullptr};
  return sleep_seconds(const_cast<char**>(arguments));
}

struct Mode {
  const char* name;
  int (*run)(char**);
};

constexpr Mode modes[] = {
    {"exit", exit_with},
    {"speak", speak},
    {"environment", show_environment},
    {"descriptors", show_descriptors},
    {"folder", show_folder},
    {"copy-input", copy_input},
    {"channel", answer_on_channel},
    {"print-without-end", print_without_end},
    {"touch-memory", touch_memory},
    {"write-file", write_file},
    {"write-many-files", write_many_files},
    {"ignore-signals", ignore_signals},
    {"sleep", sleep_seconds},
    {"spin", spin},
    {"daemon", daemon_that_stays},
    {"fork-bomb", fork_bomb},
    {"session-bomb", session_bomb},
    {"spinning-grandchild", spinning_grandchild},
    {"fault", fault},
    {"fault-passed-on", fault_passed_on},
    {"fault-in-thread", fault_in_thread},
    {"fault-in-child", fault_in_child},
    {"overflow-stack", overflow_stack},
};

}  // namespace

int sleep_seconds(char** arguments) {
  timespec left{std::atoi(arguments[0]), 0};
  while (nanosleep(&left, &left) != 0) {
  }
  return 0;
}

}  // namespace zoo

int main(int argc, char** argv) {
  alarm(zoo::longest_life_seconds);
  for (const zoo::Mode& mode : zoo::modes) {
    if (argc > 1 && std::strcmp(argv[1], mode.name) == 0) return mode.run(argv + 2);
  }
  return 2;
}
