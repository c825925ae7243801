// Lets the n-th call of a kind fail for files of one folder; built by the tests and loaded by LD_PRELOAD.
//
// FAILING_FOLDER  the folder: other files are left alone
// FAILING_CALL    open, read, write, fsync, rename or ftruncate
// FAILING_AT      which call fails, counted from 1
// FAILING_WITH    the number of the error, or "short": the call does a part of what it was asked for
// FAILING_MARK    a file that is made when the call has failed: without it there were not so many calls
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
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool lies_in_folder(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static bool is_of_folder(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return lies_in_folder(path);
}

/// Whether this call is the one that fails; `short` is told by 0.
static bool fails(const char *call, int *error) {
  static int count;
  const char *wanted = getenv("FAILING_CALL");
  const char *at = getenv("FAILING_AT");
  const char *with = getenv("FAILING_WITH");
  if (wanted == NULL || at == NULL || with == NULL || strcmp(wanted, call) != 0) return false;
  if (++count != atoi(at)) return false;
  const char *mark = getenv("FAILING_MARK");
  if (mark != NULL) {
    int file = REAL(open)(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
  }
  *error = strcmp(with, "short") == 0 ? 0 : atoi(with);
  return true;
}

static int opened(const char *name, const char *path, int flags, mode_t mode) {
  int error;
  if (lies_in_folder(path) && fails("open", &error)) {
    errno = error == 0 ? EINTR : error;
    return -1;
  }
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
  int error;
  if (is_of_folder(file) && fails("read", &error)) {
    if (error == 0) return REAL(read)(file, bytes, count < 3 ? count : 3);
    errno = error;
    return -1;
  }
  return REAL(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int error;
  if (is_of_folder(file) && fails("write", &error)) {
    if (error == 0) return REAL(write)(file, bytes, count < 3 ? count : 3);
    errno = error;
    return -1;
  }
  return REAL(write)(file, bytes, count);
}

int fsync(int file) {
  int error;
  if (is_of_folder(file) && fails("fsync", &error)) {
    errno = error == 0 ? EINTR : error;
    return -1;
  }
  return REAL(fsync)(file);
}

int ftruncate(int file, off_t length) {
  int error;
  if (is_of_folder(file) && fails("ftruncate", &error)) {
    errno = error == 0 ? EINTR : error;
    return -1;
  }
  return REAL(ftruncate)(file, length);
}

int rename(const char *from, const char *to) {
  int error;
  if (lies_in_folder(to) && fails("rename", &error)) {
    errno = error == 0 ? EINTR : error;
    return -1;
  }
  return REAL(rename)(from, to);
}
