#include "turned_coefficients.h"

#include "common/deadline.h"

typedef struct turned_coefficients {
    jpeg_reader *original;
    jpeg_turn turn;
    uint8_t sources[JPEG_BLOCK_AREA];      // the index in a block of the original of each coefficient, row by row
    JCOEF signs[JPEG_BLOCK_AREA];          // its sign: odd frequencies are odd functions
    JBLOCKARRAY rows[JPEG_MAX_COMPONENTS]; // the blocks of an MCU row
} turned_coefficients;

static void turn_block(const turned_coefficients *turned, JCOEF *restrict to, const JCOEF *restrict from) {
    for (int k = 0; k < JPEG_BLOCK_AREA; k++) to[k] = (JCOEF)(from[turned->sources[k]] * turned->signs[k]);
}

// The rows of blocks of an MCU row that a writer reads. Blocks that are neighbors in the original are turned one after the other.
static JBLOCKARRAY turned_rows(void *context, j_common_ptr common, jvirt_barray_ptr array, int component, JDIMENSION first) {
    const turned_coefficients *turned = context;
    const jpeg_component_info *info = &turned->original->jpeg.comp_info[component];
    jpeg_turn turn = turned->turn;
    if (deadline_has_passed(turned->original->deadline))
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

static void find_sources(turned_coefficients *turned) {
    jpeg_turn turn = turned->turn;
    for (int row = 0; row < JPEG_BLOCK; row++) {
        for (int column = 0; column < JPEG_BLOCK; column++) {
            int k = row * JPEG_BLOCK + column;
            bool is_negated = (turn.mirrors_columns && column % 2 == 1) != (turn.mirrors_rows && row % 2 == 1);
            turned->sources[k] = (uint8_t)(turn.is_transposed ? column * JPEG_BLOCK + row : k);
            turned->signs[k] = is_negated ? -1 : 1;
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
    find_sources(turned);
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
