// Reads the concatenated contents of the IDAT chunks of a PNG file.

#ifndef PNG_IDAT_H
#define PNG_IDAT_H

#include "png_chunks.h"

typedef struct png_idat {
    png_chunks chunks;
    codec_bytes rest;   // of the current chunk
    uint64_t position;  // the number of bytes read
} png_idat;

// Opens the pieces of a file, as `png_chunks_open` does. Returns false if memory allocation fails.
bool png_idat_open(png_idat *idat, const codec_bytes *pieces, size_t piece_count);
void png_idat_close(png_idat *idat);

// Returns to the first byte.
void png_idat_rewind(png_idat *idat);

// Provides the contents of the next chunk, for a `deflate_next_piece`: `context` is a png_idat. Returns false after the last one.
bool png_idat_next_piece(void *context, codec_bytes *piece);

// Copies the next `count` bytes. Returns false if there are fewer.
bool png_idat_copy(png_idat *idat, uint8_t *output, size_t count);

// Skips `count` bytes. Returns false if there are fewer.
bool png_idat_skip(png_idat *idat, uint64_t count);

#endif
