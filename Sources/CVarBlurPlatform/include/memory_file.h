// Files that exist only as long as a descriptor of them is open, which another process can inherit.

#ifndef MEMORY_FILE_H
#define MEMORY_FILE_H

// Creates an empty file for reading and writing that no program inherits; in memory on Linux, otherwise in the directory for temporary files.
// Returns a descriptor that is not that of a standard stream, or -1 with errno set.
int memory_file_open(void);

#endif
