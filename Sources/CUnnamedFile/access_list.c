#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "access_list.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#ifdef __linux__

#include <sys/xattr.h>

int access_list_copy(int directory, const char *name, int descriptor) {
    static const char attribute[] = "system.posix_acl_access";
    // There is no function for a name in an open directory.
    char path[PATH_MAX];
    int length = directory == AT_FDCWD ? snprintf(path, sizeof path, "%s", name)
                                       : snprintf(path, sizeof path, "/proc/self/fd/%d/%s", directory, name);
    if (length >= (int)sizeof path) return -1;
    char list[1 << 14];
    ssize_t count = lgetxattr(path, attribute, list, sizeof list);
    if (count >= 0) return fsetxattr(descriptor, attribute, list, (size_t)count, 0);
    if (errno == ENOTSUP) return 0;
    if (errno != ENODATA) return -1;
    // The new file may have a list from its directory.
    return fremovexattr(descriptor, attribute) == 0 || errno == ENODATA || errno == ENOTSUP ? 0 : -1;
}

#else

int access_list_copy(int directory, const char *name, int descriptor) {
    (void)directory;
    (void)name;
    (void)descriptor;
    return 0;
}

#endif
