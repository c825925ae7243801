#define _GNU_SOURCE
#include "CNcurses.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <term.h>
#include <unistd.h>

struct nc_screen {
  SCREEN *screen;
  FILE *output;
  FILE *input;
  bool has_colors;
  bool has_default_colors;
  uint8_t *frame;
  size_t capacity;
  // The rows for which newterm has set the region that scrolls, until the first frame has set it right.
  int entered_rows;
  // Whether a frame has taken the terminal.
  bool has_terminal;
  // Whether the next frame paints every cell.
  bool is_repainted;
};

int nc_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// A string capability, or NULL where the terminal has none.
static const char *capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

/// Whether terminfo knows the terminal, and the terminal can show a screen.
static nc_refusal examine(const char *terminal, int output) {
  int found = 0;
  if (setupterm(terminal, output, &found) != OK) {
    // 1: known, but it prints on paper.
    return found == 1 ? nc_refusal_incapable : nc_refusal_unknown;
  }
  bool capable = capability("cup") && (capability("clear") || capability("ed"));
  del_curterm(cur_term);
  return capable ? nc_refusal_none : nc_refusal_incapable;
}

/// newterm takes over the signals below where they have no handler; they are the program's own.
static SCREEN *new_screen_without_handlers(const char *terminal, FILE *output, FILE *input) {
  static const int taken[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  enum { count = sizeof taken / sizeof *taken };
  struct sigaction before[count];
  for (int i = 0; i < count; i++) sigaction(taken[i], NULL, &before[i]);
  // The size is the terminal's; LINES and COLUMNS would come before it, and may be any number.
  if (getenv("LINES")) unsetenv("LINES");
  if (getenv("COLUMNS")) unsetenv("COLUMNS");
  SCREEN *screen = newterm(terminal, output, input);
  for (int i = 0; i < count; i++) sigaction(taken[i], &before[i], NULL);
  return screen;
}

long long nc_file_limit(void) {
  struct rlimit limit;
  bool is_limited = getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? (long long)limit.rlim_cur : -1;
}

nc_screen *nc_screen_open(const char *terminal, bool colors, nc_refusal *refusal) {
  *refusal = nc_refusal_system;
  nc_screen *result = calloc(1, sizeof *result);
  if (result == NULL) return NULL;
  int memory = memfd_create("frame", MFD_CLOEXEC);
  if (memory >= 0 && (result->output = fdopen(memory, "w+")) == NULL) close(memory);
  result->input = fopen("/dev/null", "re");
  if (result->output == NULL || result->input == NULL) {
    nc_screen_close(result);
    return NULL;
  }
  *refusal = examine(terminal, memory);
  if (*refusal != nc_refusal_none) {
    nc_screen_close(result);
    return NULL;
  }
  result->screen = new_screen_without_handlers(terminal, result->output, result->input);
  if (result->screen == NULL) {
    *refusal = nc_refusal_system;
    nc_screen_close(result);
    return NULL;
  }
  result->entered_rows = LINES;
  // The memory file has no terminal modes, but ncurses must know what they are: nothing is echoed,
  // and a line feed goes straight down.
  noecho();
  nonl();
  typeahead(-1);
  keypad(stdscr, TRUE);
  leaveok(stdscr, TRUE);
  curs_set(0);
  if (colors && has_colors() && start_color() == OK) {
    result->has_colors = true;
    result->has_default_colors = use_default_colors() == OK;
  }
  return result;
}

void nc_screen_close(nc_screen *screen) {
  if (screen->screen != NULL) {
    endwin();
    delscreen(screen->screen);
  }
  if (screen->output != NULL) fclose(screen->output);
  if (screen->input != NULL) fclose(screen->input);
  free(screen->frame);
  free(screen);
}

int nc_screen_colors(const nc_screen *screen) { return screen->has_colors ? COLORS : 0; }

int nc_screen_pairs(const nc_screen *screen) { return screen->has_colors ? COLOR_PAIRS : 0; }

bool nc_screen_default_colors(const nc_screen *screen) { return screen->has_default_colors; }

void nc_screen_make_pair(int number, int foreground, int background) {
  init_extended_pair(number, foreground, background);
}

void nc_screen_resize(nc_screen *screen, int width, int height) {
  resize_term(height, width);
  nc_screen_repaint(screen);
}

void nc_screen_repaint(nc_screen *screen) {
  clearok(curscr, TRUE);
  screen->is_repainted = true;
}

/// Forgets what ncurses has written since the last frame.
static void drop_output(nc_screen *screen) {
  fflush(screen->output);
  lseek(fileno(screen->output), 0, SEEK_SET);
}

void nc_screen_leave(nc_screen *screen) {
  endwin();
  drop_output(screen);
  screen->has_terminal = false;
  // endwin leaves the keypad; ncurses enters it again only where it finds terminal modes to set.
  keypad(stdscr, TRUE);
}

cchar_t nc_cell(uint32_t base, uint32_t mark, attr_t attributes, int pair) {
  wchar_t text[] = {(wchar_t)base, (wchar_t)mark, L'\0'};
  cchar_t cell;
  memset(&cell, 0, sizeof cell);
  // The last argument takes pairs beyond the reach of a short.
  setcchar(&cell, text, attributes, 0, &pair);
  return cell;
}

void nc_screen_put(int row, const cchar_t *cells, int count) {
  mvwadd_wchnstr(stdscr, row, 0, cells, count);
}

// The most bytes that set the region that scrolls.
enum { region_capacity = 64 };

/// Appends a capability without its padding (`$<5>`), as far as there is room.
static size_t append(uint8_t *bytes, size_t count, size_t capacity, const char *text);

/// newterm has set the region that scrolls for terminfo's number of rows, since a memory file has no size: in the first
/// frame it becomes the whole screen. Returns how many bytes the frame has then.
static size_t correct_region(nc_screen *screen, size_t count) {
  int rows = screen->entered_rows;
  screen->entered_rows = 0;
  const char *region = capability("csr");
  if (rows == 0 || rows == LINES || region == NULL) return count;
  uint8_t wrong[region_capacity], right[region_capacity];
  size_t wrong_count = append(wrong, 0, sizeof wrong, tiparm(region, 0, rows - 1));
  size_t right_count = append(right, 0, sizeof right, tiparm(region, 0, LINES - 1));
  uint8_t *place = memmem(screen->frame, count, wrong, wrong_count);
  if (place == NULL) return count;
  size_t before = (size_t)(place - screen->frame);
  memmove(place + right_count, place + wrong_count, count - before - wrong_count);
  memcpy(place, right, right_count);
  return count - wrong_count + right_count;
}

/// Begins a frame that paints every cell with the region that scrolls, the whole screen: ncurses sets it only where it enters
/// the terminal, and a frame for the former size that came behind a change of size has set another. The cursor goes to the
/// first cell by it, as ncurses has it do then. Returns how many bytes the frame has then.
static size_t begin_with_region(nc_screen *screen, size_t count) {
  const char *region = capability("csr");
  if (region == NULL) return count;
  uint8_t whole[region_capacity];
  size_t whole_count = append(whole, 0, sizeof whole, tiparm(region, 0, LINES - 1));
  memmove(screen->frame + whole_count, screen->frame, count);
  memcpy(screen->frame, whole, whole_count);
  return count + whole_count;
}

size_t nc_screen_frame(nc_screen *screen, const uint8_t **bytes) {
  wnoutrefresh(stdscr);
  doupdate();
  fflush(screen->output);
  int memory = fileno(screen->output);
  off_t end = lseek(memory, 0, SEEK_CUR);
  *bytes = screen->frame;
  if (end <= 0) return 0;
  size_t count = (size_t)end;
  size_t needed = count + region_capacity;
  if (needed > screen->capacity) {
    uint8_t *larger = realloc(screen->frame, 2 * needed);
    if (larger == NULL) return 0;
    screen->frame = larger;
    screen->capacity = 2 * needed;
  }
  ssize_t copied = pread(memory, screen->frame, count, 0);
  lseek(memory, 0, SEEK_SET);
  *bytes = screen->frame;
  if (copied <= 0) return 0;
  count = correct_region(screen, (size_t)copied);
  if (screen->is_repainted && screen->has_terminal) count = begin_with_region(screen, count);
  screen->is_repainted = false;
  screen->has_terminal = true;
  return count;
}

static size_t append(uint8_t *bytes, size_t count, size_t capacity, const char *text) {
  if (text == NULL) return count;
  while (*text != '\0') {
    const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
    if (end != NULL) {
      text = end + 1;
    } else {
      if (count < capacity) bytes[count++] = (uint8_t)*text;
      text++;
    }
  }
  return count;
}

size_t nc_screen_leaving(uint8_t *bytes, size_t capacity) {
  size_t count = 0;
  // Without numbers the region is the whole screen, whatever size it has by then.
  const char *region = capability("csr");
  if (region != NULL) {
    bool is_ansi = strncmp(region, "\033[", 2) == 0 && strchr(region, 'r') != NULL;
    const char *whole = is_ansi ? "\033[r" : tiparm(region, 0, LINES - 1);
    count = append(bytes, count, capacity, whole);
  }
  count = append(bytes, count, capacity, capability("sgr0"));
  count = append(bytes, count, capacity, capability("op"));
  count = append(bytes, count, capacity, capability("cnorm"));
  count = append(bytes, count, capacity, capability("rmkx"));
  const char *leave = capability("rmcup");
  if (leave != NULL) return append(bytes, count, capacity, leave);
  // Without an alternate screen the shell goes on below what is there.
  const char *move = capability("cup");
  if (move != NULL) count = append(bytes, count, capacity, tiparm(move, 998, 0));
  return append(bytes, count, capacity, "\r\n");
}

nc_content nc_screen_content(int column, int row) {
  nc_content content = {0};
  cchar_t cell;
  wchar_t text[CCHARW_MAX + 1] = {0};
  if (mvwin_wch(stdscr, row, column, &cell) != OK) return content;
  short narrow = 0;
  getcchar(&cell, text, &content.attributes, &narrow, &content.pair);
  content.base = (uint32_t)text[0];
  content.mark = (uint32_t)text[1];
  extended_pair_content(content.pair, &content.foreground, &content.background);
  return content;
}
