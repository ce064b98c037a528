// Access control lists of files (POSIX ACLs), on Linux.
//
// The group bits in the mode of a file with a list limit the list: without the list, they would grant access to the group.

#ifndef ACCESS_LIST_H
#define ACCESS_LIST_H

// Gives an open file the list of the file with a name in an open directory, or in AT_FDCWD, or none if that has none.
// Returns 0, or -1 if that fails. On systems other than Linux, does nothing.
int access_list_copy(int directory, const char *name, int descriptor);

#endif
