#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "harness/sandbox/child_zoo/child_zoo.h"

namespace zoo {
namespace {

constexpr int most_forks = 200;
constexpr int life_seconds = 60;

void stay() {
  sleep(life_seconds);
  _exit(0);
}

}  // namespace

// Leaves the session and its parent, says its number in the file arguments[0]; the first process ends.
int daemon_that_stays(char** arguments) {
  if (fork() != 0) {
    while (access(arguments[0], F_OK) != 0) usleep(1000);
    return 0;
  }
  setsid();
  if (fork() != 0) _exit(0);
  std::FILE* file = std::fopen((std::string(arguments[0]) + ".part").c_str(), "w");
  std::fprintf(file, "%d", getpid());
  std::fclose(file);
  std::rename((std::string(arguments[0]) + ".part").c_str(), arguments[0]);
  stay();
  return 0;
}

int fork_bomb(char**) {
  for (int number = 0; number < most_forks; ++number) {
    if (fork() == 0) stay();
  }
  stay();
  return 0;
}

// Each process leads a session of its own and has the next as its child.
int session_bomb(char**) {
  for (int number = 0; number < most_forks; ++number) {
    if (fork() != 0) stay();
    setsid();
  }
  stay();
  return 0;
}

int spin(char**) {
  const std::clock_t end = std::clock() + life_seconds * CLOCKS_PER_SEC;
  volatile unsigned long count = 0;
  while ((count & 0xffffff) != 0xffffff || std::clock() < end) count = count + 1;
  return 0;
}

int spinning_grandchild(char** arguments) {
  if (fork() == 0) {
    if (fork() == 0) return spin(arguments);
    wait(nullptr);
    _exit(0);
  }
  wait(nullptr);
  return 0;
}

}  // namespace zoo
