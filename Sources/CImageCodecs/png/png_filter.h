// The filter types of PNG, which replace each byte with its difference from a prediction.

#ifndef PNG_FILTER_H
#define PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

typedef enum png_filter_type {
    PNG_FILTER_TYPE_NONE,
    PNG_FILTER_TYPE_SUB,
    PNG_FILTER_TYPE_UP,
    PNG_FILTER_TYPE_AVERAGE,
    PNG_FILTER_TYPE_PAETH,
} png_filter_type;

// A row in PNG's byte order and the row above it, which is zero for the first row of the image.
typedef struct png_filter_rows {
    const uint8_t *row;
    const uint8_t *above;
    size_t row_bytes;    // a multiple of `pixel_bytes`
    size_t pixel_bytes;  // 1 to 8
} png_filter_rows;

// Writes the filtered row, without the filter type byte.
void png_filter_apply(png_filter_type filter, const png_filter_rows *rows, uint8_t *restrict to);

// Selects the filter type with the fewest estimated bits per difference. Never selects PNG_FILTER_TYPE_NONE.
png_filter_type png_filter_choose(const png_filter_rows *rows);

#endif
