#define _GNU_SOURCE
#include "harness/sandbox/crash_handler/thread_stacks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

// Two signal frames with the widest vector registers (11 KiB each) and the unwinder fit well.
enum { stack_bytes = 128 * 1024 };

typedef int (*create_function)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

static char main_stack[stack_bytes] __attribute__((aligned(4096)));
static int enabled;

struct start {
  void* (*function)(void*);
  void* argument;
};

void thread_stacks_add_main(void) {
  const stack_t stack = {.ss_sp = main_stack, .ss_flags = 0, .ss_size = stack_bytes};
  sigaltstack(&stack, NULL);
}

void thread_stacks_enable(void) { enabled = 1; }

static void remove_stack(void* memory) {
  const stack_t none = {.ss_sp = NULL, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, NULL);
  munmap(memory, stack_bytes);
}

static void* run_with_stack(void* given) {
  const struct start start = *(struct start*)given;
  free(given);
  void* memory = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return start.function(start.argument);
  const stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = stack_bytes};
  sigaltstack(&stack, NULL);
  void* result;
  pthread_cleanup_push(remove_stack, memory);
  result = start.function(start.argument);
  pthread_cleanup_pop(1);
  return result;
}

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                          void* (*function)(void*), void* argument) {
  create_function create;
  *(void**)&create = dlsym(RTLD_NEXT, "pthread_create");
  struct start* start = enabled ? malloc(sizeof *start) : NULL;
  if (start == NULL) return create(thread, attributes, function, argument);
  start->function = function;
  start->argument = argument;
  const int error = create(thread, attributes, run_with_stack, start);
  if (error != 0) free(start);
  return error;
}
