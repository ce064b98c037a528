// zlib compression and CRC-32 for PNG chunks other than IDAT.

#ifndef DEFLATE_H
#define DEFLATE_H

#include "codec_status.h"

// Allocated bytes. The caller releases them with `deflate_free`.
typedef struct codec_memory {
    uint8_t *start;
    size_t count;
} codec_memory;

// Decompresses a zlib stream. CODEC_OVER_LIMIT if the result is longer than `limit` bytes.
codec_status deflate_decompress(codec_bytes compressed, size_t limit, codec_memory *decompressed);

// Compresses bytes into a zlib stream, at the highest level.
codec_status deflate_compress(codec_bytes bytes, codec_memory *compressed);

void deflate_free(codec_memory memory);

// The CRC-32 of a PNG chunk, computed over its type and its contents.
uint32_t deflate_crc32(codec_bytes bytes);

#endif
