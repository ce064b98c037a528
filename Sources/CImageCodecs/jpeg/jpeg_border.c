#include "jpeg_border.h"

#include <string.h>

#include "jpeg_plane_rows.h"
#include "jpeg_reader_state.h"

// Private in libjpeg, but the same in all of its versions and descendants, as their modules replace each other's functions.
struct jpeg_inverse_dct {
    void (*start_pass)(j_decompress_ptr jpeg);
    jpeg_inverse_transform transforms[MAX_COMPONENTS];
};

enum {
    BASIS_BITS = 13,
    MIDDLE_BITS = 4,          // the fractional bits between the axes
    LARGEST_VALUE = 1 << 15,  // no intact file has larger coefficients; sums of their products fit 32 bits
    SAMPLE_CENTER = 128,
    LARGEST_SAMPLE = 255,
};

// cos((2x + 1)uπ / 16) / 2, or √½ / 2 for u = 0, for each frequency u and sample x
static const int32_t basis[JPEG_BLOCK][JPEG_BLOCK] = {
    {2896, 2896, 2896, 2896, 2896, 2896, 2896, 2896},     {4017, 3406, 2276, 799, -799, -2276, -3406, -4017},
    {3784, 1567, -1567, -3784, -3784, -1567, 1567, 3784}, {3406, -799, -4017, -2276, 2276, 4017, 799, -3406},
    {2896, -2896, -2896, 2896, 2896, -2896, -2896, 2896}, {2276, -4017, 799, 3406, -3406, -799, 4017, -2276},
    {1567, -3784, 3784, -1567, -1567, 3784, -3784, 1567}, {799, -2276, 3406, -4017, 4017, -3406, 2276, -799},
};

static int32_t limited(int32_t value) {
    return value < -LARGEST_VALUE ? -LARGEST_VALUE : value > LARGEST_VALUE ? LARGEST_VALUE : value;
}

// Computes the samples of a block in its full size.
static void decode_block(const int16_t *block, const uint16_t *steps, uint8_t samples[JPEG_BLOCK][JPEG_BLOCK]) {
    int32_t middle[JPEG_BLOCK][JPEG_BLOCK] = {{0}};
    for (int v = 0; v < JPEG_BLOCK; v++) {
        static const int16_t zeros[JPEG_BLOCK];
        if (memcmp(block + JPEG_BLOCK * v, zeros, sizeof zeros) == 0) continue;
        int32_t row[JPEG_BLOCK];
        for (int u = 0; u < JPEG_BLOCK; u++)
            row[u] = limited(block[JPEG_BLOCK * v + u] * (int32_t)steps[JPEG_BLOCK * v + u]);
        for (int y = 0; y < JPEG_BLOCK; y++)
            for (int u = 0; u < JPEG_BLOCK; u++) middle[y][u] += basis[v][y] * row[u];
    }
    for (int y = 0; y < JPEG_BLOCK; y++) {
        int32_t sums[JPEG_BLOCK] = {0};
        for (int u = 0; u < JPEG_BLOCK; u++) {
            int32_t value = limited(middle[y][u] >> (BASIS_BITS - MIDDLE_BITS));
            for (int x = 0; x < JPEG_BLOCK; x++) sums[x] += basis[u][x] * value;
        }
        for (int x = 0; x < JPEG_BLOCK; x++) {
            enum { BITS = BASIS_BITS + MIDDLE_BITS };
            int32_t sample = ((sums[x] + (1 << (BITS - 1))) >> BITS) + SAMPLE_CENTER;
            samples[y][x] = (uint8_t)(sample < 0 ? 0 : sample > LARGEST_SAMPLE ? LARGEST_SAMPLE : sample);
        }
    }
}

// How much of each sample of a block is inside of a range.
static void weigh(const jpeg_border_axis *axis, uint32_t block, int32_t weights[JPEG_BLOCK]) {
    for (int i = 0; i < JPEG_BLOCK; i++) {
        int64_t start = ((int64_t)block * JPEG_BLOCK + i) * axis->unit, end = start + axis->unit;
        if (start < axis->start) start = axis->start;
        if (end > axis->end) end = axis->end;
        weights[i] = start < end ? (int32_t)(end - start) : 0;
    }
}

