// Lets the n-th call of a kind fail for files of one folder; built by the tests and loaded by LD_PRELOAD.
//
// FAILING_FOLDER  the folder: other files are left alone
// FAILING_CALL    open, read, write, fsync, rename or ftruncate
// FAILING_AT      which call fails, counted from 1
// FAILING_WITH    the number of the error; "short": the call does a part of what it was asked for; "halfway": a write does a
//                 part, and there is no space (ENOSPC) for the rest, which is the next write
// FAILING_MARK    a file that gets a line for the call that failed, its kind and the path: without it there were not so
//                 many calls
//
// The program shortens a file to which it appends only after a write has failed, so ftruncate is counted by those writes:
// the n-th goes halfway, and the ftruncate that follows fails.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool lies_in_folder(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

/// The path of an open file, if it lies in the folder.
static bool has_path(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return lies_in_folder(path);
}

/// Adds a line to the mark: "fsync folder /tmp/f".
static void mark(const char *call, const char *path) {
  const char *name = getenv("FAILING_MARK");
  if (name == NULL) return;
  struct stat facts;
  bool is_folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
  char line[PATH_MAX + 64];
  int length = snprintf(line, sizeof line, "%s %s %s\n", call, is_folder ? "folder" : "file", path);
  int file = REAL(open)(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  REAL(write)(file, line, length);
  close(file);
}

static bool is_wanted(const char *call) {
  const char *wanted = getenv("FAILING_CALL");
  return wanted != NULL && strcmp(wanted, call) == 0;
}

/// The number of the error; 0 for one that is none.
static int wanted_error(void) {
  const char *with = getenv("FAILING_WITH");
  return with == NULL ? 0 : atoi(with);
}

static bool is_halfway(void) {
  const char *with = getenv("FAILING_WITH");
  return is_wanted("ftruncate") || (with != NULL && strcmp(with, "halfway") == 0);
}

static bool is_the_one(int *count) {
  const char *at = getenv("FAILING_AT");
  return at != NULL && ++*count == atoi(at);
}

/// Whether this call is the one that fails; "short" is reported as 0.
static bool fails(const char *call, const char *path, int *error) {
  static int count;
  if (!is_wanted(call) || !is_the_one(&count)) return false;
  mark(call, path);
  *error = wanted_error();
  return true;
}

/// Fails a call that cannot do a part of what it was asked for.
static int failed(int error) {
  errno = error == 0 ? EINTR : error;
  return -1;
}

static ssize_t part(size_t count) { return count < 3 ? count : 3; }

static int opened(const char *name, const char *path, int flags, mode_t mode) {
  int error;
  if (lies_in_folder(path) && fails("open", path, &error)) return failed(error);
  return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name))(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened("open64", path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  char path[PATH_MAX];
  int error;
  if (has_path(file, path) && fails("read", path, &error)) {
    return error == 0 ? REAL(read)(file, bytes, part(count)) : failed(error);
  }
  return REAL(read)(file, bytes, count);
}

static bool is_appended_to(int file) {
  int flags = fcntl(file, F_GETFL);
  return flags >= 0 && (flags & O_APPEND) != 0;
}

/// The file whose next write, and then whose next ftruncate, is to fail; -1 for none.
static int unfinished = -1, uncut = -1;

ssize_t write(int file, const void *bytes, size_t count) {
  static int writes;
  char path[PATH_MAX];
  int error;
  if (file == unfinished) {
    unfinished = -1;
    return failed(ENOSPC);
  }
  if (!has_path(file, path)) return REAL(write)(file, bytes, count);
  if (is_halfway()) {
    bool is_counted = is_wanted("write") || (is_wanted("ftruncate") && is_appended_to(file));
    // A part of one byte is all of it.
    if (!is_counted || count < 2 || !is_the_one(&writes)) return REAL(write)(file, bytes, count);
    if (is_wanted("write")) mark("write", path);
    else uncut = file;
    unfinished = file;
    return REAL(write)(file, bytes, count / 2);
  }
  if (fails("write", path, &error)) {
    return error == 0 ? REAL(write)(file, bytes, part(count)) : failed(error);
  }
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  char path[PATH_MAX];
  int error;
  if (has_path(file, path) && fails("fsync", path, &error)) return failed(error);
  return REAL(fsync)(file);
}

int ftruncate(int file, off_t length) {
  char path[PATH_MAX];
  if (file == uncut && has_path(file, path)) {
    uncut = -1;
    mark("ftruncate", path);
    return failed(wanted_error());
  }
  return REAL(ftruncate)(file, length);
}

int rename(const char *from, const char *to) {
  int error;
  if (lies_in_folder(to) && fails("rename", to, &error)) return failed(error);
  return REAL(rename)(from, to);
}
