// A library that is preloaded into a program and lets one of its calls fail.
//
// FAULT_CLASS   write, sync, rename, open, accept or mmap; count notes all of them in FAULT_LOG instead
// FAULT_N       the number of the call of this class that fails, from 1, counted over all threads
// FAULT_ERRNO   what it fails with; 0 writes half of the bytes instead
// FAULT_ROOT    the folder whose files count; opened files and connections count wherever they are
// FAULT_LOG     the file that is told which call failed
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { GO = -1, HALF = 0, PATH = 512 };

static const char *fault_class, *root, *told;
static long nth;
static int failure;
static atomic_long count;

__attribute__((constructor)) static void start(void) {
    const char *number = getenv("FAULT_N"), *error = getenv("FAULT_ERRNO");
    root = getenv("FAULT_ROOT");
    told = getenv("FAULT_LOG");
    nth = number ? atol(number) : 0;
    failure = error ? atoi(error) : EIO;
    fault_class = root && told ? getenv("FAULT_CLASS") : NULL;
}

static void tell(const char *class, const char *path) {
    char line[PATH + 32];
    int length = snprintf(line, sizeof line, "%s %s\n", class, path);
    long file = syscall(SYS_openat, AT_FDCWD, told, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    syscall(SYS_write, file, line, length);
    syscall(SYS_close, file);
}

// What is to become of this call: GO, HALF, or the error that it fails with.
static int fate(const char *class, const char *path) {
    int before = errno, found = GO;
    if (fault_class && !strcmp(fault_class, "count")) {
        tell(class, path);
    } else if (fault_class && !strcmp(fault_class, class) && atomic_fetch_add(&count, 1) + 1 == nth) {
        tell(class, path);
        found = failure;
    }
    errno = before;
    return found;
}

// Whether a descriptor is of a file in the folder; its path.
static int is_ours(int fd, char *path) {
    if (!fault_class) return 0;
    char name[40];
    int before = errno;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, PATH - 1);
    errno = before;
    path[length < 0 ? 0 : length] = 0;
    return !strncmp(path, root, strlen(root));
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define OR_FAIL(found) do { int fate_ = (found); if (fate_ > 0) { errno = fate_; return -1; } } while (0)

#define WRITES(name, more, rest)                                                   \
    ssize_t name(int fd, const void *bytes, size_t length more) {                  \
        REAL(name);                                                                \
        char path[PATH];                                                           \
        int found = is_ours(fd, path) ? fate("write", path) : GO;                  \
        if (found > 0) { errno = found; return -1; }                               \
        return real(fd, bytes, found == HALF && length > 1 ? length / 2 : length rest); \
    }
#define COMMA ,
WRITES(write, , )
WRITES(pwrite, COMMA off_t at, COMMA at)
WRITES(pwrite64, COMMA off64_t at, COMMA at)

ssize_t writev(int fd, const struct iovec *parts, int number) {
    REAL(writev);
    char path[PATH];
    int found = is_ours(fd, path) ? fate("write", path) : GO;
    OR_FAIL(found);
    return real(fd, parts, found == HALF && number > 1 ? number / 2 : number);
}

// Cutting a file counts as writing; it is done wholly or not at all.
#define CUTS(name, size)                                     \
    int name(int fd, size length) {                          \
        REAL(name);                                          \
        char path[PATH];                                     \
        if (is_ours(fd, path)) OR_FAIL(fate("write", path)); \
        return real(fd, length);                             \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define SYNCS(name)                                          \
    int name(int fd) {                                       \
        REAL(name);                                          \
        char path[PATH];                                     \
        if (is_ours(fd, path)) OR_FAIL(fate("sync", path));  \
        return real(fd);                                     \
    }
SYNCS(fsync)
SYNCS(fdatasync)

int rename(const char *from, const char *to) {
    REAL(rename);
    OR_FAIL(fate("rename", to));
    return real(from, to);
}

int renameat(int one, const char *from, int other, const char *to) {
    REAL(renameat);
    OR_FAIL(fate("rename", to));
    return real(one, from, other, to);
}

#define OPENS(name, before, first)                              \
    int name(before const char *path, int flags, ...) {         \
        REAL(name);                                             \
        va_list more;                                           \
        va_start(more, flags);                                  \
        mode_t mode = va_arg(more, mode_t);                     \
        va_end(more);                                           \
        OR_FAIL(fate("open", path));                            \
        return real(first path, flags, mode);                   \
    }
OPENS(open, , )
OPENS(open64, , )
OPENS(openat, int folder COMMA, folder COMMA)
OPENS(openat64, int folder COMMA, folder COMMA)

int accept(int fd, struct sockaddr *from, socklen_t *length) {
    REAL(accept);
    OR_FAIL(fate("accept", "a connection"));
    return real(fd, from, length);
}

int accept4(int fd, struct sockaddr *from, socklen_t *length, int flags) {
    REAL(accept4);
    OR_FAIL(fate("accept", "a connection"));
    return real(fd, from, length, flags);
}

// Only maps of files: without memory of its own no program can go on.
#define MAPS(name, offset)                                                                      \
    void *name(void *at, size_t length, int rights, int flags, int fd, offset from) {           \
        REAL(name);                                                                             \
        char path[PATH];                                                                        \
        int found = !(flags & MAP_ANONYMOUS) && is_ours(fd, path) ? fate("mmap", path) : GO;    \
        if (found > 0) { errno = found; return MAP_FAILED; }                                    \
        return real(at, length, rights, flags, fd, from);                                       \
    }
MAPS(mmap, off_t)
MAPS(mmap64, off64_t)
