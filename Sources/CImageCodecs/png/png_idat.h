// Reads the concatenated contents of the IDAT chunks of a PNG file.

#ifndef PNG_IDAT_H
#define PNG_IDAT_H

#include "png_chunks.h"

typedef struct png_idat {
    png_chunks chunks;  // which the owner opens and closes
    codec_bytes rest;   // of the current chunk
    uint64_t position;  // the number of bytes read
} png_idat;

// Returns to the first byte.
void png_idat_rewind(png_idat *idat);

// Provides the contents of the next chunk, for a `deflate_next_piece`: `context` is a png_idat. Returns false after the last one.
bool png_idat_next_piece(void *context, codec_bytes *piece);

// Copies the next `count` bytes. Returns false if there are fewer.
bool png_idat_copy(png_idat *idat, uint8_t *output, size_t count);

// Skips `count` bytes. Returns false if there are fewer.
bool png_idat_skip(png_idat *idat, uint64_t count);

#endif
