// Access control lists of files (POSIX ACLs), on Linux.
//
// The group bits in the mode of a file with a list limit the list: without the list, they would grant access to the group.

#ifndef ACCESS_LIST_H
#define ACCESS_LIST_H

#include <sys/types.h>

// Gives an open file the list of the file with a name in an open directory, or in AT_FDCWD, or none if that has none.
// Returns 0, or -1 if that fails. On systems other than Linux, does nothing.
int access_list_copy(int directory, const char *name, int descriptor);

// Removes the list of an open file, which it may have from its directory. Returns 0, or -1 if that fails. On systems other
// than Linux, does nothing.
int access_list_remove(int descriptor);

// Returns the permissions (0 to 7) that the list of the file with a name in an open directory, or in AT_FDCWD, grants to
// every user but the owner of the file: 7 if there is no list, and 0 if it cannot be read. On systems other than Linux,
// returns 7.
mode_t access_list_least(int directory, const char *name);

#endif
