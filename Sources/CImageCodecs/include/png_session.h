// PNG through libpng: reading a row, and writing a band of rows at a time. Every call sets its own jump, so that none crosses the
// caller's frames.

#ifndef PNG_SESSION_H
#define PNG_SESSION_H

#include <stdbool.h>

#include "codec_status.h"
#include "png_bands.h"

// ---- reading

typedef struct png_reader png_reader;

// What the rows that are handed out look like, after palettes, transparent colors and small samples are expanded.
typedef struct png_picture {
    uint32_t width;
    uint32_t height;
    int channels;         // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    int bits_per_sample;  // 8, or 16 in the machine's byte order
    bool is_interlaced;   // the first row then needs the memory of the whole picture
} png_picture;

// Opens a session on a PNG stream that is the concatenation of some pieces of memory, which have to stay until the
// session is closed. The library gets at most `memory_limit` bytes. Returns NULL if there is no memory.
png_reader *png_reader_open(const codec_bytes *pieces, size_t piece_count, size_t memory_limit);

// Before the start: from now on wrong check sums do not count.
void png_reader_tolerate_damage(png_reader *reader);

// Before the start: from now on more warnings than these are an error.
void png_reader_limit_warnings(png_reader *reader, int count);

codec_status png_reader_start(png_reader *reader, png_picture *picture);

// Reads the next row; `row` has width × channels × bits / 8 bytes.
codec_status png_reader_next_row(png_reader *reader, uint8_t *row);

// Of a session that has failed: copies what is known of a row of an interlaced picture, or returns false.
bool png_reader_salvage_row(const png_reader *reader, uint32_t index, uint8_t *row);

// Reads what follows the last row, so that damage there is noticed.
codec_status png_reader_finish(png_reader *reader);

// The first of the library's complaints that cost no pixels, or an empty text.
const char *png_reader_warning(const png_reader *reader);
const char *png_reader_message(const png_reader *reader);
void png_reader_close(png_reader *reader);

// ---- writing

typedef struct png_writer png_writer;

typedef struct png_writer_settings {
    uint32_t width;
    uint32_t height;
    int channels;          // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    int bits_per_sample;   // 8 or 16
} png_writer_settings;

png_writer *png_writer_open(void);
codec_status png_writer_start(png_writer *writer, const png_writer_settings *settings);

// Adds a chunk beside the picture, between png_writer_start and png_writer_end_header; `type` is a text of four letters.
codec_status png_writer_add_chunk(png_writer *writer, const char *type, codec_bytes contents);
codec_status png_writer_end_header(png_writer *writer);

// Adds a band of the picture, from the top; see png_bands.h.
codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last);

// Ends the file, after the last band.
codec_status png_writer_finish(png_writer *writer);

// The bytes that were made since the last `png_writer_discard_output`.
codec_bytes png_writer_output(const png_writer *writer);
void png_writer_discard_output(png_writer *writer);

const char *png_writer_message(const png_writer *writer);
void png_writer_close(png_writer *writer);

#endif
