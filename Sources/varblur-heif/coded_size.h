// The size that coded data itself announces, which may differ from that of its item.

#ifndef CODED_SIZE_H
#define CODED_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct coded_size {
    uint64_t width;
    uint64_t height;
} coded_size;

// Reads the size from the parameters of an HEVC stream: the contents of a box hvcC. Returns false if they tell none.
bool coded_size_of_hevc(const uint8_t *bytes, size_t count, coded_size *size);

// Reads the size from the beginning of an AV1 stream. Returns false if it tells none.
bool coded_size_of_av1(const uint8_t *bytes, size_t count, coded_size *size);

#endif
