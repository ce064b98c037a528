// Iterates over the chunks of a PNG stream that is stored in several pieces of memory.

#ifndef PNG_CHUNKS_H
#define PNG_CHUNKS_H

#include <stdbool.h>

#include "codec_status.h"

enum {
    CHUNK_HEADER_SIZE = 8,  // length and type
    CHUNK_CRC_SIZE = 4,
};

typedef struct png_chunks {
    codec_bytes *pieces;
    size_t piece_count;
    size_t piece;   // the index of the current piece
    size_t offset;  // in that piece
} png_chunks;

// Copies the list of pieces, but not their bytes, which must stay. Returns false if memory allocation fails.
bool png_chunks_open(png_chunks *chunks, const codec_bytes *pieces, size_t piece_count);
void png_chunks_close(png_chunks *chunks);

// The rest of the current piece, or of the next one if the current is finished. Empty, with a NULL start, at the end.
codec_bytes png_chunks_rest(png_chunks *chunks);

// The next chunk, with its length, type and CRC. Empty, with a NULL start, if it is incomplete.
codec_bytes png_chunks_peek(png_chunks *chunks);

// Moves past `count` bytes of the current piece.
void png_chunks_advance(png_chunks *chunks, size_t count);

// Whether nothing has been read yet.
bool png_chunks_is_at_start(const png_chunks *chunks);

// The contents of a chunk.
codec_bytes png_chunk_contents(codec_bytes chunk);

bool png_chunk_has_type(codec_bytes chunk, const char *type);

bool png_chunk_has_valid_crc(codec_bytes chunk);

#endif
