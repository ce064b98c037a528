// Files that have no name until they are complete, so that an interrupted process leaves none behind.
//
// Supported on Linux, on file systems that support O_TMPFILE.

#ifndef UNNAMED_FILE_H
#define UNNAMED_FILE_H

#include <sys/types.h>

// Opens an unnamed file in an open directory, or in AT_FDCWD, for writing. Returns its descriptor, or -1 with errno set:
// ENOTSUP if unsupported.
int unnamed_file_open(int directory, mode_t mode);

// Gives an unnamed file a name in an open directory. Returns 0, or -1 with errno set: EEXIST if the name is taken.
int unnamed_file_link(int descriptor, int directory, const char *name);

#endif
