#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg_merge_rows.h"
#include "jpeg_reader.h"

// Some new rows of MCUs, as a JPEG file.
typedef struct piece {
    uint32_t first, end;
    uint8_t *file;
    size_t size;
} piece;

struct jpeg_merge {
    jpeg_reader *original;
    bool is_concurrent;
    uint32_t new_first, new_end;
    jpeg_reader *open_piece;  // of the writer's thread alone, and the number of its first row
    uint32_t open_first;

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool has_begun;
    uint32_t rows_read;     // rows of MCUs that the reader is done with
    uint32_t rows_written;  // those that the writer is done with
    piece *pieces;
    size_t piece_count;
    bool is_over;  // somebody has failed, and nobody waits any more
};

enum { ROWS_KEPT = 32 };

jpeg_merge *jpeg_merge_open(jpeg_reader *original, uint32_t new_first, uint32_t new_end, bool is_concurrent) {
    jpeg_merge *merge = calloc(1, sizeof *merge);
    if (!merge) return NULL;
    merge->original = original;
    merge->new_first = new_first;
    merge->new_end = new_end;
    merge->is_concurrent = is_concurrent;
    pthread_mutex_init(&merge->mutex, NULL);
    pthread_cond_init(&merge->changed, NULL);
    original->blocks.merge = merge;
    original->blocks.row_limit = is_concurrent ? ROWS_KEPT : 0;
    return merge;
}

void jpeg_merge_use_one_thread(jpeg_merge *merge) {
    merge->is_concurrent = false;
    merge->original->blocks.row_limit = 0;
}

void jpeg_merge_close(jpeg_merge *merge) {
    if (!merge) return;
    merge->original->blocks.merge = NULL;
    jpeg_reader_close(merge->open_piece);
    for (size_t i = 0; i < merge->piece_count; i++) free(merge->pieces[i].file);
    free(merge->pieces);
    pthread_cond_destroy(&merge->changed);
    pthread_mutex_destroy(&merge->mutex);
    free(merge);
}

static void set(jpeg_merge *merge, void (*change)(jpeg_merge *merge, uint32_t value), uint32_t value) {
    pthread_mutex_lock(&merge->mutex);
    change(merge, value);
    pthread_cond_broadcast(&merge->changed);
    pthread_mutex_unlock(&merge->mutex);
}

static void set_read(jpeg_merge *merge, uint32_t rows) {
    merge->has_begun = true;
    if (rows > merge->rows_read) merge->rows_read = rows;
}

static void set_over(jpeg_merge *merge, uint32_t unused) {
    (void)unused;
    merge->is_over = true;
}

void jpeg_merge_cancel(jpeg_merge *merge) { set(merge, set_over, 0); }

codec_status jpeg_merge_read(jpeg_merge *merge) {
    codec_status status = jpeg_reader_read_coefficients(merge->original);
    if (status == CODEC_OK) set(merge, set_read, UINT32_MAX);
    else jpeg_merge_cancel(merge);
    return status;
}

codec_status jpeg_merge_add(jpeg_merge *merge, uint32_t first, uint32_t end, codec_bytes file) {
    uint8_t *copy = malloc(file.count);
    pthread_mutex_lock(&merge->mutex);
    piece *pieces = copy ? realloc(merge->pieces, (merge->piece_count + 1) * sizeof *pieces) : NULL;
    if (pieces) {
        memcpy(copy, file.start, file.count);
        merge->pieces = pieces;
        merge->pieces[merge->piece_count++] = (piece){first, end, copy, file.count};
        pthread_cond_broadcast(&merge->changed);
    }
    pthread_mutex_unlock(&merge->mutex);
    if (!pieces) free(copy);
    return pieces ? CODEC_OK : CODEC_OUT_OF_MEMORY;
}

bool jpeg_merge_wait_for_beginning(jpeg_merge *merge) {
    pthread_mutex_lock(&merge->mutex);
    while (!merge->has_begun && !merge->is_over) pthread_cond_wait(&merge->changed, &merge->mutex);
    bool has_begun = merge->has_begun;
    pthread_mutex_unlock(&merge->mutex);
    return has_begun;
}

