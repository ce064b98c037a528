#include "deflate_band.h"

#include <isa-l.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    PROBE_COUNT = 4,
    PROBE_SIZE = 1 << 12,
    BAND_END_SIZE = 64,  // an upper bound for the blocks that end a band
};

typedef struct zlib_settings {
    int level, strategy;
} zlib_settings;

static const zlib_settings settings_of[DEFLATE_METHOD_COUNT] = {
    [DEFLATE_RUNS] = {1, Z_RLE},
    [DEFLATE_MATCHES] = {6, Z_DEFAULT_STRATEGY},
    [DEFLATE_SMALL] = {8, Z_DEFAULT_STRATEGY},
};

struct deflate_workspace {
    size_t max_count;
    struct isal_zstream *isal;
    uint8_t *isal_memory;
    z_stream streams[DEFLATE_METHOD_COUNT];
    bool is_open[DEFLATE_METHOD_COUNT];
    uint8_t *packed[DEFLATE_METHOD_COUNT];  // the output of each method
    size_t capacity;                        // of each output
};

deflate_workspace *deflate_workspace_open(size_t max_count) {
    if (max_count > UINT_MAX / 2) return NULL;
    deflate_workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace) return NULL;
    workspace->max_count = max_count;
    workspace->capacity = compressBound(max_count) + max_count / 16 + BAND_END_SIZE;
    return workspace;
}

void deflate_workspace_close(deflate_workspace *workspace) {
    if (!workspace) return;
    for (int i = 0; i < DEFLATE_METHOD_COUNT; i++) {
        if (workspace->is_open[i]) deflateEnd(&workspace->streams[i]);
        free(workspace->packed[i]);
    }
    free(workspace->isal);
    free(workspace->isal_memory);
    free(workspace);
}

static bool allocate_output(deflate_workspace *workspace, deflate_method method) {
    if (!workspace->packed[method]) workspace->packed[method] = malloc(workspace->capacity);
    return workspace->packed[method];
}

static codec_status pack_with_isal(deflate_workspace *workspace, codec_bytes band, bool is_last, codec_bytes *packed) {
    if (!workspace->isal) workspace->isal = malloc(sizeof *workspace->isal);
    if (!workspace->isal_memory) workspace->isal_memory = malloc(ISAL_DEF_LVL1_DEFAULT);
    struct isal_zstream *stream = workspace->isal;
    uint8_t *output = workspace->packed[DEFLATE_ISAL];
    if (!stream || !workspace->isal_memory) return CODEC_OUT_OF_MEMORY;
    isal_deflate_init(stream);
    stream->level = 1;
    stream->level_buf = workspace->isal_memory;
    stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream->flush = is_last ? NO_FLUSH : SYNC_FLUSH;
    stream->end_of_stream = is_last;
    stream->next_in = (uint8_t *)band.start;
    stream->avail_in = (uint32_t)band.count;
    stream->next_out = output;
    stream->avail_out = (uint32_t)workspace->capacity;
    // If the output buffer is full, the data may be truncated; the final stream state does not indicate this.
    if (isal_deflate(stream) != COMP_OK || stream->avail_in > 0 || stream->avail_out == 0) return CODEC_FAULT;
    *packed = (codec_bytes){output, stream->total_out};
    return CODEC_OK;
}

static z_stream *open_stream(deflate_workspace *workspace, deflate_method method, zlib_settings settings) {
    enum { RAW_DEFLATE = -MAX_WBITS, DEFAULT_MEMORY_LEVEL = 8 };
    z_stream *stream = &workspace->streams[method];
    if (workspace->is_open[method]) return deflateReset(stream) == Z_OK ? stream : NULL;
    workspace->is_open[method] =
        deflateInit2(stream, settings.level, Z_DEFLATED, RAW_DEFLATE, DEFAULT_MEMORY_LEVEL, settings.strategy) == Z_OK;
    return workspace->is_open[method] ? stream : NULL;
}

codec_status deflate_band_pack(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *packed) {
    if (band.count > workspace->max_count) return CODEC_FAULT;
    if (!allocate_output(workspace, method)) return CODEC_OUT_OF_MEMORY;
    if (method == DEFLATE_ISAL) return pack_with_isal(workspace, band, is_last, packed);
    z_stream *stream = open_stream(workspace, method, settings_of[method]);
    if (!stream) return CODEC_OUT_OF_MEMORY;
    stream->next_in = (Bytef *)band.start;
    stream->avail_in = (uInt)band.count;
    stream->next_out = workspace->packed[method];
    stream->avail_out = (uInt)workspace->capacity;
    int result = deflate(stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    if (result != (is_last ? Z_STREAM_END : Z_OK) || stream->avail_out == 0) return CODEC_FAULT;
    *packed = (codec_bytes){workspace->packed[method], stream->total_out};
    return CODEC_OK;
}

// The compressed size of a part of a band, or 0 if compression fails.
static size_t packed_size(deflate_workspace *workspace, deflate_method method, codec_bytes part) {
    codec_bytes packed = {0};
    (void)deflate_band_pack(workspace, method, part, true, &packed);
    return packed.count;
}

bool deflate_band_has_matches(deflate_workspace *workspace, codec_bytes band) {
    size_t with_runs = 0, with_isal = 0;
    for (size_t i = 0; i < PROBE_COUNT; i++) {
        size_t start = band.count / PROBE_COUNT * i;
        size_t count = band.count - start < PROBE_SIZE ? band.count - start : PROBE_SIZE;
        codec_bytes probe = {band.start + start, count};
        with_runs += packed_size(workspace, DEFLATE_RUNS, probe);
        with_isal += packed_size(workspace, DEFLATE_ISAL, probe);
    }
    // Data with few matches other than runs is about 20% larger with ISA-L than with run-length matches only.
    return with_isal < with_runs;
}
