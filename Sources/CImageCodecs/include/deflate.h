// The compression of PNG chunks other than the pixels', and their check sums, through zlib.

#ifndef DEFLATE_H
#define DEFLATE_H

#include "codec_status.h"

// Memory that a call has taken and the caller gives back.
typedef struct codec_memory {
    uint8_t *start;
    size_t count;
} codec_memory;

// Decompresses a zlib stream of at most `limit` bytes.
codec_status deflate_unpack(codec_bytes packed, size_t limit, codec_memory *unpacked);

codec_status deflate_pack(codec_bytes bytes, codec_memory *packed);

void deflate_free(codec_memory memory);

// The CRC of a PNG chunk: of its type and its contents.
uint32_t deflate_crc32(codec_bytes bytes);

#endif
