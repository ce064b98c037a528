// Keeps the compressed data of rows that a PNG file has in common with another.
//
// Rows that stay the same have the same filtered bytes, except the first of them if the row above it changes. So does the
// deflate stream, from the first symbol on that refers to none of the changed bytes. It is copied bit for bit, up to
// the symbol before the next changed row.
//
// Three threads may use an object at once: one decodes (`png_kept_note`), one searches (`png_kept_find`), and one writes, after
// the others are done with what it needs.

#ifndef PNG_KEPT_H
#define PNG_KEPT_H

#include <stdbool.h>

#include "codec_status.h"
#include "png_bands.h"

typedef struct png_kept png_kept;

// Consecutive rows that stay the same.
typedef struct png_kept_rows {
    size_t first, end;
} png_kept_rows;

// The least size of the rows of a range, in filtered bytes, without the first row.
enum { PNG_KEPT_LEAST = 1 << 18 };

// Opens the chunks of a file, given in pieces of whole chunks, of which the first begins with the signature. They must outlive
// the object. The ranges are in order and do not touch. Returns NULL if memory allocation fails, or if a range is smaller than PNG_KEPT_LEAST.
png_kept *png_kept_open(
    const codec_bytes *pieces, size_t piece_count, const png_kept_rows *ranges, size_t range_count,
    const png_band_settings *settings);

// Compresses the beginning of the file anew, and compares the sizes. Returns whether the file is compressed about as well as the
// settings demand.
bool png_kept_is_small(const png_kept *kept);

// Searches the compressed data for the borders of all ranges. CODEC_UNSUPPORTED if there are none or the data is damaged.
codec_status png_kept_find(png_kept *kept, int64_t deadline);

// Notes the next filtered bytes that were decoded.
void png_kept_note(png_kept *kept, const uint8_t *bytes, size_t count);

// Notes that all compressed data was decoded, and that it ended with the last byte of the last IDAT chunk.
void png_kept_note_end(png_kept *kept);

// The number of rows at the start of a range, beginning with the first, whose filtered bytes must be noted before `png_kept_beginning`.
size_t png_kept_beginning_rows(const png_kept *kept, size_t range);

// The original filtered bytes of a range that must be encoded anew, because of the changed bytes before them: from the first
// row to the first symbol that is kept. Empty for the first rows of the image.
codec_bytes png_kept_beginning(const png_kept *kept, size_t range);

// Begins to read the compressed data of a range, for a file whose Adler-32 checksum up to there is `*adler`; updates it. CODEC_UNSUPPORTED
// if the data cannot be kept.
codec_status png_kept_start(png_kept *kept, size_t range, uint32_t *adler);

// The number of bytes that `png_kept_read` will return in total for the range that was begun.
size_t png_kept_left(const png_kept *kept);

// Reads the next `count` bytes, of those that are left.
void png_kept_read(png_kept *kept, uint8_t *output, size_t count);

void png_kept_close(png_kept *kept);

#endif
