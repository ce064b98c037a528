#include <stdlib.h>
#include <string.h>

#include "common/deadline.h"
#include "jpeg_merge_parameters.h"
#include "jpeg_reader_state.h"

// Some new MCU rows, as a JPEG file.
typedef struct piece {
    uint32_t first, end;
    codec_bytes file;
} piece;

struct jpeg_merge {
    jpeg_reader *original;
    mcu_span *replaced;
    size_t replaced_count;
    step_quotients *quotients;  // NULL unless the quantization steps change
    piece *pieces;
    size_t piece_count;
    jpeg_reader *open_piece;
    uint32_t open_first;  // the index of its first MCU row
};

void jpeg_merge_close(jpeg_merge *merge) {
    if (!merge) return;
    merge->original->memory.source = NULL;
    jpeg_reader_close(merge->open_piece);
    free(merge->pieces);
    free(merge->quotients);
    free(merge->replaced);
    free(merge);
}

codec_status jpeg_merge_read(jpeg_merge *merge) {
    jpeg_reader *original = merge->original;
    codec_status status = jpeg_reader_read_coefficients(original);
    if (status != CODEC_OK || !merge->quotients) return status;
    for (int i = 0; i < original->jpeg.num_components; i++) {
        const jpeg_component_info *info = &original->jpeg.comp_info[i];
        for (JDIMENSION row = 0; row < info->height_in_blocks; row++) {
            if (deadline_has_passed(original->limits.deadline)) return CODEC_TIMEOUT;
            JBLOCKROW blocks = coefficient_rows(original->coefficients[i], row)[0];
            for (JDIMENSION column = 0; column < info->width_in_blocks; column++)
                step_quotients_scale(merge->quotients, i, blocks[column]);
        }
    }
    return CODEC_OK;
}

codec_status jpeg_merge_add(jpeg_merge *merge, uint32_t first, uint32_t end, codec_bytes file) {
    piece *pieces = realloc(merge->pieces, (merge->piece_count + 1) * sizeof *pieces);
    if (!pieces) return CODEC_OUT_OF_MEMORY;
    merge->pieces = pieces;
    merge->pieces[merge->piece_count++] = (piece){first, end, file};
    return CODEC_OK;
}

jpeg_reader *jpeg_merge_original(jpeg_merge *merge) { return merge->original; }

const step_quotients *jpeg_merge_quotients(const jpeg_merge *merge) { return merge->quotients; }

static uint32_t mcus_per_row(const jpeg_merge *merge) {
    const struct jpeg_decompress_struct *jpeg = &merge->original->jpeg;
    uint32_t width = (uint32_t)(jpeg->max_h_samp_factor * JPEG_BLOCK);
    return (jpeg->image_width + width - 1) / width;
}

// The index of the first replaced span that ends after an MCU.
static size_t first_span_after(const jpeg_merge *merge, uint32_t mcu) {
    size_t low = 0, high = merge->replaced_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (merge->replaced[middle].end > mcu) high = middle;
        else low = middle + 1;
    }
    return low;
}

// Copies the blocks of the kept MCUs of a row from the original's rows of blocks.
static void copy_kept(const jpeg_merge *merge, JBLOCKARRAY to, JBLOCKARRAY from, int component, uint32_t row) {
    const jpeg_component_info *info = &merge->original->jpeg.comp_info[component];
    uint32_t per_row = mcus_per_row(merge), next = row * per_row, end = next + per_row;
    for (size_t span = first_span_after(merge, next); next < end; span++) {
        bool is_last = span == merge->replaced_count || merge->replaced[span].first >= end;
        uint32_t kept_end = is_last ? end : merge->replaced[span].first;
        if (kept_end > next) {
            size_t first = (size_t)(next - row * per_row) * (size_t)info->h_samp_factor;
            size_t count = (size_t)(kept_end - next) * (size_t)info->h_samp_factor;
            for (int i = 0; i < info->v_samp_factor; i++)
                memcpy(to[i] + first, from[i] + first, count * sizeof(JBLOCK));
        }
        next = is_last ? end : merge->replaced[span].end;
    }
}