static int32_t sum_of(const int32_t *numbers, int count) {
    int32_t sum = 0;
    for (int i = 0; i < count; i++) sum += numbers[i];
    return sum;
}

// Replaces the means of squares with samples inside and outside by those of the samples inside.
static void correct_block(
    const jpeg_border *border, const jpeg_component_info *component, const int16_t *block, uint32_t block_row,
    uint32_t block_column, JSAMPARRAY rows, JDIMENSION column) {
    if (!component->quant_table) return;
    uint8_t samples[JPEG_BLOCK][JPEG_BLOCK];
    int32_t across[JPEG_BLOCK], down[JPEG_BLOCK];
    decode_block(block, component->quant_table->quantval, samples);
    weigh(&border->columns, block_column, across);
    weigh(&border->rows, block_row, down);
    int count = 1 << border->shift, size = JPEG_BLOCK >> border->shift;
    int32_t whole = size * size * (int32_t)(border->columns.unit * border->rows.unit);
    for (int square = 0; square < count * count; square++) {
        int left = square % count * size, top = square / count * size;
        int32_t inside = sum_of(across + left, size) * sum_of(down + top, size), sum = 0;
        if (inside == 0 || inside == whole) continue;
        for (int y = top; y < top + size; y++)
            for (int x = left; x < left + size; x++) sum += across[x] * down[y] * samples[y][x];
        rows[square / count][column + (JDIMENSION)(square % count)] = (JSAMPLE)((sum + inside / 2) / inside);
    }
}

static bool has_edge(const jpeg_border_axis *axis, uint32_t first, uint32_t count) {
    return axis->first_block - first < count || axis->last_block - first < count;
}

static void start_mcu_row(jpeg_border *border, uint32_t mcu_row, uint32_t block_count, JSAMPARRAY rows) {
    border->mcu_row = mcu_row;
    border->mcu_row_start = rows;
    // UINT32_MAX + 1 is 0
    uint32_t start = border->columns.first_block + 1, end = border->columns.last_block;
    if (start == 0) start = 1;
    if (end == UINT32_MAX) end = border->columns.block_count;
    bool is_edge = has_edge(&border->rows, mcu_row * block_count, block_count);
    border->inner_start = start << border->shift;
    border->inner_count = is_edge || end <= start ? 0 : (end - start) << border->shift;
}

static void transform_outer_block(
    j_decompress_ptr jpeg, jpeg_component_info *component, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column) {
    jpeg_border *border = &((jpeg_reader *)jpeg)->borders[component->component_index];
    border->transform(jpeg, component, block, rows, column);
    uint32_t block_count = (uint32_t)component->v_samp_factor;
    // the first block of an MCU row is the first that is transformed
    if (jpeg->output_iMCU_row != border->mcu_row) start_mcu_row(border, jpeg->output_iMCU_row, block_count, rows);
    uint32_t block_row = border->mcu_row * block_count + ((uint32_t)(rows - border->mcu_row_start) >> border->shift);
    uint32_t block_column = column >> border->shift;
    if (has_edge(&border->columns, block_column, 1) || has_edge(&border->rows, block_row, 1))
        correct_block(border, component, block, block_row, block_column, rows, column);
}

// Takes the place of libjpeg's inverse transform of the blocks of a component, of which nearly all are between the edges.
#define TRANSFORM_BLOCK(INDEX) \
    static void transform_block_##INDEX( \
        j_decompress_ptr jpeg, jpeg_component_info *component, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column) { \
        const jpeg_border *border = &((jpeg_reader *)jpeg)->borders[INDEX]; \
        bool is_inner = column - border->inner_start < border->inner_count; \
        (is_inner ? border->transform : transform_outer_block)(jpeg, component, block, rows, column); \
    }

