/// The terminal's modes and the program's signals: the part that must work when everything else is
/// broken, and is therefore in C, where one can tell what is async-signal-safe.
#ifndef TERMINAL_GUARD_H
#define TERMINAL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Watches over a terminal from now on: installs the signal handlers and unblocks their signals.
///
/// Whatever ends the program after `guard_enter`, the terminal is given back first. Returns a
/// descriptor that is readable while there is a signal to take, or -1 with `errno`.
int guard_open(int input, int output);

/// Sets the bytes that give the terminal's screen back; without effect beyond 512 of them.
void guard_set_leaving(const uint8_t *_Nonnull bytes, size_t count);

/// Takes the terminal: keys arrive one by one and unechoed, and what the program writes to standard
/// error is kept until the terminal is given back. Also sets the modes again after a stop that the
/// program was not asked about.
void guard_enter(void);

/// Gives the terminal back; without effect when that is done already.
void guard_leave(void);

/// Gives the terminal back and reinstates the former signal handlers.
void guard_close(void);

/// Empties the descriptor of `guard_open`.
void guard_drain(void);

/// Takes the most urgent signal that has come and was not taken yet: SIGTERM, SIGHUP, SIGINT or
/// another one that ends programs, then SIGTSTP, SIGCONT or SIGWINCH; 0 if there is none.
int guard_take(void);

/// Whether the program has been asked to end and has not taken the signal.
bool guard_end_is_pending(void);

/// Says that the program is alive and has received the signal that asks it to end.
///
/// As long as this is not said, a second signal that asks for the end half a second after the first
/// ends the program at once. Half a second, because a closing terminal sends SIGHUP twice.
void guard_is_alive(void);

/// Gives the terminal back, stops the program as ctrl-z does, and returns when it goes on.
void guard_stop(void);

/// Ends the program by a signal, as if it had not been caught.
void guard_end_by(int signal) __attribute__((noreturn));

#endif
