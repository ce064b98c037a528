// The arguments of the process, byte for byte. Does not read /proc, which may be unavailable.

#ifndef PROGRAM_ARGUMENTS_H
#define PROGRAM_ARGUMENTS_H

// The number of arguments, including the program's name. 0 if the C library does not pass them to constructors.
int program_arguments_count(void);

// The argument at an index, or NULL if there is none.
const char *program_argument(int index);

#endif
