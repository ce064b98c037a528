#include "png_filter.h"

#include <stdbool.h>
#include <string.h>

// Everything here is done in bytes, sums that would not fit included, so that a vector holds as many samples as it has bytes.

static inline uint8_t distance(uint8_t a, uint8_t b) { return a > b ? a - b : b - a; }

static inline uint8_t average(uint8_t left, uint8_t above) { return (left & above) + ((left ^ above) >> 1); }

// Paeth's predictor: which of the three is nearest to left + above - corner. The corner can be nearest only if it lies between
// the other two, and then its distance is the difference of theirs.
static inline uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
    uint8_t to_left = distance(above, corner), to_above = distance(left, corner);
    uint8_t nearer = to_left <= to_above ? left : above;
    uint8_t nearest = to_left <= to_above ? to_left : to_above;
    bool is_between = (above > corner) != (left > corner);
    bool is_corner = is_between & (nearest > distance(to_left, to_above));
    return is_corner ? corner : nearer;
}

// The bytes from `start` on, which have a pixel to their left.
static void filter_piece(
    png_filter filter, const png_filter_rows *rows, size_t start, size_t count, uint8_t *restrict to) {
    const uint8_t *row = rows->row + start, *above = rows->above + start;
    const uint8_t *left = row - rows->pixel_bytes, *corner = above - rows->pixel_bytes;
    switch (filter) {
        case PNG_FILTER_BY_NONE:
            for (size_t i = 0; i < count; i++) to[i] = row[i];
            break;
        case PNG_FILTER_BY_LEFT:
            for (size_t i = 0; i < count; i++) to[i] = row[i] - left[i];
            break;
        case PNG_FILTER_BY_ABOVE:
            for (size_t i = 0; i < count; i++) to[i] = row[i] - above[i];
            break;
        case PNG_FILTER_BY_AVERAGE:
            for (size_t i = 0; i < count; i++) to[i] = row[i] - average(left[i], above[i]);
            break;
        case PNG_FILTER_BY_PAETH:
            for (size_t i = 0; i < count; i++) to[i] = row[i] - paeth(left[i], above[i], corner[i]);
            break;
    }
}

// To the left of the first pixel everything is zero.
static uint8_t filtered_first(png_filter filter, uint8_t sample, uint8_t above) {
    switch (filter) {
        case PNG_FILTER_BY_NONE:
        case PNG_FILTER_BY_LEFT: return sample;
        case PNG_FILTER_BY_AVERAGE: return sample - (above >> 1);
        case PNG_FILTER_BY_ABOVE:
        case PNG_FILTER_BY_PAETH: return sample - above;
    }
}

void png_filter_apply(png_filter filter, const png_filter_rows *rows, uint8_t *restrict to) {
    size_t first = rows->pixel_bytes;
    for (size_t i = 0; i < first; i++) to[i] = filtered_first(filter, rows->row[i], rows->above[i]);
    filter_piece(filter, rows, first, rows->row_bytes - first, to + first);
}

typedef uint8_t lanes __attribute__((vector_size(16)));

enum { LANES = sizeof(lanes), MOST_EACH = 8, PIECE = 255 / MOST_EACH * LANES, FEW_PIECES = 8 };

// About twice the bits of each difference if small ones are frequent: a step for every doubling, 0 to MOST_EACH.
static inline lanes estimates(const uint8_t *differences) {
    lanes value;
    memcpy(&value, differences, sizeof value);
    lanes size = __builtin_elementwise_min(value, -value);
    lanes minus = (lanes)(size > 0) + (lanes)(size > 0) + (lanes)(size > 1) + (lanes)(size > 3);
    return -(minus + (lanes)(size > 7) + (lanes)(size > 15) + (lanes)(size > 31) + (lanes)(size > 63));
}

// Of at most PIECE differences, behind which there are zeros up to a whole vector.
static uint32_t estimate(const uint8_t *differences, size_t count) {
    lanes sums = {0};
    for (size_t i = 0; i < count; i += LANES) sums += estimates(differences + i);
    uint32_t sum = 0;
    for (int i = 0; i < LANES; i++) sum += sums[i];
    return sum;
}

png_filter png_filter_choose(const png_filter_rows *rows) {
    uint8_t differences[PIECE + LANES];
    uint64_t sums[PNG_FILTER_BY_PAETH + 1] = {0};
    size_t step = rows->row_bytes < FEW_PIECES * PIECE ? PIECE : 2 * PIECE;  // half of a long row tells enough
    for (size_t start = rows->pixel_bytes; start < rows->row_bytes; start += step) {
        size_t count = rows->row_bytes - start < PIECE ? rows->row_bytes - start : PIECE;
        memset(differences + count, 0, LANES);
        for (int filter = PNG_FILTER_BY_LEFT; filter <= PNG_FILTER_BY_PAETH; filter++) {
            filter_piece((png_filter)filter, rows, start, count, differences);
            sums[filter] += estimate(differences, count);
        }
    }
    png_filter best = PNG_FILTER_BY_PAETH;
    for (int filter = PNG_FILTER_BY_AVERAGE; filter >= PNG_FILTER_BY_LEFT; filter--)
        if (sums[filter] < sums[best]) best = (png_filter)filter;
    return best;
}