TRANSFORM_BLOCK(0)
TRANSFORM_BLOCK(1)
TRANSFORM_BLOCK(2)
TRANSFORM_BLOCK(3)

static const jpeg_inverse_transform replacements[JPEG_MAX_COMPONENTS] = {
    transform_block_0, transform_block_1, transform_block_2, transform_block_3};

// The part of a component that shows a range of pixels. Subsampled components have samples for several pixels, of which some may be inside.
static jpeg_border_axis axis_of(
    uint32_t start, uint32_t end, int sampling, int largest_sampling, uint32_t block_count, uint32_t square) {
    uint32_t factor = (uint32_t)sampling, unit = (uint32_t)largest_sampling;
    jpeg_border_axis axis = {
        .start = start * factor,
        .end = end * factor,
        .unit = unit,
        .first_block = UINT32_MAX,
        .last_block = UINT32_MAX,
        .block_count = block_count,
    };
    if (square > 1 && axis.start % (unit * square) > 0) axis.first_block = axis.start / (unit * JPEG_BLOCK);
    if (square > 1 && axis.end % (unit * square) > 0) axis.last_block = axis.end / (unit * JPEG_BLOCK);
    return axis;
}

static void set_block(jpeg_component_info *component, int size) {
#if JPEG_LIB_VERSION >= 70
    component->DCT_h_scaled_size = component->DCT_v_scaled_size = size;
#else
    component->DCT_scaled_size = size;
#endif
}

static void find_edges(jpeg_reader *reader, int index) {
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    const jpeg_component_info *component = &jpeg->comp_info[index];
    jpeg_border *border = &reader->borders[index];
    jpeg_region region = reader->region;
    uint32_t square = JPEG_BLOCK / (uint32_t)jpeg_plane_block(component);
    border->shift = 0;
    while (JPEG_BLOCK >> border->shift > (int)square) border->shift++;
    border->columns = axis_of(
        region.left, region.right, component->h_samp_factor, jpeg->max_h_samp_factor, component->width_in_blocks, square);
    border->rows = axis_of(
        region.top, region.bottom, component->v_samp_factor, jpeg->max_v_samp_factor, component->height_in_blocks,
        square);
    border->has_edges = (border->columns.first_block & border->columns.last_block & border->rows.first_block &
                         border->rows.last_block) != UINT32_MAX;
}

// The last function that libjpeg calls before it prepares to read the first scan.
static void realize(j_common_ptr common) {
    jpeg_reader *reader = (jpeg_reader *)common;
    reader->realize(common);
    for (int i = 0; i < reader->jpeg.num_components && i < JPEG_MAX_COMPONENTS; i++) {
        jpeg_component_info *component = &reader->jpeg.comp_info[i];
        find_edges(reader, i);
        // where a block becomes a single sample, most coefficients would not be read
        if (reader->borders[i].has_edges && jpeg_plane_block(component) == 1) set_block(component, 2);
    }
}

void jpeg_border_prepare(jpeg_reader *reader) {
    struct jpeg_memory_mgr *memory = reader->jpeg.mem;
    reader->realize = memory->realize_virt_arrays;
    memory->realize_virt_arrays = realize;
}

void jpeg_border_install(jpeg_reader *reader) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    for (int i = 0; i < jpeg->num_components && i < JPEG_MAX_COMPONENTS; i++) {
        jpeg_component_info *component = &jpeg->comp_info[i];
        int block = 1 << reader->borders[i].shift;
        if (block == jpeg_plane_block(component)) continue;
        set_block(component, block);
        component->MCU_sample_width = component->MCU_width * block;
        jpeg->idct->start_pass(jpeg);
    }
    for (int i = 0; i < jpeg->num_components && i < JPEG_MAX_COMPONENTS; i++) {
        jpeg_border *border = &reader->borders[i];
        border->transform = jpeg->idct->transforms[i];
        border->mcu_row = UINT32_MAX;
        if (border->has_edges && border->transform) jpeg->idct->transforms[i] = replacements[i];
    }
}
