#include <stdlib.h>
#include <string.h>

#include "common/deadline.h"
#include "jpeg_original.h"

struct jpeg_merge {
    jpeg_original original;
    mcu_span *replaced;
    size_t replaced_count;
    uint64_t missing;  // replaced MCUs that have not been added yet
};

void jpeg_merge_close(jpeg_merge *merge) {
    if (!merge) return;
    merge->original.reader->memory.source = NULL;
    free(merge->original.quotients);
    free(merge->replaced);
    free(merge);
}

codec_status jpeg_merge_read(jpeg_merge *merge) {
    jpeg_reader *original = merge->original.reader;
    codec_status status = jpeg_reader_read_coefficients(original);
    if (status != CODEC_OK || !merge->original.quotients) return status;
    for (int i = 0; i < original->jpeg.num_components; i++) {
        const jpeg_component_info *info = &original->jpeg.comp_info[i];
        for (JDIMENSION row = 0; row < info->height_in_blocks; row++) {
            if (deadline_has_passed(original->limits.deadline)) return CODEC_TIMEOUT;
            JBLOCKROW blocks = coefficient_rows(original->coefficients[i], row)[0];
            for (JDIMENSION column = 0; column < info->width_in_blocks; column++)
                step_quotients_scale(merge->original.quotients, i, blocks[column]);
        }
    }
    return CODEC_OK;
}

const jpeg_original *jpeg_merge_original(const jpeg_merge *merge) { return &merge->original; }

static uint32_t mcus_per_row(const jpeg_merge *merge) {
    const struct jpeg_decompress_struct *jpeg = &merge->original.reader->jpeg;
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

// Copies the blocks of the replaced MCUs of a row to the original's rows of blocks.
static void copy_replaced(jpeg_merge *merge, JBLOCKARRAY to, JBLOCKARRAY from, int component, uint32_t row) {
    const jpeg_component_info *info = &merge->original.reader->jpeg.comp_info[component];
    uint32_t start = row * mcus_per_row(merge), end = start + mcus_per_row(merge);
    for (size_t i = first_span_after(merge, start); i < merge->replaced_count && merge->replaced[i].first < end; i++) {
        mcu_span span = merge->replaced[i];
        uint32_t first = span.first > start ? span.first - start : 0;
        uint32_t count = (span.end < end ? span.end : end) - start - first;
        if (component == 0) merge->missing -= count;
        size_t offset = (size_t)first * (size_t)info->h_samp_factor;
        size_t size = count * (size_t)info->h_samp_factor * sizeof(JBLOCK);
        for (int y = 0; y < info->v_samp_factor; y++) memcpy(to[y] + offset, from[y] + offset, size);
    }
}

// Whether a file has the same blocks in its MCU rows as the original, and as many rows as are expected.
static bool has_same_layout(const jpeg_reader *original, const jpeg_reader *piece, uint32_t first, uint32_t end) {
    const struct jpeg_decompress_struct *a = &original->jpeg, *b = &piece->jpeg;
    bool is_same = a->num_components == b->num_components && end <= a->total_iMCU_rows;
    is_same = is_same && end - first <= b->total_iMCU_rows;
    for (int i = 0; is_same && i < a->num_components; i++) {
        const jpeg_component_info *info_a = &a->comp_info[i], *info_b = &b->comp_info[i];
        is_same = info_a->width_in_blocks == info_b->width_in_blocks &&
                  info_a->h_samp_factor == info_b->h_samp_factor && info_a->v_samp_factor == info_b->v_samp_factor;
    }
    return is_same;
}

static codec_status add_rows(jpeg_merge *merge, const jpeg_reader *piece, uint32_t first, uint32_t end) {
    const jpeg_reader *original = merge->original.reader;
    for (int i = 0; i < original->jpeg.num_components; i++) {
        uint32_t rows = (uint32_t)original->jpeg.comp_info[i].v_samp_factor;
        for (uint32_t row = first; row < end; row++) {
            if (deadline_has_passed(original->limits.deadline)) return CODEC_TIMEOUT;
            JBLOCKARRAY from = coefficient_rows(piece->coefficients[i], (row - first) * rows);
            copy_replaced(merge, coefficient_rows(original->coefficients[i], row * rows), from, i, row);
        }
    }
    return CODEC_OK;
}

codec_status jpeg_merge_add(jpeg_merge *merge, uint32_t first, uint32_t end, codec_bytes file) {
    jpeg_image_info info;
    jpeg_reader *piece = jpeg_reader_open(file, unlimited);
    if (!piece) return CODEC_OUT_OF_MEMORY;
    codec_status status = jpeg_reader_start(piece, &info);
    if (status == CODEC_OK) status = jpeg_reader_read_coefficients(piece);
    if (status == CODEC_OK && !has_same_layout(merge->original.reader, piece, first, end)) status = CODEC_FAULT;
    if (status == CODEC_OK) status = add_rows(merge, piece, first, end);
    jpeg_reader_close(piece);
    return status == CODEC_OK || status == CODEC_OUT_OF_MEMORY || status == CODEC_TIMEOUT ? status : CODEC_FAULT;
}

// The rows of blocks that a writer reads, which are complete.
static JBLOCKARRAY merged_rows(void *context, j_common_ptr common, jvirt_barray_ptr array, int component, JDIMENSION first) {
    (void)component;
    const jpeg_merge *merge = context;
    jpeg_failure *failure = (jpeg_failure *)common->err;
    if (deadline_has_passed(merge->original.reader->limits.deadline))
        jpeg_failure_raise(failure, CODEC_TIMEOUT, "the deadline has passed");
    if (merge->missing > 0) jpeg_failure_raise(failure, CODEC_FAULT, "new coefficients are missing");
    return coefficient_rows(array, first);
}

jpeg_merge *jpeg_merge_open(jpeg_reader *original, const mcu_span *replaced, size_t count, const jpeg_quantization *finer) {
    jpeg_merge *merge = calloc(1, sizeof *merge);
    if (!merge) return NULL;
    merge->original.reader = original;
    // One more span than needed, because a request for no memory may return NULL.
    merge->replaced = calloc(count + 1, sizeof *replaced);
    if (!merge->replaced || !step_quotients_find(&merge->original.quotients, original, finer)) {
        jpeg_merge_close(merge);
        return NULL;
    }
    if (count > 0) memcpy(merge->replaced, replaced, count * sizeof *replaced);
    merge->replaced_count = count;
    for (size_t i = 0; i < count; i++) merge->missing += replaced[i].end - replaced[i].first;
    original->memory.source = merged_rows;
    original->memory.context = merge;
    return merge;
}