jpeg_reader *jpeg_merge_original(jpeg_merge *merge) { return merge->original; }

void jpeg_merge_begin_rows(jpeg_merge *merge, j_common_ptr common, int component, JDIMENSION first) {
    uint32_t row = first / (JDIMENSION)merge->original->jpeg.comp_info[component].v_samp_factor;
    pthread_mutex_lock(&merge->mutex);
    set_read(merge, row);
    pthread_cond_broadcast(&merge->changed);
    while (merge->is_concurrent && !merge->is_over && row >= merge->rows_written + ROWS_KEPT)
        pthread_cond_wait(&merge->changed, &merge->mutex);
    bool is_over = merge->is_over;
    pthread_mutex_unlock(&merge->mutex);
    if (is_over) jpeg_failure_raise((jpeg_failure *)common->err, CODEC_FAULT, "the writing has ended");
}

// Waits until a row has been read; or, if it is new, until the piece is there in which it is, of which a copy is made.
static bool wait_for_row(jpeg_merge *merge, uint32_t row, bool is_new, piece *found) {
    bool is_there = false;
    pthread_mutex_lock(&merge->mutex);
    if (row > merge->rows_written) merge->rows_written = row;
    pthread_cond_broadcast(&merge->changed);
    while (!merge->is_over) {
        for (size_t i = 0; is_new && !is_there && i < merge->piece_count; i++) {
            is_there = merge->pieces[i].first <= row && row < merge->pieces[i].end;
            if (is_there) *found = merge->pieces[i];
        }
        if (!is_new) is_there = row < merge->rows_read;
        if (is_there) break;
        pthread_cond_wait(&merge->changed, &merge->mutex);
    }
    pthread_mutex_unlock(&merge->mutex);
    return is_there;
}

static codec_status open_piece(jpeg_merge *merge, const piece *piece) {
    jpeg_reader_close(merge->open_piece);
    jpeg_picture picture;
    merge->open_first = piece->first;
    merge->open_piece = jpeg_reader_open((codec_bytes){piece->file, piece->size}, SIZE_MAX, 1, INT64_MAX);
    if (!merge->open_piece) return CODEC_OUT_OF_MEMORY;
    codec_status status = jpeg_reader_start(merge->open_piece, &picture);
    return status == CODEC_OK ? jpeg_reader_read_coefficients(merge->open_piece) : status;
}

// Whether a piece has the same blocks in a row as the original.
static bool is_as_wide(const jpeg_reader *one, const jpeg_reader *other, int component) {
    const jpeg_component_info *info = &one->jpeg.comp_info[component], *others = &other->jpeg.comp_info[component];
    return one->jpeg.num_components == other->jpeg.num_components && info->width_in_blocks == others->width_in_blocks &&
           info->v_samp_factor == others->v_samp_factor;
}

JBLOCKARRAY jpeg_merge_rows(
    jpeg_merge *merge, j_common_ptr common, jvirt_barray_ptr array, int component, JDIMENSION first) {
    jpeg_failure *failure = (jpeg_failure *)common->err;
    JDIMENSION rows = (JDIMENSION)merge->original->jpeg.comp_info[component].v_samp_factor;
    uint32_t row = first / rows;
    if (jpeg_reader_is_late(merge->original)) jpeg_failure_raise(failure, CODEC_TIMEOUT, "the time is over");
    bool is_new = merge->new_first <= row && row < merge->new_end;
    piece found = {0};
    if (!wait_for_row(merge, row, is_new, &found))
        jpeg_failure_raise(failure, CODEC_FAULT, "the reading has ended");
    if (!is_new) return jpeg_blocks_rows(array, first);
    if (!merge->open_piece || merge->open_first != found.first) {
        codec_status status = open_piece(merge, &found);
        if (status != CODEC_OK) jpeg_failure_raise(failure, status, "new coefficients cannot be read");
    }
    if (!is_as_wide(merge->original, merge->open_piece, component))
        jpeg_failure_raise(failure, CODEC_FAULT, "new coefficients do not fit");
    return jpeg_blocks_rows(merge->open_piece->coefficients[component], (row - found.first) * rows);
}
