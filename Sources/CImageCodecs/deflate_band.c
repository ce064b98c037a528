#include "deflate_band.h"

#include <isa-l.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    SAMPLES = 4,
    SAMPLE = 1 << 12,
    MARKS = 64,  // what ends a band, generously
};

typedef struct zlib_settings {
    int level, strategy;
} zlib_settings;

static const zlib_settings settings_of[DEFLATE_METHODS] = {
    [DEFLATE_RUNS] = {1, Z_RLE},
    [DEFLATE_MATCHES] = {6, Z_DEFAULT_STRATEGY},
    [DEFLATE_HARDER] = {8, Z_DEFAULT_STRATEGY},
};

struct deflate_workspace {
    size_t most;
    struct isal_zstream *quick;
    uint8_t *quick_memory;
    z_stream streams[DEFLATE_METHODS];
    bool is_open[DEFLATE_METHODS];
    uint8_t *packed[DEFLATE_METHODS];
    size_t room;
};

deflate_workspace *deflate_workspace_open(size_t most) {
    if (most > UINT_MAX / 2) return NULL;
    deflate_workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace) return NULL;
    workspace->most = most;
    workspace->room = compressBound(most) + most / 16 + MARKS;
    return workspace;
}

void deflate_workspace_close(deflate_workspace *workspace) {
    if (!workspace) return;
    for (int i = 0; i < DEFLATE_METHODS; i++) {
        if (workspace->is_open[i]) deflateEnd(&workspace->streams[i]);
        free(workspace->packed[i]);
    }
    free(workspace->quick);
    free(workspace->quick_memory);
    free(workspace);
}

static bool has_room(deflate_workspace *workspace, deflate_method method) {
    if (!workspace->packed[method]) workspace->packed[method] = malloc(workspace->room);
    return workspace->packed[method];
}

static codec_status pack_quickly(deflate_workspace *workspace, codec_bytes band, bool is_last, codec_bytes *packed) {
    if (!workspace->quick) workspace->quick = malloc(sizeof *workspace->quick);
    if (!workspace->quick_memory) workspace->quick_memory = malloc(ISAL_DEF_LVL1_DEFAULT);
    struct isal_zstream *stream = workspace->quick;
    uint8_t *to = workspace->packed[DEFLATE_QUICKLY];
    if (!stream || !workspace->quick_memory) return CODEC_OUT_OF_MEMORY;
    isal_deflate_init(stream);
    stream->level = 1;
    stream->level_buf = workspace->quick_memory;
    stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream->flush = is_last ? NO_FLUSH : SYNC_FLUSH;
    stream->end_of_stream = is_last;
    stream->next_in = (uint8_t *)band.start;
    stream->avail_in = (uint32_t)band.count;
    stream->next_out = to;
    stream->avail_out = (uint32_t)workspace->room;
    // a full buffer cannot be told from one that has just been enough
    if (isal_deflate(stream) != COMP_OK || stream->avail_in > 0 || stream->avail_out == 0) return CODEC_FAULT;
    *packed = (codec_bytes){to, stream->total_out};
    return CODEC_OK;
}

static z_stream *open_stream(deflate_workspace *workspace, deflate_method method, zlib_settings settings) {
    enum { RAW = -MAX_WBITS, USUAL_MEMORY = 8 };
    z_stream *stream = &workspace->streams[method];
    if (workspace->is_open[method]) return deflateReset(stream) == Z_OK ? stream : NULL;
    workspace->is_open[method] =
        deflateInit2(stream, settings.level, Z_DEFLATED, RAW, USUAL_MEMORY, settings.strategy) == Z_OK;
    return workspace->is_open[method] ? stream : NULL;
}

codec_status deflate_band_pack(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *packed) {
    if (band.count > workspace->most) return CODEC_FAULT;
    if (!has_room(workspace, method)) return CODEC_OUT_OF_MEMORY;
    if (method == DEFLATE_QUICKLY) return pack_quickly(workspace, band, is_last, packed);
    z_stream *stream = open_stream(workspace, method, settings_of[method]);
    if (!stream) return CODEC_OUT_OF_MEMORY;
    stream->next_in = (Bytef *)band.start;
    stream->avail_in = (uInt)band.count;
    stream->next_out = workspace->packed[method];
    stream->avail_out = (uInt)workspace->room;
    int result = deflate(stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
    if (result != (is_last ? Z_STREAM_END : Z_OK) || stream->avail_out == 0) return CODEC_FAULT;
    *packed = (codec_bytes){workspace->packed[method], stream->total_out};
    return CODEC_OK;
}

// What a piece of a band is packed to with a method, or nothing if that fails.
static size_t packed_size(deflate_workspace *workspace, deflate_method method, codec_bytes piece) {
    codec_bytes packed = {0};
    (void)deflate_band_pack(workspace, method, piece, true, &packed);
    return packed.count;
}

bool deflate_band_has_matches(deflate_workspace *workspace, codec_bytes band) {
    size_t by_runs = 0, quickly = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        size_t start = band.count / SAMPLES * i;
        size_t count = band.count - start < SAMPLE ? band.count - start : SAMPLE;
        codec_bytes sample = {band.start + start, count};
        by_runs += packed_size(workspace, DEFLATE_RUNS, sample);
        quickly += packed_size(workspace, DEFLATE_QUICKLY, sample);
    }
    // of what has hardly any matches, ISA-L makes a fifth more than runs of bytes are
    return quickly < by_runs;
}
