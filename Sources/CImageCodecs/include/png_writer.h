// Writes PNG files, from chunks and compressed bands of rows.

#ifndef PNG_WRITER_H
#define PNG_WRITER_H

#include "png_bands.h"
#include "png_kept.h"

typedef struct png_writer png_writer;

// Begins a file. Returns NULL if memory allocation fails.
png_writer *png_writer_open(void);

// Adds a chunk with other contents than rows. `type` has four letters.
codec_status png_writer_add_chunk(png_writer *writer, const char *type, codec_bytes contents);

// Adds the next band of rows as an IDAT chunk.
codec_status png_writer_add_band(png_writer *writer, const png_band *band, bool is_last);

// Begins to add the compressed data of a range of rows that another file has in common with this one, after all bands before it.
// CODEC_UNSUPPORTED if it cannot be kept.
codec_status png_writer_start_kept(png_writer *writer, png_kept *kept, size_t range);

// Adds the next part of that data as an IDAT chunk. Call it until `png_kept_left` is 0.
codec_status png_writer_add_kept(png_writer *writer, png_kept *kept);

// The output since the last `png_writer_discard_output`.
codec_bytes png_writer_output(const png_writer *writer);
void png_writer_discard_output(png_writer *writer);

void png_writer_close(png_writer *writer);

#endif
