// What libFuzzer offers to programs with a main function of their own.

#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

// The most bytes that a target may take for settings in front of a file.
enum { FUZZ_MOST_SETTINGS = 16 };

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
