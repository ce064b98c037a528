#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "access_list.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__

#include <sys/xattr.h>

static const char attribute[] = "system.posix_acl_access";

// Reads the list of a file: returns its length, or -1 with errno set.
static ssize_t read_list(int directory, const char *name, void *list, size_t size) {
    // There is no function for a name in an open directory.
    char path[PATH_MAX];
    int length = directory == AT_FDCWD ? snprintf(path, sizeof path, "%s", name)
                                       : snprintf(path, sizeof path, "/proc/self/fd/%d/%s", directory, name);
    if (length >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    ssize_t count = lgetxattr(path, attribute, list, size);
    if (count >= 0 || errno != ENOENT) return count;
    // /proc may be missing.
    int file = openat(directory, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return -1;
    count = fgetxattr(file, attribute, list, size);
    int error = errno;
    close(file);
    errno = error;
    return count;
}

int access_list_copy(int directory, const char *name, int descriptor) {
    char list[1 << 14];
    ssize_t count = read_list(directory, name, list, sizeof list);
    if (count >= 0) return fsetxattr(descriptor, attribute, list, (size_t)count, 0);
    if (errno == ENOTSUP) return 0;
    if (errno != ENODATA) return -1;
    // The new file may have a list from its directory.
    return access_list_remove(descriptor);
}

int access_list_remove(int descriptor) {
    return fremovexattr(descriptor, attribute) == 0 || errno == ENODATA || errno == ENOTSUP ? 0 : -1;
}

mode_t access_list_least(int directory, const char *name) {
    // A version, and for each entry a tag, the permissions, and a user or group; 16-bit or 32-bit numbers, little endian.
    enum { header = 4, entry = 8, owner_tag = 1 };
    unsigned char list[1 << 14];
    ssize_t count = read_list(directory, name, list, sizeof list);
    if (count < 0) return errno == ENODATA || errno == ENOTSUP ? 07 : 0;
    mode_t least = 07;
    for (ssize_t i = header; i + entry <= count; i += entry) {
        if (list[i] != owner_tag) least &= list[i + 2];
    }
    return least;
}

#else

int access_list_copy(int directory, const char *name, int descriptor) {
    (void)directory;
    (void)name;
    (void)descriptor;
    return 0;
}

int access_list_remove(int descriptor) {
    (void)descriptor;
    return 0;
}

mode_t access_list_least(int directory, const char *name) {
    (void)directory;
    (void)name;
    return 07;
}

#endif
