#include "png_chunks.h"

#include <isa-l.h>
#include <stdlib.h>
#include <string.h>

#include "common/big_endian.h"

bool png_chunks_open(png_chunks *chunks, const codec_bytes *pieces, size_t piece_count) {
    *chunks = (png_chunks){.pieces = malloc(piece_count * sizeof *pieces), .piece_count = piece_count};
    if (!chunks->pieces) return false;
    memcpy(chunks->pieces, pieces, piece_count * sizeof *pieces);
    return true;
}

void png_chunks_close(png_chunks *chunks) { free(chunks->pieces); }

codec_bytes png_chunks_rest(png_chunks *chunks) {
    while (chunks->piece < chunks->piece_count && chunks->offset == chunks->pieces[chunks->piece].count) {
        chunks->piece += 1;
        chunks->offset = 0;
    }
    if (chunks->piece == chunks->piece_count) return (codec_bytes){0};
    codec_bytes piece = chunks->pieces[chunks->piece];
    return (codec_bytes){piece.start + chunks->offset, piece.count - chunks->offset};
}

codec_bytes png_chunks_peek(png_chunks *chunks) {
    codec_bytes bytes = png_chunks_rest(chunks);
    if (bytes.count < CHUNK_HEADER_SIZE + CHUNK_CRC_SIZE) return (codec_bytes){0};
    size_t count = big_endian_read_32(bytes.start);
    if (count > bytes.count - CHUNK_HEADER_SIZE - CHUNK_CRC_SIZE) return (codec_bytes){0};
    return (codec_bytes){bytes.start, CHUNK_HEADER_SIZE + count + CHUNK_CRC_SIZE};
}

void png_chunks_advance(png_chunks *chunks, size_t count) { chunks->offset += count; }

bool png_chunks_is_at_start(const png_chunks *chunks) { return chunks->piece == 0 && chunks->offset == 0; }

codec_bytes png_chunk_contents(codec_bytes chunk) {
    return (codec_bytes){chunk.start + CHUNK_HEADER_SIZE, chunk.count - CHUNK_HEADER_SIZE - CHUNK_CRC_SIZE};
}

bool png_chunk_has_type(codec_bytes chunk, const char *type) { return memcmp(chunk.start + 4, type, 4) == 0; }

bool png_chunk_has_valid_crc(codec_bytes chunk) {
    size_t checked = chunk.count - 4 - CHUNK_CRC_SIZE;
    return crc32_gzip_refl(0, chunk.start + 4, checked) == big_endian_read_32(chunk.start + chunk.count - CHUNK_CRC_SIZE);
}
