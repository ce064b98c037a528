#include "deflate_band.h"

#include "deflate_encoder.h"
#include <isa-l.h>
#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>

#include "deflate_skimmer.h"

enum {
    PROBE_COUNT = 2,
    BAND_END_SIZE = 64,  // an upper bound for the blocks that end a band
};

// libdeflate's levels.
static const int level_of[DEFLATE_METHOD_COUNT] = {[DEFLATE_MATCHES] = 2, [DEFLATE_OPTIMAL] = 10};

// The part of the size that a method must save to be worth its time.
static const size_t least_advantage_of[DEFLATE_METHOD_COUNT] = {[DEFLATE_MATCHES] = 32, [DEFLATE_OPTIMAL] = 16};

// The size of the parts of a band that tell how much a method saves: slow methods depend on more bytes before a match.
static const size_t probe_size_of[DEFLATE_METHOD_COUNT] = {[DEFLATE_MATCHES] = 1 << 12, [DEFLATE_OPTIMAL] = 1 << 14};

struct deflate_workspace {
    size_t max_count;
    struct isal_zstream *isal;
    uint8_t *isal_memory;
    deflate_encoder *encoders[DEFLATE_METHOD_COUNT];
    struct libdeflate_compressor *compressors[DEFLATE_METHOD_COUNT];
    deflate_skimmer *skimmer;
    uint8_t *compressed[DEFLATE_METHOD_COUNT];  // the output of each method
    size_t capacity;                            // of each output
};

deflate_workspace *deflate_workspace_open(size_t max_count) {
    if (max_count > UINT_MAX / 2) return NULL;
    deflate_workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace) return NULL;
    workspace->max_count = max_count;
    workspace->capacity = deflate_encoder_bound(max_count) + max_count / 16 + BAND_END_SIZE;
    return workspace;
}

void deflate_workspace_close(deflate_workspace *workspace) {
    if (!workspace) return;
    for (int i = 0; i < DEFLATE_METHOD_COUNT; i++) {
        libdeflate_free_compressor(workspace->compressors[i]);
        deflate_encoder_close(workspace->encoders[i]);
        free(workspace->compressed[i]);
    }
    deflate_skimmer_close(workspace->skimmer);
    free(workspace->isal);
    free(workspace->isal_memory);
    free(workspace);
}

static bool allocate_output(deflate_workspace *workspace, deflate_method method) {
    if (!workspace->compressed[method]) workspace->compressed[method] = malloc(workspace->capacity);
    return workspace->compressed[method];
}

static codec_status compress_with_isal(
    deflate_workspace *workspace, codec_bytes band, bool is_last, codec_bytes *compressed) {
    if (!workspace->isal) workspace->isal = malloc(sizeof *workspace->isal);
    if (!workspace->isal_memory) workspace->isal_memory = malloc(ISAL_DEF_LVL1_DEFAULT);
    struct isal_zstream *stream = workspace->isal;
    uint8_t *output = workspace->compressed[DEFLATE_ISAL];
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
    *compressed = (codec_bytes){output, stream->total_out};
    return CODEC_OK;
}

static codec_status compress_rows(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *compressed) {
    deflate_encoder **encoder = &workspace->encoders[method];
    if (!*encoder) *encoder = deflate_encoder_open(method == DEFLATE_ROWS ? DEFLATE_QUICK : DEFLATE_THOROUGH);
    if (!*encoder) return CODEC_OUT_OF_MEMORY;
    uint8_t *output = workspace->compressed[method];
    *compressed = (codec_bytes){output, deflate_encoder_encode(*encoder, band.start, band.count, is_last, output)};
    return CODEC_OK;
}

// Turns the last block of a stream into one that others may follow, and ends at a byte boundary with an empty stored block.
static codec_status continue_stream(deflate_workspace *workspace, uint8_t *stream, size_t *count) {
    static const uint8_t empty_block[] = {0, 0, 0xFF, 0xFF};
    if (!workspace->skimmer) workspace->skimmer = deflate_skimmer_open();
    if (!workspace->skimmer) return CODEC_OUT_OF_MEMORY;
    uint64_t last_block = 0, end = 0;
    deflate_skimmer_start_bytes(workspace->skimmer, (codec_bytes){stream, *count});
    if (deflate_skimmer_find_end(workspace->skimmer, &last_block, &end) != CODEC_OK) return CODEC_FAULT;
    size_t stored_header_end = (size_t)(end + 3 + 7) / 8;
    if (stored_header_end + sizeof empty_block > workspace->capacity) return CODEC_FAULT;
    stream[last_block / 8] &= (uint8_t)~(1 << last_block % 8);
    // The bits after the end are zero, like those of the header.
    if (stored_header_end > *count) stream[stored_header_end - 1] = 0;
    memcpy(stream + stored_header_end, empty_block, sizeof empty_block);
    *count = stored_header_end + sizeof empty_block;
    return CODEC_OK;
}

static codec_status compress_matches(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *compressed) {
    struct libdeflate_compressor **compressor = &workspace->compressors[method];
    if (!*compressor) *compressor = libdeflate_alloc_compressor(level_of[method]);
    if (!*compressor) return CODEC_OUT_OF_MEMORY;
    uint8_t *output = workspace->compressed[method];
    size_t room = workspace->capacity - BAND_END_SIZE;
    size_t count = libdeflate_deflate_compress(*compressor, band.start, band.count, output, room);
    if (count == 0) return CODEC_FAULT;
    codec_status status = is_last ? CODEC_OK : continue_stream(workspace, output, &count);
    *compressed = (codec_bytes){output, count};
    return status;
}

codec_status deflate_band_compress(
    deflate_workspace *workspace, deflate_method method, codec_bytes band, bool is_last, codec_bytes *compressed) {
    if (band.count > workspace->max_count) return CODEC_FAULT;
    if (!allocate_output(workspace, method)) return CODEC_OUT_OF_MEMORY;
    switch (method) {
        case DEFLATE_ISAL: return compress_with_isal(workspace, band, is_last, compressed);
        case DEFLATE_ROWS:
        case DEFLATE_SMALL_ROWS: return compress_rows(workspace, method, band, is_last, compressed);
        case DEFLATE_MATCHES:
        case DEFLATE_OPTIMAL: return compress_matches(workspace, method, band, is_last, compressed);
    }
}

// The compressed size of a part of a band, or 0 if compression fails.
static size_t compressed_size(deflate_workspace *workspace, deflate_method method, codec_bytes part) {
    codec_bytes compressed = {0};
    (void)deflate_band_compress(workspace, method, part, true, &compressed);
    return compressed.count;
}

deflate_method deflate_band_choose(
    deflate_workspace *workspace, deflate_method quick, deflate_method slow, codec_bytes band) {
    size_t quick_size = 0, slow_size = 0;
    for (size_t i = 0; i < PROBE_COUNT; i++) {
        size_t start = band.count / PROBE_COUNT * i;
        size_t most = probe_size_of[slow], count = band.count - start < most ? band.count - start : most;
        codec_bytes probe = {band.start + start, count};
        quick_size += compressed_size(workspace, quick, probe);
        slow_size += compressed_size(workspace, slow, probe);
    }
    return slow_size + slow_size / least_advantage_of[slow] < quick_size ? slow : quick;
}
