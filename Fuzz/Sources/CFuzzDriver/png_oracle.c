#include "png_oracle.h"

#include <string.h>
#include <zlib.h>

uint32_t fuzz_crc32(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

uint32_t fuzz_adler32(const uint8_t *bytes, size_t count) { return (uint32_t)adler32_z(1, bytes, count); }

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Decompresses the contents of one chunk, and discards the result.
static int inflate_chunk(z_stream *stream, const uint8_t *contents, size_t count) {
    static uint8_t discarded[1 << 16];
    stream->next_in = (Bytef *)contents;
    stream->avail_in = (uInt)count;
    int result = Z_OK;
    while (result == Z_OK && stream->avail_in > 0) {
        stream->next_out = discarded;
        stream->avail_out = sizeof discarded;
        result = inflate(stream, Z_NO_FLUSH);
    }
    return result;
}

bool fuzz_inflates(const uint8_t *file, size_t count) {
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK) return false;
    int result = Z_OK;
    for (size_t offset = 8; count - offset >= 12 && (result == Z_OK || result == Z_BUF_ERROR);) {
        uint32_t length = big_endian(file + offset);
        if (length > count - offset - 12) break;
        if (memcmp(file + offset + 4, "IDAT", 4) == 0) result = inflate_chunk(&stream, file + offset + 8, length);
        offset += 12 + (size_t)length;
    }
    bool is_complete = result == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return is_complete;
}
