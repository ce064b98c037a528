// The interface of libFuzzer for programs that have their own main function.

#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

// The maximum number of bytes in front of a file that select the settings of a target.
enum { FUZZ_MAXIMUM_SETTINGS = 16 };

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
