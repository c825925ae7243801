/// ncurses for Swift: what the importer cannot see (macros with casts, global variables, variadic
/// functions), and an ncurses screen that writes its frames to memory instead of a terminal.
#ifndef CNCURSES_H
#define CNCURSES_H

// Before curses.h, which otherwise hides cchar_t, setcchar and everything wide.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include "TerminalGuard.h"

static const attr_t nc_bold = A_BOLD;
static const attr_t nc_dim = A_DIM;
static const attr_t nc_italic = A_ITALIC;
static const attr_t nc_underline = A_UNDERLINE;
static const attr_t nc_reverse = A_REVERSE;

/// The cells that a character takes in ncurses' locale, or -1 for one that cannot be shown.
int nc_width(uint32_t scalar);

/// An ncurses screen over a memory file.
///
/// ncurses writes a frame in dozens of small writes, and looks after the terminal by itself. Over a
/// memory file it does neither: each frame is one stretch of bytes, and modes, signals and input
/// stay with the program. Only one may be open at a time.
typedef struct nc_screen nc_screen;

/// Why a screen did not open.
typedef enum nc_refusal {
  /// It did.
  nc_refusal_none,
  /// terminfo has no entry for the terminal.
  nc_refusal_unknown,
  /// The terminal cannot move its cursor or clear its screen.
  nc_refusal_incapable,
  /// The system gave no memory file.
  nc_refusal_system,
} nc_refusal;

/// The most bytes that this program may write to one file (ulimit -f); -1 for any number.
///
/// Frames are written to a file in memory, for which it counts too.
long long nc_file_limit(void);

/// Opens a screen for a terminal type; `colors` says whether to use colours where there are some.
///
/// No signal handler and no mode of any terminal is changed.
nc_screen *_Nullable nc_screen_open(
    const char *_Nonnull terminal, bool colors, nc_refusal *_Nonnull refusal);

/// Frees the screen; nothing is written to the terminal.
void nc_screen_close(nc_screen *_Nonnull screen);

/// The colours the screen may use; 0 without colours.
int nc_screen_colors(const nc_screen *_Nonnull screen);

/// The colour pairs the screen may use; 0 without colours.
int nc_screen_pairs(const nc_screen *_Nonnull screen);

/// Whether the terminal's own colours can be asked for, as colour -1.
bool nc_screen_default_colors(const nc_screen *_Nonnull screen);

/// Makes a pair of two colours under a number from 1.
void nc_screen_make_pair(int number, int foreground, int background);

/// Gives the screen another size.
void nc_screen_resize(nc_screen *_Nonnull screen, int width, int height);

/// Makes the next frame paint every cell, and set the whole screen as the region that scrolls.
void nc_screen_repaint(nc_screen *_Nonnull screen);

/// Makes the next frame enter the terminal's full-screen mode again and paint every cell.
void nc_screen_leave(nc_screen *_Nonnull screen);

/// Makes a cell of a character, a mark that combines with it (or 0), attributes and a pair.
cchar_t nc_cell(uint32_t base, uint32_t mark, attr_t attributes, int pair);

/// Puts cells on a row, from the left; a wide character fills two cells with one.
void nc_screen_put(int row, const cchar_t *_Nonnull cells, int count);

/// Lets ncurses say what changed since the last frame, and answers with its bytes, which stay valid
/// until the next frame.
size_t nc_screen_frame(
    nc_screen *_Nonnull screen, const uint8_t *_Nullable *_Nonnull bytes);

/// Copies the bytes that give the terminal back (the whole screen scrolls, plain characters, the cursor
/// shown, the keypad and the alternate screen left), and returns how many there are; at most `capacity` are copied.
size_t nc_screen_leaving(uint8_t *_Nonnull bytes, size_t capacity);

/// What ncurses holds in one cell: for tests.
typedef struct nc_content {
  uint32_t base;
  uint32_t mark;
  attr_t attributes;
  int pair;
  int foreground;
  int background;
} nc_content;

/// Reads a cell of the screen back, with the colours of its pair: for tests.
nc_content nc_screen_content(int column, int row);

#endif
