// zlib compression and CRC-32 for PNG chunks other than IDAT.
//
// A `deadline` is a time of CLOCK_MONOTONIC in nanoseconds, or INT64_MAX for none. It is checked every 64 KB.

#ifndef DEFLATE_H
#define DEFLATE_H

#include "codec_status.h"

// Allocated bytes. The caller releases them with `deflate_free`.
typedef struct codec_memory {
    uint8_t *start;
    size_t count;
} codec_memory;

// The size of a zlib stream, in bytes.
typedef struct deflate_size {
    size_t compressed;  // smaller than the given bytes if others follow the stream
    size_t decompressed;
} deflate_size;

enum { DEFLATE_BEGINNING = 1 << 15 };

// Measures a zlib stream by decompressing it. Keeps only the beginning of the result: `beginning` has room for
// DEFLATE_BEGINNING bytes. CODEC_OVER_LIMIT if the result is longer than `limit` bytes.
codec_status deflate_measure(codec_bytes compressed, size_t limit, int64_t deadline, uint8_t *beginning, deflate_size *size);

// Decompresses a zlib stream into a buffer of the measured size.
codec_status deflate_decompress(codec_bytes compressed, int64_t deadline, uint8_t *result, size_t count);

// Compresses bytes into a zlib stream; the longer they are, the lower the level, so that the time stays short.
codec_status deflate_compress(codec_bytes bytes, int64_t deadline, codec_memory *compressed);

void deflate_free(codec_memory memory);

// The CRC-32 of bytes that follow others, whose CRC-32 is `before`; 0 if there are none before.
uint32_t deflate_crc32(uint32_t before, codec_bytes bytes);

#endif
