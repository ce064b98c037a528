#include "png_filter.h"

#include <stdbool.h>
#include <string.h>

// All arithmetic uses bytes, even where a sum needs more bits, so that each lane of a vector holds one sample.

static inline uint8_t distance(uint8_t a, uint8_t b) { return a > b ? a - b : b - a; }

static inline uint8_t average(uint8_t left, uint8_t above) { return (left & above) + ((left ^ above) >> 1); }

// The Paeth predictor: of left, above, and upper left, the one nearest to left + above - upper_left. Upper left can be
// nearest only if it lies between the other two; its distance is then the difference of their distances.
static inline uint8_t paeth(uint8_t left, uint8_t above, uint8_t upper_left) {
    uint8_t to_left = distance(above, upper_left), to_above = distance(left, upper_left);
    uint8_t nearer = to_left <= to_above ? left : above;
    uint8_t nearest = to_left <= to_above ? to_left : to_above;
    bool is_between = (above > upper_left) != (left > upper_left);
    bool is_upper_left = is_between & (nearest > distance(to_left, to_above));
    return is_upper_left ? upper_left : nearer;
}

// Filters bytes that have a pixel to their left.
static void filter_bytes(
    png_filter_type filter, const png_filter_rows *rows, size_t start, size_t count, uint8_t *restrict output) {
    const uint8_t *row = rows->row + start, *above = rows->above + start;
    const uint8_t *left = row - rows->pixel_bytes, *upper_left = above - rows->pixel_bytes;
    switch (filter) {
        case PNG_FILTER_TYPE_NONE:
            for (size_t i = 0; i < count; i++) output[i] = row[i];
            break;
        case PNG_FILTER_TYPE_SUB:
            for (size_t i = 0; i < count; i++) output[i] = row[i] - left[i];
            break;
        case PNG_FILTER_TYPE_UP:
            for (size_t i = 0; i < count; i++) output[i] = row[i] - above[i];
            break;
        case PNG_FILTER_TYPE_AVERAGE:
            for (size_t i = 0; i < count; i++) output[i] = row[i] - average(left[i], above[i]);
            break;
        case PNG_FILTER_TYPE_PAETH:
            for (size_t i = 0; i < count; i++) output[i] = row[i] - paeth(left[i], above[i], upper_left[i]);
            break;
    }
}

// Filters a byte of the first pixel: its left neighbors are zero.
static uint8_t filter_first(png_filter_type filter, uint8_t sample, uint8_t above) {
    switch (filter) {
        case PNG_FILTER_TYPE_NONE:
        case PNG_FILTER_TYPE_SUB: return sample;
        case PNG_FILTER_TYPE_AVERAGE: return sample - (above >> 1);
        case PNG_FILTER_TYPE_UP:
        case PNG_FILTER_TYPE_PAETH: return sample - above;
    }
}

void png_filter_apply(png_filter_type filter, const png_filter_rows *rows, uint8_t *restrict output) {
    size_t first = rows->pixel_bytes;
    for (size_t i = 0; i < first; i++) output[i] = filter_first(filter, rows->row[i], rows->above[i]);
    filter_bytes(filter, rows, first, rows->row_bytes - first, output + first);
}

typedef uint8_t lanes __attribute__((vector_size(16)));

enum {
    LANES = sizeof(lanes),
    MAX_ESTIMATE = 8,
    BLOCK_SIZE = 255 / MAX_ESTIMATE * LANES,  // the sums of a block fit a byte
    LONG_ROW_BLOCKS = 16,
};

// Estimates twice the entropy of each difference in bits, from 0 to MAX_ESTIMATE: one step for every doubling of its size.
static inline lanes estimates(const uint8_t *differences) {
    lanes value;
    memcpy(&value, differences, sizeof value);
    lanes size = __builtin_elementwise_min(value, -value);
    lanes minus = (lanes)(size > 0) + (lanes)(size > 0) + (lanes)(size > 1) + (lanes)(size > 3);
    return -(minus + (lanes)(size > 7) + (lanes)(size > 15) + (lanes)(size > 31) + (lanes)(size > 63));
}

// The sum of the estimates of at most BLOCK_SIZE differences. Zeros must follow up to a whole vector.
static uint32_t estimate_sum(const uint8_t *differences, size_t count) {
    lanes sums = {0};
    for (size_t i = 0; i < count; i += LANES) sums += estimates(differences + i);
    uint32_t sum = 0;
    for (int i = 0; i < LANES; i++) sum += sums[i];
    return sum;
}

png_filter_type png_filter_choose(const png_filter_rows *rows) {
    uint8_t differences[BLOCK_SIZE + LANES];
    uint64_t sums[PNG_FILTER_TYPE_PAETH + 1] = {0};
    // Every fourth block of a long row is sufficient.
    size_t step = rows->row_bytes < LONG_ROW_BLOCKS * BLOCK_SIZE ? BLOCK_SIZE : 4 * BLOCK_SIZE;
    for (size_t start = rows->pixel_bytes; start < rows->row_bytes; start += step) {
        size_t count = rows->row_bytes - start < BLOCK_SIZE ? rows->row_bytes - start : BLOCK_SIZE;
        memset(differences + count, 0, LANES);
        for (int filter = PNG_FILTER_TYPE_SUB; filter <= PNG_FILTER_TYPE_PAETH; filter++) {
            filter_bytes((png_filter_type)filter, rows, start, count, differences);
            sums[filter] += estimate_sum(differences, count);
        }
    }
    png_filter_type best = PNG_FILTER_TYPE_PAETH;
    for (int filter = PNG_FILTER_TYPE_AVERAGE; filter >= PNG_FILTER_TYPE_SUB; filter--)
        if (sums[filter] < sums[best]) best = (png_filter_type)filter;
    return best;
}
