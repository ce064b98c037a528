// Decodes the rows of a PNG file whose pixels are stored as they are returned, without interlacing. libpng would need one row after
// the other, and copy each several times.

#ifndef PNG_ROWS_H
#define PNG_ROWS_H

#include "png_source.h"

typedef struct png_rows png_rows;

// The sizes of an image that is neither interlaced nor expanded.
typedef struct png_rows_layout {
    size_t height;
    size_t row_bytes;
    size_t pixel_bytes;  // 1, 2, 3, 4, 6, or 8
    bool has_words;      // whether samples have 16 bits
} png_rows_layout;

// The greatest `row_bytes`. Several rows are decoded at once, whose memory is to stay below 64 MiB.
enum { PNG_ROWS_WIDEST = 1 << 22 };

// The memory of an object for an image, in bytes.
size_t png_rows_size(size_t row_bytes);

// Starts to decode the pixels of a source, which must outlive the object. Returns NULL if memory allocation fails.
png_rows *png_rows_open(png_source *source, png_rows_layout layout);

// Decodes the next row, of which there must be one, with 16-bit samples in the byte order of the machine. CODEC_DAMAGED, with a message in
// `png_source_message`, if the compressed data is damaged or a filter type is invalid.
codec_status png_rows_next(png_rows *rows, uint8_t *row);

void png_rows_close(png_rows *rows);

#endif
