// The arguments that the program was started with, byte for byte, also where the system's files about processes cannot be read.

#ifndef PROGRAM_ARGUMENTS_H
#define PROGRAM_ARGUMENTS_H

// Their number, with the program's own name; 0 where the C library does not hand them to those who do not ask in `main`.
int program_arguments_count(void);

// One of them.
const char *program_argument(int index);

#endif
