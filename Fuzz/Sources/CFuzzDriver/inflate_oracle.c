#include "inflate_oracle.h"

#include <isa-l.h>
#include <libdeflate.h>
#include <stdlib.h>
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
    do {
        stream->next_out = discarded;
        stream->avail_out = sizeof discarded;
        result = inflate(stream, Z_NO_FLUSH);
    } while (result == Z_OK && (stream->avail_in > 0 || stream->avail_out == 0));
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

static bool zlib_inflates(const uint8_t *stream, size_t stream_count, uint8_t *output, size_t count) {
    z_stream state = {.next_in = (Bytef *)stream, .avail_in = (uInt)stream_count};
    if (inflateInit2(&state, -MAX_WBITS) != Z_OK) return false;
    state.next_out = output;
    state.avail_out = (uInt)count + 1;
    int result = inflate(&state, Z_FINISH);
    bool is_complete = result == Z_STREAM_END && state.total_out == count && state.avail_in == 0;
    inflateEnd(&state);
    return is_complete;
}

static bool libdeflate_inflates(const uint8_t *stream, size_t stream_count, uint8_t *output, size_t count) {
    struct libdeflate_decompressor *state = libdeflate_alloc_decompressor();
    enum libdeflate_result result = libdeflate_deflate_decompress(state, stream, stream_count, output, count, NULL);
    libdeflate_free_decompressor(state);
    return result == LIBDEFLATE_SUCCESS;
}

static bool isal_inflates(const uint8_t *stream, size_t stream_count, uint8_t *output, size_t count) {
    static struct inflate_state state;
    isal_inflate_init(&state);
    state.next_in = (uint8_t *)stream;
    state.avail_in = (uint32_t)stream_count;
    state.next_out = output;
    state.avail_out = (uint32_t)count + 1;
    return isal_inflate(&state) == ISAL_DECOMP_OK && state.block_state == ISAL_BLOCK_FINISH && state.total_out == count;
}

bool fuzz_all_inflate(const uint8_t *stream, size_t stream_count, const uint8_t *bytes, size_t count) {
    uint8_t *output = malloc(count + 1);
    bool is_same = zlib_inflates(stream, stream_count, output, count) && memcmp(output, bytes, count) == 0;
    memset(output, 0, count + 1);
    is_same = is_same && libdeflate_inflates(stream, stream_count, output, count) && memcmp(output, bytes, count) == 0;
    memset(output, 0, count + 1);
    is_same = is_same && isal_inflates(stream, stream_count, output, count) && memcmp(output, bytes, count) == 0;
    free(output);
    return is_same;
}
