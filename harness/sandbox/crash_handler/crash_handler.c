// libtilefuzz_crash.so: preloaded into a compiler under test, and by inheritance into what it starts.
//
// When the process gets SIGSEGV, SIGBUS, SIGILL, SIGFPE or SIGABRT, one line is appended to the file that
// TILEFUZZ_CRASH_FILE names and the signal takes its course: exit status and standard error stay what they
// are. On SIGRTMIN+5 a line of the same form is written and the process goes on. Without the variable
// nothing is done. The form is documented, and read, in crash_trace.h.
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "harness/sandbox/crash_handler/line_writer.h"
#include "harness/sandbox/crash_handler/modules.h"
#include "harness/sandbox/crash_handler/thread_stacks.h"

enum { most_frames = 256, sample_signal_offset = 5, guard_seconds = 3 };

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
static char crash_file[4096];

// The report under way. `owner` holds process and thread, because a fork copies it: a child must not wait
// for a thread that it does not have.
static uint64_t owner;
static volatile int unwinding;
static sigjmp_buf escape;
static struct module_address frames[most_frames];
static volatile int frame_count;
static volatile int reached_fault;
static uint64_t fault_pc;
static volatile int passed_on;
static struct line line;

static uint64_t self(void) { return (uint64_t)getpid() << 32 | (uint32_t)syscall(SYS_gettid); }

static int claim(void) {
  uint64_t current = __atomic_load_n(&owner, __ATOMIC_ACQUIRE);
  if (current != 0 && current >> 32 == (uint64_t)getpid()) return 0;
  return __atomic_compare_exchange_n(&owner, &current, self(), 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static void release(void) { __atomic_store_n(&owner, 0, __ATOMIC_RELEASE); }

static uint64_t program_counter(const ucontext_t* context) {
#if defined(__x86_64__)
  return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#else
  return context->uc_mcontext.pc;
#endif
}

// Where the caller's address lies when the fault was a call to nowhere.
static uint64_t caller_of_nowhere(const ucontext_t* context) {
#if defined(__x86_64__)
  return *(const uint64_t*)context->uc_mcontext.gregs[REG_RSP];
#else
  return context->uc_mcontext.regs[30];
#endif
}

static void add_frame(uint64_t address) {
  if (frame_count < most_frames) frames[frame_count++].address = address;
}

// True if the process sent the signal to itself. A fault never points behind a system call.
static int sent_by_system_call(void) {
#if defined(__x86_64__)
  const unsigned char* before = (const unsigned char*)(uintptr_t)fault_pc - 2;
  return before[0] == 0x0f && before[1] == 0x05;
#else
  return *((const uint32_t*)(uintptr_t)fault_pc - 1) == 0xd4000001u;
#endif
}

// The first frames are this handler and the kernel's trampoline; the trace starts at the fault. LLVM puts a
// handler of its own before this one, which sends the signal on (tileiras does so while libnvvm runs): then
// the trace starts at what that handler interrupted.
static _Unwind_Reason_Code on_frame(struct _Unwind_Context* context, void* unused) {
  (void)unused;
  int interrupted = 0;
  const uint64_t address = _Unwind_GetIPInfo(context, &interrupted);
  if (!reached_fault) {
    reached_fault = address == fault_pc;
  } else if (interrupted && passed_on) {
    frame_count = 0;
  }
  if (reached_fault) add_frame(address);
  return frame_count < most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// A ruined stack makes the unwinder fault or, holding a lock, wait: both end in `escape` (see leave_unwinder)
// and what was found until then is kept.
static void collect_frames(const ucontext_t* context) {
  frame_count = 0;
  reached_fault = 0;
  fault_pc = program_counter(context);
  passed_on = 0;
  unwinding = 1;
  if (sigsetjmp(escape, 1) == 0) passed_on = sent_by_system_call();
  if (sigsetjmp(escape, 1) == 0) _Unwind_Backtrace(on_frame, NULL);
  if (frame_count == 0) add_frame(fault_pc);
  if (frame_count == 1 && sigsetjmp(escape, 1) == 0) add_frame(caller_of_nowhere(context));
  unwinding = 0;
}

static void write_line(const char* kind, int signal, const siginfo_t* info) {
  modules_resolve(frames, frame_count);
  line.length = 0;
  line_add(&line, "tilefuzz-stack 1 kind=");
  line_add(&line, kind);
  line_add(&line, " pid=");
  line_add_decimal(&line, getpid());
  line_add(&line, " process=");
  line_add_word(&line, modules_main_name());
  line_add(&line, " signal=");
  line_add_decimal(&line, signal);
  line_add(&line, " code=");
  line_add_decimal(&line, info->si_code);
  line_add(&line, " address=");
  line_add_hex(&line, info->si_code > 0 ? (uint64_t)(uintptr_t)info->si_addr : 0);
  line_add(&line, " frames=");
  for (int at = 0; at < frame_count; ++at) {
    if (at != 0) line_add(&line, ",");
    if (frames[at].is_main) line_add(&line, "*");
    line_add_word(&line, frames[at].module);
    line_add(&line, "+");
    line_add_hex(&line, frames[at].offset);
  }
  line_append_to(&line, crash_file);
}

static int leave_unwinder_if_mine(void) {
  if (!unwinding || __atomic_load_n(&owner, __ATOMIC_ACQUIRE) != self()) return 0;
  siglongjmp(escape, 1);
}

static void on_guard(int signal) {
  leave_unwinder_if_mine();
  const uint64_t current = __atomic_load_n(&owner, __ATOMIC_ACQUIRE);
  if (current >> 32 == (uint64_t)getpid()) syscall(SYS_tgkill, getpid(), (pid_t)(uint32_t)current, signal);
}

static void start_guard(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_guard;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGALRM, &action, NULL);
  sigset_t guard;
  sigemptyset(&guard);
  sigaddset(&guard, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &guard, NULL);
  alarm(guard_seconds);
}

static void die_by(int signal_number) {
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void on_fault(int signal_number, siginfo_t* info, void* context) {
  leave_unwinder_if_mine();
  if (!claim()) {
    // Another thread reports, and its signal ends this one; or it takes a sample, and lets go.
    for (int waited = 0; waited < guard_seconds * 1000 && !claim(); ++waited) usleep(1000);
  }
  if (__atomic_load_n(&owner, __ATOMIC_ACQUIRE) == self()) {
    start_guard();
    collect_frames(context);
    write_line("crash", signal_number, info);
    alarm(0);
  }
  die_by(signal_number);
}

static void on_sample(int signal_number, siginfo_t* info, void* context) {
  const int saved_error = errno;
  if (claim()) {
    collect_frames(context);
    write_line("sample", signal_number, info);
    release();
  }
  errno = saved_error;
}

__attribute__((constructor)) static void install(void) {
  const char* name = getenv("TILEFUZZ_CRASH_FILE");
  if (name == NULL || *name == '\0' || strlen(name) >= sizeof crash_file) return;
  strcpy(crash_file, name);
  modules_prepare();
  thread_stacks_add_main();
  thread_stacks_enable();

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (size_t at = 0; at < sizeof fault_signals / sizeof *fault_signals; ++at) {
    sigaction(fault_signals[at], &action, NULL);
  }
  action.sa_sigaction = on_sample;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGRTMIN + sample_signal_offset, &action, NULL);
}
