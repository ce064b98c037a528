// Preloaded into the program, it makes every read and write move a few bytes only, and interrupts every other one.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

static unsigned calls;

static int interrupts(void) {
    if (++calls % 2) return 0;
    errno = EINTR;
    return 1;
}

ssize_t read(int file, void *bytes, size_t count) {
    static ssize_t (*real)(int, void *, size_t);
    if (!real) real = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
    if (interrupts()) return -1;
    return real(file, bytes, count < 61 ? count : 61);
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (interrupts()) return -1;
    return real(file, bytes, count < 61 ? count : 61);
}
