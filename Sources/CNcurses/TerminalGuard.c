#define _GNU_SOURCE
#include "TerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Signals after which nothing of the program can be trusted.
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT, SIGSYS};
// Signals that ask the program to end, the most urgent first; or that end it when they are not caught.
static const int endings[] = {SIGTERM,   SIGHUP,  SIGINT,  SIGUSR1, SIGUSR2, SIGALRM,
                              SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL};
// Signals of job control and of the terminal, in the order in which they are reported.
static const int notifications[] = {SIGTSTP, SIGCONT, SIGWINCH};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define BIT(signal) (1ul << (signal))

enum { patience_ms = 500, largest_leaving = 512 };

static struct {
  int input;
  int output;
  int pipe[2];
  struct termios modes;
  uint8_t leaving[largest_leaving];
  size_t leaving_count;
  // Standard error: where it goes, and the memory file that stands in for it.
  int error;
  int kept_error;
  struct sigaction before[NSIG];
} guard = {.pipe = {-1, -1}, .error = -1, .kept_error = -1};

static atomic_bool is_open;
// Whether the terminal is ours now.
static atomic_bool has_terminal;
static atomic_ulong pending;
// When the program was first asked to end without having answered, in milliseconds, or 0.
static atomic_long asked_at;

/* Giving back: everything here is async-signal-safe. */

static void write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    // A terminal that takes nothing must not keep the program from ending.
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    if (poll(&ready, 1, 100) == 0) return;
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

/// A background process that sets modes would take the terminal from the shell.
static bool is_in_foreground(void) {
  pid_t foreground = tcgetpgrp(guard.input);
  return foreground < 0 || foreground == getpgrp();
}

static void release_error(void) {
  if (guard.error < 0) return;
  dup2(guard.error, STDERR_FILENO);
  uint8_t bytes[1024];
  ssize_t count;
  lseek(guard.kept_error, 0, SEEK_SET);
  while ((count = read(guard.kept_error, bytes, sizeof bytes)) > 0) {
    write_all(STDERR_FILENO, bytes, (size_t)count);
  }
  close(guard.error);
  close(guard.kept_error);
  guard.error = guard.kept_error = -1;
}

void guard_leave(void) {
  if (!atomic_exchange(&has_terminal, false)) return;
  if (is_in_foreground()) {
    write_all(guard.output, guard.leaving, guard.leaving_count);
    tcsetattr(guard.input, TCSANOW, &guard.modes);
  }
  release_error();
}

/* Handlers. */

/// Ends the program as the signal does by itself.
static _Noreturn void die_by(int signal) {
  struct sigaction fatal = {.sa_handler = SIG_DFL};
  sigaction(signal, &fatal, NULL);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, signal);
  pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
  raise(signal);
  // A signal that does not end programs.
  _exit(128 + signal);
}

static void on_crash(int signal, siginfo_t *info, void *context) {
  guard_leave();
  const struct sigaction *before = &guard.before[signal];
  bool is_fault = signal == SIGILL || signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE;
  if (is_fault && info->si_code > 0) {
    // A fault of the program itself happens again on return, with everything that the former
    // handler (Swift's back trace) wants to know about it.
    sigaction(signal, before, NULL);
    return;
  }
  // A signal that was sent does not; and Swift's handler returns from it, as if all were well.
  if (before->sa_flags & SA_SIGINFO) {
    before->sa_sigaction(signal, info, context);
  } else if (before->sa_handler != SIG_DFL) {
    before->sa_handler(signal);
  }
  die_by(signal);
}

static void tell(int signal) {
  int error = errno;
  atomic_fetch_or(&pending, BIT(signal));
  // A full pipe is as good as one more byte.
  ssize_t ignored = write(guard.pipe[1], "", 1);
  (void)ignored;
  errno = error;
}

static long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static void on_ending(int signal) {
  long now = now_ms();
  long first = 0;
  if (!atomic_compare_exchange_strong(&asked_at, &first, now) && now - first >= patience_ms) {
    guard_leave();
    die_by(signal);
  }
  tell(signal);
}

/* Opening and closing. */

static void install(const int *signals, size_t count, struct sigaction action) {
  sigset_t ours;
  sigemptyset(&ours);
  sigfillset(&action.sa_mask);
  // Swift's back trace reads memory that may not be there, and learns that by SIGSEGV.
  for (size_t i = 0; i < COUNT(crashes); i++) sigdelset(&action.sa_mask, crashes[i]);
  for (size_t i = 0; i < count; i++) {
    sigaction(signals[i], NULL, &guard.before[signals[i]]);
    // nohup and shells without job control have signals ignored, and mean it.
    if (guard.before[signals[i]].sa_handler == SIG_IGN) continue;
    sigaction(signals[i], &action, NULL);
    sigaddset(&ours, signals[i]);
  }
  // A parent may have blocked them, and a mask survives exec.
  pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

static void reinstate(const int *signals, size_t count) {
  for (size_t i = 0; i < count; i++) sigaction(signals[i], &guard.before[signals[i]], NULL);
}

/// An overflown stack leaves no room for a handler.
static void provide_stack(void) {
  static uint8_t memory[64 * 1024];
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) {
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
  }
}

