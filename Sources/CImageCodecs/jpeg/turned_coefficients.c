#include "turned_coefficients.h"

#include <string.h>

#include "common/deadline.h"

// A row of coefficients.
typedef JCOEF block_row __attribute__((vector_size(JPEG_BLOCK * sizeof(JCOEF))));

typedef struct turned_coefficients {
    jpeg_reader *original;
    jpeg_turn turn;
    JCOEF signs[JPEG_BLOCK][JPEG_BLOCK];    // of the coefficients of a block: odd frequencies are odd functions
    JBLOCKARRAY rows[JPEG_MAX_COMPONENTS];  // the blocks of an MCU row
} turned_coefficients;

// Each step rotates the six bits of all indices by one.
static void transpose(block_row rows[JPEG_BLOCK]) {
    for (int step = 0; step < 3; step++) {
        block_row next[JPEG_BLOCK];
        for (int i = 0; i < JPEG_BLOCK / 2; i++) {
            block_row a = rows[i], b = rows[i + JPEG_BLOCK / 2];
            next[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
            next[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
        }
        memcpy(rows, next, sizeof next);
    }
}

static void turn_block(const turned_coefficients *turned, JCOEF *to, const JCOEF *from) {
    block_row rows[JPEG_BLOCK], signs[JPEG_BLOCK];
    memcpy(rows, from, sizeof rows);
    memcpy(signs, turned->signs, sizeof signs);
    if (turned->turn.is_transposed) transpose(rows);
    for (int i = 0; i < JPEG_BLOCK; i++) rows[i] *= signs[i];
    memcpy(to, rows, sizeof rows);
}

// The rows of blocks of an MCU row that a writer reads. Blocks that are neighbors in the original are turned one after the other.
static JBLOCKARRAY turned_rows(void *context, j_common_ptr common, jvirt_barray_ptr array, int component, JDIMENSION first) {
    const turned_coefficients *turned = context;
    const jpeg_component_info *info = &turned->original->jpeg.comp_info[component];
    jpeg_turn turn = turned->turn;
    if (deadline_has_passed(turned->original->limits.deadline))
        jpeg_failure_raise((jpeg_failure *)common->err, CODEC_TIMEOUT, "the deadline has passed");
    JDIMENSION width = turn.is_transposed ? info->height_in_blocks : info->width_in_blocks;
    JDIMENSION height = turn.is_transposed ? info->width_in_blocks : info->height_in_blocks;
    JDIMENSION end = first + (JDIMENSION)(turn.is_transposed ? info->h_samp_factor : info->v_samp_factor);
    if (end > height) end = height;
    for (JDIMENSION x = 0; x < width; x++) {
        JDIMENSION from_x = turn.mirrors_columns ? width - 1 - x : x;
        for (JDIMENSION y = first; y < end; y++) {
            JDIMENSION from_y = turn.mirrors_rows ? height - 1 - y : y;
            const JBLOCK *block = turn.is_transposed ? coefficient_rows(array, from_x)[0] + from_y
                                                     : coefficient_rows(array, from_y)[0] + from_x;
            turn_block(turned, turned->rows[component][y - first][x], *block);
        }
    }
    return turned->rows[component];
}

static void find_signs(turned_coefficients *turned) {
    for (int row = 0; row < JPEG_BLOCK; row++) {
        for (int column = 0; column < JPEG_BLOCK; column++) {
            bool is_negated =
                (turned->turn.mirrors_columns && column % 2 == 1) != (turned->turn.mirrors_rows && row % 2 == 1);
            turned->signs[row][column] = is_negated ? -1 : 1;
        }
    }
}

static void transpose_table(JQUANT_TBL *table) {
    for (int row = 0; row < JPEG_BLOCK; row++) {
        for (int column = 0; column < row; column++) {
            UINT16 *a = &table->quantval[row * JPEG_BLOCK + column], *b = &table->quantval[column * JPEG_BLOCK + row];
            UINT16 step = *a;
            *a = *b;
            *b = step;
        }
    }
}

static void transpose_parameters(const struct jpeg_decompress_struct *original, struct jpeg_compress_struct *writer) {
    writer->image_width = original->image_height;
    writer->image_height = original->image_width;
#if JPEG_LIB_VERSION >= 70
    writer->jpeg_width = writer->image_width;
    writer->jpeg_height = writer->image_height;
#endif
    for (int i = 0; i < NUM_QUANT_TBLS; i++)
        if (writer->quant_tbl_ptrs[i]) transpose_table(writer->quant_tbl_ptrs[i]);
    for (int i = 0; i < writer->num_components; i++) {
        writer->comp_info[i].h_samp_factor = original->comp_info[i].v_samp_factor;
        writer->comp_info[i].v_samp_factor = original->comp_info[i].h_samp_factor;
    }
}

void turned_coefficients_install(jpeg_reader *original, struct jpeg_compress_struct *writer, jpeg_turn turn) {
    j_common_ptr common = (j_common_ptr)writer;
    turned_coefficients *turned = writer->mem->alloc_small(common, JPOOL_IMAGE, sizeof *turned);
    turned->original = original;
    turned->turn = turn;
    find_signs(turned);
    if (turn.is_transposed) transpose_parameters(&original->jpeg, writer);
    for (int i = 0; i < writer->num_components && i < JPEG_MAX_COMPONENTS; i++) {
        const jpeg_component_info *info = &original->jpeg.comp_info[i];
        JDIMENSION width = turn.is_transposed ? info->height_in_blocks : info->width_in_blocks;
        JDIMENSION height = (JDIMENSION)writer->comp_info[i].v_samp_factor;
        turned->rows[i] = (JBLOCKARRAY)writer->mem->alloc_barray(common, JPOOL_IMAGE, width, height);
    }
    original->memory.source = turned_rows;
    original->memory.context = turned;
}
