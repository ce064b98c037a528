// Files that have no name until they are complete, where the system and the file system have them (Linux).

#ifndef UNNAMED_FILE_H
#define UNNAMED_FILE_H

#include <sys/types.h>

// Opens a file without a name in a directory, to write; returns -1 with errno set, ENOTSUP where there is no such thing.
int unnamed_file_open(const char *directory, mode_t mode);

// Gives such a file a name that nothing else has yet; returns -1 with errno set, EEXIST if something has it.
int unnamed_file_link(int descriptor, const char *path);

#endif