int guard_open(int input, int output) {
  static bool is_registered;
  if (atomic_exchange(&is_open, true)) {
    errno = EBUSY;
    return -1;
  }
  if (pipe2(guard.pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    atomic_store(&is_open, false);
    return -1;
  }
  guard.input = input;
  guard.output = output;
  atomic_store(&pending, 0);
  atomic_store(&asked_at, 0);
  if (!is_registered) is_registered = atexit(guard_leave) == 0;
  provide_stack();
  struct sigaction crash = {
      .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  // Interrupts a write that hangs; the others let every system call go on.
  struct sigaction ending = {.sa_handler = on_ending, .sa_flags = SA_ONSTACK};
  struct sigaction notify = {.sa_handler = tell, .sa_flags = SA_ONSTACK | SA_RESTART};
  install(crashes, COUNT(crashes), crash);
  install(endings, COUNT(endings), ending);
  install(notifications, COUNT(notifications), notify);
  return guard.pipe[0];
}

void guard_set_leaving(const uint8_t *bytes, size_t count) {
  if (count > largest_leaving) return;
  memcpy(guard.leaving, bytes, count);
  guard.leaving_count = count;
}

/// Standard error on the same screen would be painted over, and lost with the alternate screen.
static void keep_error(void) {
  if (guard.error >= 0 || !isatty(STDERR_FILENO)) return;
  guard.kept_error = memfd_create("standard error", MFD_CLOEXEC);
  guard.error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (guard.kept_error >= 0 && guard.error >= 0) {
    dup2(guard.kept_error, STDERR_FILENO);
    return;
  }
  if (guard.kept_error >= 0) close(guard.kept_error);
  if (guard.error >= 0) close(guard.error);
  guard.error = guard.kept_error = -1;
}

void guard_enter(void) {
  // Still ours after a stop without a signal: what the terminal has now are not the modes to
  // give back.
  if (!atomic_load(&has_terminal)) {
    tcgetattr(guard.input, &guard.modes);
    keep_error();
  }
  struct termios raw = guard.modes;
  raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
  // A line feed goes straight down, as ncurses expects.
  raw.c_oflag &= ~(tcflag_t)OPOST;
  // ISIG stays: ctrl-c, ctrl-\ and ctrl-z must work on a program that hangs.
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  atomic_store(&has_terminal, true);
  while (tcsetattr(guard.input, TCSADRAIN, &raw) != 0 && errno == EINTR) {
  }
}

void guard_close(void) {
  guard_leave();
  if (!atomic_exchange(&is_open, false)) return;
  reinstate(crashes, COUNT(crashes));
  reinstate(endings, COUNT(endings));
  reinstate(notifications, COUNT(notifications));
  close(guard.pipe[0]);
  close(guard.pipe[1]);
  guard.pipe[0] = guard.pipe[1] = -1;
}

/* What handlers have left. */

void guard_drain(void) {
  uint8_t bytes[64];
  while (read(guard.pipe[0], bytes, sizeof bytes) > 0) {
  }
}

static int take_of(const int *signals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned long bit = BIT(signals[i]);
    if (atomic_fetch_and(&pending, ~bit) & bit) return signals[i];
  }
  return 0;
}

int guard_take(void) {
  if (atomic_load(&pending) == 0) return 0;
  int signal = take_of(endings, COUNT(endings));
  return signal != 0 ? signal : take_of(notifications, COUNT(notifications));
}

bool guard_end_is_pending(void) {
  unsigned long ends = 0;
  for (size_t i = 0; i < COUNT(endings); i++) ends |= BIT(endings[i]);
  return atomic_load(&pending) & ends;
}

void guard_is_alive(void) { atomic_store(&asked_at, 0); }

void guard_stop(void) {
  guard_leave();
  if (guard.before[SIGTSTP].sa_handler == SIG_IGN) return;
  struct sigaction stop = {.sa_handler = SIG_DFL};
  struct sigaction ours;
  sigaction(SIGTSTP, &stop, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  // Who returns from here knows; the size is asked for anyway.
  atomic_fetch_and(&pending, ~(BIT(SIGTSTP) | BIT(SIGCONT) | BIT(SIGWINCH)));
}

void guard_end_by(int signal) {
  guard_close();
  die_by(signal);
}
