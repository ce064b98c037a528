#include "deflate.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

#include "common/deadline.h"

// The number of bytes between two checks of the deadline.
enum { STEP = 1 << 16 };

// Up to these numbers of bytes, a level of compression takes a fraction of a second, even for bytes chosen to be slow.
enum { LONGEST_FOR_LEVEL_9 = 1 << 16, LONGEST_FOR_LEVEL_6 = 1 << 22 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

// Adds the next input bytes, up to a step.
static void feed(z_stream *stream, codec_bytes bytes, size_t *used) {
    if (stream->avail_in > 0) return;
    stream->next_in = (Bytef *)bytes.start + *used;
    stream->avail_in = (uInt)smaller(STEP, bytes.count - *used);
    *used += stream->avail_in;
}

static codec_status status_of(int result) {
    return result == Z_STREAM_END ? CODEC_OK : result == Z_MEM_ERROR ? CODEC_OUT_OF_MEMORY : CODEC_DAMAGED;
}

codec_status deflate_measure(codec_bytes compressed, size_t limit, int64_t deadline, uint8_t *beginning, deflate_size *size) {
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK) return CODEC_OUT_OF_MEMORY;
    uint8_t *rest = NULL;  // every step after the beginning overwrites it
    size_t used = 0, count = 0;
    codec_status status = CODEC_OK;
    int result = Z_OK;
    while (status == CODEC_OK && result == Z_OK) {
        bool is_beginning = count < DEFLATE_BEGINNING;
        if (!is_beginning && !rest && !(rest = malloc(STEP))) status = CODEC_OUT_OF_MEMORY;
        if (status != CODEC_OK) break;
        feed(&stream, compressed, &used);
        stream.next_out = is_beginning ? beginning + count : rest;
        stream.avail_out = is_beginning ? (uInt)(DEFLATE_BEGINNING - count) : STEP;
        size_t room = stream.avail_out;
        result = inflate(&stream, Z_NO_FLUSH);
        count += room - stream.avail_out;
        if (count > limit) status = CODEC_OVER_LIMIT;
        else if (deadline_has_passed(deadline)) status = CODEC_TIMEOUT;
    }
    *size = (deflate_size){.compressed = used - stream.avail_in, .decompressed = count};
    free(rest);
    inflateEnd(&stream);
    return status == CODEC_OK ? status_of(result) : status;
}

codec_status deflate_decompress(codec_bytes compressed, int64_t deadline, uint8_t *result, size_t count) {
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK) return CODEC_OUT_OF_MEMORY;
    size_t used = 0, done = 0;
    int state = Z_OK;
    uint8_t end;
    while (state == Z_OK) {
        feed(&stream, compressed, &used);
        // The end of the stream may follow the last byte, so an empty buffer is valid then.
        size_t room = smaller(STEP, count - done);
        stream.next_out = room > 0 ? result + done : &end;
        stream.avail_out = (uInt)room;
        state = inflate(&stream, Z_NO_FLUSH);
        done += room - stream.avail_out;
        if (state == Z_OK && deadline_has_passed(deadline)) break;
    }
    inflateEnd(&stream);
    return state == Z_OK ? CODEC_TIMEOUT : state == Z_STREAM_END && done < count ? CODEC_DAMAGED : status_of(state);
}

static int level_for(size_t count) { return count <= LONGEST_FOR_LEVEL_9 ? 9 : count <= LONGEST_FOR_LEVEL_6 ? 6 : 1; }

codec_status deflate_compress(codec_bytes bytes, int64_t deadline, codec_memory *compressed) {
    z_stream stream = {0};
    if (deflateInit(&stream, level_for(bytes.count)) != Z_OK) return CODEC_OUT_OF_MEMORY;
    // The bound is that of a single call; several calls may begin a few more blocks.
    size_t capacity = deflateBound(&stream, bytes.count) + bytes.count / STEP * 8;
    uint8_t *start = malloc(capacity);
    size_t used = 0, count = 0;
    codec_status status = start ? CODEC_OK : CODEC_OUT_OF_MEMORY;
    int result = Z_OK;
    while (status == CODEC_OK && result == Z_OK) {
        feed(&stream, bytes, &used);
        stream.next_out = start + count;
        uInt room = (uInt)smaller(UINT_MAX, capacity - count);
        stream.avail_out = room;
        result = deflate(&stream, used == bytes.count ? Z_FINISH : Z_NO_FLUSH);
        count += room - stream.avail_out;
        if (result == Z_OK && deadline_has_passed(deadline)) status = CODEC_TIMEOUT;
    }
    deflateEnd(&stream);
    if (status == CODEC_OK) status = status_of(result);
    if (status != CODEC_OK) free(start);
    *compressed = status == CODEC_OK ? (codec_memory){start, count} : (codec_memory){0};
    return status;
}

void deflate_free(codec_memory memory) { free(memory.start); }

uint32_t deflate_crc32(uint32_t before, codec_bytes bytes) {
    return (uint32_t)crc32_z(before, bytes.start, bytes.count);
}
