#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "unnamed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef O_TMPFILE

int unnamed_file_open(int directory, mode_t mode) {
    // unnamed_file_link needs /proc.
    if (access("/proc/self/fd", X_OK) != 0) {
        errno = ENOTSUP;
        return -1;
    }
    return openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

int unnamed_file_link(int descriptor, int directory, const char *name) {
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, source, directory, name, AT_SYMLINK_FOLLOW);
}

#else

int unnamed_file_open(int directory, mode_t mode) {
    (void)directory;
    (void)mode;
    errno = ENOTSUP;
    return -1;
}

int unnamed_file_link(int descriptor, int directory, const char *name) {
    (void)descriptor;
    (void)directory;
    (void)name;
    errno = ENOTSUP;
    return -1;
}

#endif
