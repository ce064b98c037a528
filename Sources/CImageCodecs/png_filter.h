// The filters of PNG, which turn a row into its difference from what its neighbors let expect.

#ifndef PNG_FILTER_H
#define PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

typedef enum png_filter {
    PNG_FILTER_BY_NONE,
    PNG_FILTER_BY_LEFT,
    PNG_FILTER_BY_ABOVE,
    PNG_FILTER_BY_AVERAGE,
    PNG_FILTER_BY_PAETH,
} png_filter;

// A row in PNG's byte order and the one above it, which is zero above the picture.
typedef struct png_filter_rows {
    const uint8_t *row;
    const uint8_t *above;
    size_t row_bytes;    // a whole number of pixels
    size_t pixel_bytes;  // 1 to 8
} png_filter_rows;

// Writes the filtered row, without the byte that names the filter.
void png_filter_apply(png_filter filter, const png_filter_rows *rows, uint8_t *restrict to);

// The filter that leaves the least to compress, by an estimate of the bits that every difference takes. Never none at all.
png_filter png_filter_choose(const png_filter_rows *rows);

#endif
