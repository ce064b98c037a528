// Reads PNG files row by row. libpng reads the headers, and decodes rows that are interlaced, expanded, possibly damaged, or very long.
//
// Every function sets its own `setjmp` target, so that libpng's error exit never longjmps past a caller's frame.

#ifndef PNG_READER_H
#define PNG_READER_H

#include <stdbool.h>

#include "codec_status.h"
#include "png_kept.h"

typedef struct png_reader png_reader;

// The format of the decoded rows: palettes, transparent colors and samples of less than 8 bits are expanded.
typedef struct png_image_info {
    uint32_t width;
    uint32_t height;
    int channels;         // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    int bits_per_sample;  // 8, or 16 in the byte order of the machine
    bool is_interlaced;   // the first row then allocates memory for the whole image
} png_image_info;

// The greatest memory for the rows of an image that is not interlaced, in bytes.
size_t png_reader_rows_size(size_t row_bytes);

// Opens a reader on the concatenation of some pieces of memory, which must outlive it. All functions that read data return
// CODEC_TIMEOUT soon after the deadline. Returns NULL if memory allocation fails.
//
// If damage is allowed, checksums are not verified, and rows are decoded up to the first one that cannot be. That takes longer, and is for
// files in which a reader that allows none has found damage.
png_reader *png_reader_open(const codec_bytes *pieces, size_t piece_count, codec_limits limits);

// Reads the header.
codec_status png_reader_start(png_reader *reader, png_image_info *info);

// Passes everything that is decoded on to `kept`, which must outlive the reader. Call after `png_reader_start` and before the first
// row. Returns false if that is not possible, because libpng decodes the rows.
bool png_reader_keep(png_reader *reader, png_kept *kept);

// Decodes the next row into `row`, of width × channels × bits / 8 bytes.
codec_status png_reader_next_row(png_reader *reader, uint8_t *row);

// After a failure: copies what was decoded of a row of an interlaced image. Returns false if nothing was.
bool png_reader_salvage_row(const png_reader *reader, uint32_t index, uint8_t *row);

// Reads the file to its end after the last row, to detect damage there.
codec_status png_reader_finish(png_reader *reader);

// The first warning that did not affect the pixels, or an empty string.
const char *png_reader_warning(const png_reader *reader);

// The message of the error that ended the last call.
const char *png_reader_message(const png_reader *reader);

void png_reader_close(png_reader *reader);

#endif
