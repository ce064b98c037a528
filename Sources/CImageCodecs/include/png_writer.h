// Writes PNG files with libpng, from compressed bands of rows.

#ifndef PNG_WRITER_H
#define PNG_WRITER_H

#include "png_bands.h"
#include "png_kept.h"

typedef struct png_writer png_writer;

typedef struct png_writer_settings {
    uint32_t width;
    uint32_t height;
    int channels;         // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    int bits_per_sample;  // 8 or 16
} png_writer_settings;

// Returns NULL if memory allocation fails.
png_writer *png_writer_open(void);

codec_status png_writer_start(png_writer *writer, const png_writer_settings *settings);

// Adds a chunk between `png_writer_start` and `png_writer_end_header`. `type` has four letters.
codec_status png_writer_add_chunk(png_writer *writer, const char *type, codec_bytes contents);
codec_status png_writer_end_header(png_writer *writer);

// Adds the next band of rows as an IDAT chunk.
codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last);

// Begins to add the compressed data of a range of rows that another file has in common with this one, after all bands before it.
// CODEC_UNSUPPORTED if it cannot be kept.
codec_status png_writer_start_kept(png_writer *writer, png_kept *kept, size_t range);

// Adds the next part of that data as an IDAT chunk. Call it until `png_kept_left` is 0.
codec_status png_writer_add_kept(png_writer *writer, png_kept *kept);

// Ends the file after the last band.
codec_status png_writer_finish(png_writer *writer);

// The output since the last `png_writer_discard_output`.
codec_bytes png_writer_output(const png_writer *writer);
void png_writer_discard_output(png_writer *writer);

// The message of the error that ended the last call.
const char *png_writer_message(const png_writer *writer);

void png_writer_close(png_writer *writer);

#endif
