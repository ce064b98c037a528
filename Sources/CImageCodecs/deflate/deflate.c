#include "deflate.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "common/output_buffer.h"

enum { INFLATE_STEP = 1 << 16 };

static codec_status inflate_all(z_stream *stream, size_t limit, output_buffer *out) {
    int result = Z_OK;
    while (result == Z_OK) {
        if (out->count > limit) return CODEC_OVER_LIMIT;
        if (!output_buffer_reserve(out, INFLATE_STEP)) return CODEC_OUT_OF_MEMORY;
        stream->next_out = out->start + out->count;
        stream->avail_out = INFLATE_STEP;
        result = inflate(stream, Z_NO_FLUSH);
        out->count += INFLATE_STEP - stream->avail_out;
    }
    if (result == Z_MEM_ERROR) return CODEC_OUT_OF_MEMORY;
    if (result != Z_STREAM_END) return CODEC_DAMAGED;
    return out->count > limit ? CODEC_OVER_LIMIT : CODEC_OK;
}

codec_status deflate_decompress(codec_bytes compressed, size_t limit, codec_memory *decompressed) {
    if (compressed.count > UINT_MAX) return CODEC_OVER_LIMIT;
    z_stream stream = {.next_in = (Bytef *)compressed.start, .avail_in = (uInt)compressed.count};
    if (inflateInit(&stream) != Z_OK) return CODEC_OUT_OF_MEMORY;
    output_buffer out = {0};
    codec_status status = inflate_all(&stream, limit, &out);
    inflateEnd(&stream);
    if (status != CODEC_OK) output_buffer_free(&out);
    *decompressed = (codec_memory){out.start, out.count};
    return status;
}

codec_status deflate_compress(codec_bytes bytes, codec_memory *compressed) {
    if (bytes.count > UINT_MAX / 2) return CODEC_OVER_LIMIT;
    uLongf count = compressBound(bytes.count);
    uint8_t *start = malloc(count);
    if (!start) return CODEC_OUT_OF_MEMORY;
    if (compress2(start, &count, bytes.start, bytes.count, Z_BEST_COMPRESSION) != Z_OK) {
        free(start);
        return CODEC_OUT_OF_MEMORY;
    }
    *compressed = (codec_memory){start, count};
    return CODEC_OK;
}

void deflate_free(codec_memory memory) { free(memory.start); }

uint32_t deflate_crc32(codec_bytes bytes) {
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), bytes.start, bytes.count);
}
