// The entry point of libFuzzer for programs with a main function of their own.

#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

// The maximum number of bytes that a target reads as settings before the file.
enum { FUZZ_MAXIMUM_SETTINGS = 16 };

// Calls `test` with mutated inputs until a limit in the arguments is reached; returns the exit status.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
