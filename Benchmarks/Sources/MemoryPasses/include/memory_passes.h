// The least that an operation on an image in memory can take.

#ifndef MEMORY_PASSES_H
#define MEMORY_PASSES_H

#include <stddef.h>

// Reads all of one image, then writes all of another one past the caches; both are aligned to 64 bytes.
void read_and_write(void *to, const void *from, size_t byte_count);

#endif