static const piece *piece_with_row(const jpeg_merge *merge, uint32_t row) {
    for (size_t i = 0; i < merge->piece_count; i++)
        if (merge->pieces[i].first <= row && row < merge->pieces[i].end) return &merge->pieces[i];
    return NULL;
}

static codec_status open_piece(jpeg_merge *merge, const piece *piece) {
    jpeg_reader_close(merge->open_piece);
    jpeg_image_info info;
    merge->open_first = piece->first;
    merge->open_piece = jpeg_reader_open(piece->file, unlimited);
    if (!merge->open_piece) return CODEC_OUT_OF_MEMORY;
    codec_status status = jpeg_reader_start(merge->open_piece, &info);
    return status == CODEC_OK ? jpeg_reader_read_coefficients(merge->open_piece) : status;
}

// Whether two files have the same blocks in an MCU row of a component.
static bool has_same_layout(const jpeg_reader *a, const jpeg_reader *b, int component) {
    const jpeg_component_info *info_a = &a->jpeg.comp_info[component], *info_b = &b->jpeg.comp_info[component];
    return a->jpeg.num_components == b->jpeg.num_components && info_a->width_in_blocks == info_b->width_in_blocks &&
           info_a->h_samp_factor == info_b->h_samp_factor && info_a->v_samp_factor == info_b->v_samp_factor;
}

// The rows of blocks that a writer reads from an array of coefficients: those of the original, or new ones.
static JBLOCKARRAY merged_rows(void *context, j_common_ptr common, jvirt_barray_ptr array, int component, JDIMENSION first) {
    jpeg_merge *merge = context;
    jpeg_failure *failure = (jpeg_failure *)common->err;
    JDIMENSION rows = (JDIMENSION)merge->original->jpeg.comp_info[component].v_samp_factor;
    uint32_t row = first / rows;
    if (deadline_has_passed(merge->original->limits.deadline))
        jpeg_failure_raise(failure, CODEC_TIMEOUT, "the deadline has passed");
    size_t span = first_span_after(merge, row * mcus_per_row(merge));
    if (span == merge->replaced_count || merge->replaced[span].first >= (row + 1) * mcus_per_row(merge))
        return coefficient_rows(array, first);
    const piece *found = piece_with_row(merge, row);
    if (!found) jpeg_failure_raise(failure, CODEC_FAULT, "new coefficients are missing");
    if (!merge->open_piece || merge->open_first != found->first) {
        codec_status status = open_piece(merge, found);
        if (status != CODEC_OK) jpeg_failure_raise(failure, status, "new coefficients cannot be read");
    }
    if (!has_same_layout(merge->original, merge->open_piece, component))
        jpeg_failure_raise(failure, CODEC_FAULT, "new coefficients do not match the original");
    JBLOCKARRAY blocks = coefficient_rows(merge->open_piece->coefficients[component], (row - found->first) * rows);
    copy_kept(merge, blocks, coefficient_rows(array, first), component, row);
    return blocks;
}

// Prepares for finer steps, unless they stay the same. Returns false if there is no memory, or if the steps do not suit the original.
static bool open_finer(jpeg_merge *merge, const jpeg_quantization *finer) {
    if (!finer) return true;
    merge->quotients = calloc(1, sizeof *merge->quotients);
    return merge->quotients && step_quotients_find(merge->quotients, merge->original, finer);
}

jpeg_merge *jpeg_merge_open(jpeg_reader *original, const mcu_span *replaced, size_t count, const jpeg_quantization *finer) {
    jpeg_merge *merge = calloc(1, sizeof *merge);
    if (!merge) return NULL;
    merge->original = original;
    // One more span than needed, because a request for no memory may return NULL.
    merge->replaced = calloc(count + 1, sizeof *replaced);
    if (!merge->replaced || !open_finer(merge, finer)) {
        jpeg_merge_close(merge);
        return NULL;
    }
    if (count > 0) memcpy(merge->replaced, replaced, count * sizeof *replaced);
    merge->replaced_count = count;
    original->memory.source = merged_rows;
    original->memory.context = merge;
    return merge;
}
