#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "harness/sandbox/child_zoo/child_zoo.h"

namespace zoo {
namespace {

volatile int sink = 0;
int* volatile nowhere = nullptr;
void (*volatile no_function)() = nullptr;

void innermost(const char* kind) {
  if (std::strcmp(kind, "segv") == 0) *nowhere = 1;
  if (std::strcmp(kind, "abort") == 0) std::abort();
  if (std::strcmp(kind, "ill") == 0) __builtin_trap();
  if (std::strcmp(kind, "fpe") == 0) sink = 100 / sink;
  if (std::strcmp(kind, "bus") == 0) raise(SIGBUS);
  if (std::strcmp(kind, "call-null") == 0) no_function();
  sink = sink + 1;
}

void middle(const char* kind) {
  innermost(kind);
  sink = sink + 2;
}

void outer(const char* kind) {
  middle(kind);
  sink = sink + 3;
}

int even(int depth);

int odd(int depth) {
  volatile char space[256];
  space[0] = static_cast<char>(depth);
  return even(depth + 1) + space[0];
}

int even(int depth) {
  volatile char space[256];
  space[0] = static_cast<char>(depth);
  return odd(depth + 1) + space[0];
}

struct sigaction previous;

// As LLVM's: puts back what was there before it and sends the signal, with all its information, again.
void pass_on(int number, siginfo_t* info, void*) {
  sigaction(number, &previous, nullptr);
  syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), number, info);
}

void* thread_main(void* kind) {
  if (std::strcmp(static_cast<const char*>(kind), "overflow") == 0) sink = even(0);
  outer(static_cast<const char*>(kind));
  return nullptr;
}

}  // namespace

int fault(char** arguments) {
  outer(arguments[0]);
  return 0;
}

int fault_passed_on(char** arguments) {
  struct sigaction action {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &previous);
  sigaction(SIGABRT, &action, &previous);
  return fault(arguments);
}

int fault_in_thread(char** arguments) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, thread_main, arguments[0]) != 0) return 7;
  pthread_join(thread, nullptr);
  return 0;
}

// The child executes this program again, as a compiler does its assembler, and its status is passed on.
int fault_in_child(char** arguments) {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "zoo-assembler", "fault", arguments[0], nullptr);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int overflow_stack(char**) { return even(0); }

}  // namespace zoo
