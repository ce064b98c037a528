// Reverses the filters of PNG rows: https://www.w3.org/TR/png-3/#9Filters.

#ifndef PNG_UNFILTER_H
#define PNG_UNFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    // The number of rows that are computed at once. Multiples of it are fastest.
    PNG_UNFILTER_ROWS = 4,
    // The number of bytes that may be read after filtered rows, and that are overwritten after each row.
    PNG_UNFILTER_MARGIN = 8,
};

// The sizes of the rows in bytes. A filtered row is preceded by its filter type.
typedef struct png_unfilter_layout {
    size_t row_bytes;
    size_t stride;       // of the result, at least row_bytes + PNG_UNFILTER_MARGIN
    size_t pixel_bytes;  // 1, 2, 3, 4, 6, or 8
} png_unfilter_layout;

// Reverses the filters of `count` consecutive rows. `rows` begins with the row above them, which is zero for the first row of an image.
// Returns false if a filter type is invalid.
bool png_unfilter(uint8_t *rows, const uint8_t *filtered, size_t count, const png_unfilter_layout *layout);

#endif
