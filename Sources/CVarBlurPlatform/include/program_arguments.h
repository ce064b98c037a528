// The arguments of the process, byte for byte.
//
// Does not read /proc, which may be unavailable, and lets Swift's runtime start without it. Swift's own function for the arguments replaces invalid UTF-8.

#ifndef PROGRAM_ARGUMENTS_H
#define PROGRAM_ARGUMENTS_H

// The number of arguments, including the program's name. 0 if the C library does not pass them to constructors.
int program_arguments_count(void);

// The argument at an index, or NULL if there is none. The strings live as long as the process.
const char *program_argument(int index);

// The path by which the program was started, or its name if the system does not tell; NULL if neither is known. Does not read /proc.
const char *program_path(void);

#endif
