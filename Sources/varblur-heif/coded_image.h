// What coded data itself announces, which may differ from what the file tells of its item.

#ifndef CODED_IMAGE_H
#define CODED_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How colors are stored (ITU-T H.273).
typedef struct color_codes {
    uint32_t primaries;  // UNKNOWN_CODE if it is not known
    uint32_t transfer;
    uint32_t matrix;
    bool is_full_range;
} color_codes;

enum { UNKNOWN_CODE = 2 };

extern const color_codes unknown_colors;

typedef struct coded_size {
    uint64_t width;
    uint64_t height;
} coded_size;

// Reads the parameters of an HEVC stream: the contents of a box hvcC. `colors` may be NULL. Returns false if they tell no size.
bool coded_image_of_hevc(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors);

// Reads the beginning of an AV1 stream. `colors` may be NULL. Returns false if it tells no size.
bool coded_image_of_av1(const uint8_t *bytes, size_t count, coded_size *size, color_codes *colors);

#endif
