// A library for LD_PRELOAD: read and write transfer at most 61 bytes, and every other call fails with EINTR.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

// A prime number of bytes, so that transfers end at all offsets of a chunk or segment.
enum { LIMIT = 61 };

static unsigned calls;

static int is_interrupted(void) {
    if (++calls % 2) return 0;
    errno = EINTR;
    return 1;
}

ssize_t read(int file, void *bytes, size_t count) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    if (is_interrupted()) return -1;
    return real(file, bytes, count < LIMIT ? count : LIMIT);
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (is_interrupted()) return -1;
    return real(file, bytes, count < LIMIT ? count : LIMIT);
}
