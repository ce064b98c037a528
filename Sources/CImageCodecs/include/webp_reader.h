// Reads the image of a WebP file with libwebp, row by row.

#ifndef WEBP_READER_H
#define WEBP_READER_H

#include <stdbool.h>

#include "codec_status.h"

typedef struct webp_reader webp_reader;

typedef struct webp_image_info {
    uint32_t width;  // at most 16383, like the height
    uint32_t height;
    bool has_alpha;  // the rows are RGBA, otherwise RGB
} webp_image_info;

// Opens a reader on the chunk `VP8 ` (perhaps after an `ALPH` chunk) or `VP8L` of a file, which must outlive it; the end of
// the chunk may be missing. `deadline` is a time of CLOCK_MONOTONIC in nanoseconds, or INT64_MAX for none; it is checked
// while the image is decoded. Returns NULL if memory allocation fails.
webp_reader *webp_reader_open(codec_bytes chunks, webp_image_info info, int64_t deadline);

// Lets no decoded pixel depend on those of other macroblocks: their edges are not smoothed, and chroma is not interpolated.
// Called before the first row.
void webp_reader_separate_blocks(webp_reader *reader);

// Copies the next row. The first call allocates memory for the whole image. After a failure, the rows that were decoded
// before it can still be read.
codec_status webp_reader_next_row(webp_reader *reader, uint8_t *row);

// Decodes the rest of the image after the last row, to detect damage there.
codec_status webp_reader_finish(webp_reader *reader);

// The message of the error that ended the last call.
const char *webp_reader_message(const webp_reader *reader);

void webp_reader_close(webp_reader *reader);

#endif
