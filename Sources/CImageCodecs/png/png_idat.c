#include "png_idat.h"

#include <string.h>

enum { SIGNATURE_SIZE = 8 };

void png_idat_rewind(png_idat *idat) {
    idat->chunks.piece = 0;
    idat->chunks.offset = 0;
    idat->rest = (codec_bytes){0};
    idat->position = 0;
    codec_bytes start = png_chunks_rest(&idat->chunks);
    png_chunks_advance(&idat->chunks, start.count < SIGNATURE_SIZE ? start.count : SIGNATURE_SIZE);
}

// Moves to the next chunk with contents, if the current one is finished.
static bool find_rest(png_idat *idat) {
    while (idat->rest.count == 0) {
        codec_bytes chunk = png_chunks_peek(&idat->chunks);
        if (!chunk.start) return false;
        png_chunks_advance(&idat->chunks, chunk.count);
        if (png_chunk_has_type(chunk, "IDAT")) idat->rest = png_chunk_contents(chunk);
    }
    return true;
}

bool png_idat_next_piece(void *context, codec_bytes *piece) {
    png_idat *idat = context;
    if (!find_rest(idat)) return false;
    *piece = idat->rest;
    idat->position += piece->count;
    idat->rest = (codec_bytes){0};
    return true;
}

// Takes at most `count` bytes of one chunk.
static codec_bytes take(png_idat *idat, uint64_t count) {
    if (!find_rest(idat)) return (codec_bytes){0};
    codec_bytes taken = {idat->rest.start, count < idat->rest.count ? (size_t)count : idat->rest.count};
    idat->rest = (codec_bytes){idat->rest.start + taken.count, idat->rest.count - taken.count};
    idat->position += taken.count;
    return taken;
}

bool png_idat_copy(png_idat *idat, uint8_t *output, size_t count) {
    for (codec_bytes taken; count > 0; count -= taken.count, output += taken.count) {
        taken = take(idat, count);
        if (taken.count == 0) return false;
        memcpy(output, taken.start, taken.count);
    }
    return true;
}

bool png_idat_skip(png_idat *idat, uint64_t count) {
    for (codec_bytes taken; count > 0; count -= taken.count) {
        taken = take(idat, count);
        if (taken.count == 0) return false;
    }
    return true;
}
