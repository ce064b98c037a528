// The arguments of the process, byte for byte, without access to /proc.

#ifndef PROGRAM_ARGUMENTS_H
#define PROGRAM_ARGUMENTS_H

// The number of arguments, including the name of the program; 0 if the C library does not pass them to constructors.
int program_arguments_count(void);

// The argument at an index; NULL if the index is out of range.
const char *program_argument(int index);

#endif
