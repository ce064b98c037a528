#include "png_unfilter.h"

#include <string.h>

#include "png_filter.h"

// Each pixel needs the one to its left, so a single row cannot be computed faster than the latency of its predictor allows. Here
// several rows are computed at once, each a pixel behind the row above it. A vector has a pixel of each row.

typedef uint8_t lanes __attribute__((vector_size(16)));
typedef uint32_t four_pixels __attribute__((vector_size(16)));
typedef uint64_t two_pixels __attribute__((vector_size(16)));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Masks of the bytes whose row has a filter.
typedef struct filter_masks {
    lanes left, above, average, paeth;
} filter_masks;

// Rows that are computed at once.
typedef struct row_group {
    const uint8_t *filtered[PNG_UNFILTER_ROWS];  // without the filter types
    uint8_t *rows[PNG_UNFILTER_ROWS];
    const uint8_t *above;  // of the first row
    filter_masks masks;
    size_t count;
    size_t row_bytes;
} row_group;

// The pixels that were computed last, and those above them.
typedef struct pixel_state {
    lanes pixels, above;
} pixel_state;

static inline lanes choose(lanes mask, lanes a, lanes b) { return (mask & a) | (~mask & b); }

static inline lanes minimum(lanes a, lanes b) { return __builtin_elementwise_min(a, b); }

static inline lanes maximum(lanes a, lanes b) { return __builtin_elementwise_max(a, b); }

static inline lanes distance(lanes a, lanes b) { return maximum(a, b) - minimum(a, b); }

static inline lanes average(lanes left, lanes above) { return (left & above) + ((left ^ above) >> 1); }

// The predictor of png_filter.c.
static inline lanes paeth(lanes left, lanes above, lanes upper_left) {
    lanes to_left = distance(above, upper_left), to_above = distance(left, upper_left);
    lanes is_left = (lanes)(to_left <= to_above);
    lanes nearer = choose(is_left, left, above), nearest = minimum(to_left, to_above);
    lanes is_between = (lanes)(above > upper_left) ^ (lanes)(left > upper_left);
    return choose(is_between & (lanes)(nearest > distance(to_left, to_above)), upper_left, nearer);
}

static inline uint32_t load_4(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline uint64_t load_8(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

// The pixels above: those computed last, each moved to the next row, and a pixel of the row above all.
ALWAYS_INLINE lanes pixels_above(lanes pixels, const uint8_t *above, size_t row_count) {
    if (row_count == 4) {
        four_pixels last = (four_pixels)pixels;
        return (lanes)(four_pixels){load_4(above), last[0], last[1], last[2]};
    }
    two_pixels last = (two_pixels)pixels;
    return (lanes)(two_pixels){load_8(above), last[0]};
}

ALWAYS_INLINE pixel_state next_pixels(const row_group *group, pixel_state last, lanes filtered, lanes above) {
    const filter_masks *masks = &group->masks;
    lanes left = last.pixels;
    lanes predicted = (masks->left & left) | (masks->above & above) | (masks->average & average(left, above)) |
                      (masks->paeth & paeth(left, above, last.above));
    return (pixel_state){filtered + predicted, above};
}

// Computes a pixel of each row, where all rows have one: the pixel at `offset` of the first row.
ALWAYS_INLINE pixel_state
whole_step(const row_group *group, pixel_state last, size_t offset, size_t pixel_bytes, size_t row_count) {
    const uint8_t *const *filtered = group->filtered;
    uint8_t *const *rows = group->rows;
    lanes above = pixels_above(last.pixels, group->above + offset, row_count);
    size_t second = offset - pixel_bytes;
    if (row_count == 4) {
        size_t third = second - pixel_bytes, fourth = third - pixel_bytes;
        four_pixels loaded = {
            load_4(filtered[0] + offset), load_4(filtered[1] + second), load_4(filtered[2] + third),
            load_4(filtered[3] + fourth)};
        pixel_state next = next_pixels(group, last, (lanes)loaded, above);
        four_pixels pixels = (four_pixels)next.pixels;
        memcpy(rows[0] + offset, &(uint32_t){pixels[0]}, 4);
        memcpy(rows[1] + second, &(uint32_t){pixels[1]}, 4);
        memcpy(rows[2] + third, &(uint32_t){pixels[2]}, 4);
        memcpy(rows[3] + fourth, &(uint32_t){pixels[3]}, 4);
        return next;
    }
    two_pixels loaded = {load_8(filtered[0] + offset), load_8(filtered[1] + second)};
    pixel_state next = next_pixels(group, last, (lanes)loaded, above);
    two_pixels pixels = (two_pixels)next.pixels;
    memcpy(rows[0] + offset, &(uint64_t){pixels[0]}, 8);
    memcpy(rows[1] + second, &(uint64_t){pixels[1]}, 8);
    return next;
}

// Computes a pixel of each row that has one; the pixels of rows that have not begun are zero.
static pixel_state partial_step(
    const row_group *group, pixel_state last, size_t offset, size_t pixel_bytes, size_t row_count) {
    uint8_t loaded[sizeof(lanes)] = {0}, active[sizeof(lanes)] = {0};
    size_t lane_bytes = sizeof(lanes) / row_count;
    for (size_t i = 0; i < group->count; i++) {
        size_t position = offset - i * pixel_bytes;
        if (offset < i * pixel_bytes || position >= group->row_bytes) continue;
        memcpy(loaded + i * lane_bytes, group->filtered[i] + position, pixel_bytes);
        memset(active + i * lane_bytes, 0xFF, pixel_bytes);
    }
    lanes filtered, mask;
    memcpy(&filtered, loaded, sizeof filtered);
    memcpy(&mask, active, sizeof mask);
    size_t last_pixel = group->row_bytes - pixel_bytes;
    const uint8_t *above = group->above + (offset < last_pixel ? offset : last_pixel);
    pixel_state next = next_pixels(group, last, filtered, pixels_above(last.pixels, above, row_count));
    next.pixels &= mask;
    uint8_t computed[sizeof(lanes)];
    memcpy(computed, &next.pixels, sizeof computed);
    for (size_t i = 0; i < group->count; i++)
        if (active[i * lane_bytes])
            memcpy(group->rows[i] + (offset - i * pixel_bytes), computed + i * lane_bytes, pixel_bytes);
    return next;
}

// Computes all pixels of a group of up to `row_count` rows.
ALWAYS_INLINE void compute_rows(const row_group *group, size_t pixel_bytes, size_t row_count) {
    pixel_state state = {0};
    size_t first = (row_count - 1) * pixel_bytes, offset = 0, end = group->row_bytes + first;
    size_t whole_end = group->count == row_count ? group->row_bytes : 0;
    for (; offset < first && offset < end; offset += pixel_bytes)
        state = partial_step(group, state, offset, pixel_bytes, row_count);
    for (; offset < whole_end; offset += pixel_bytes) state = whole_step(group, state, offset, pixel_bytes, row_count);
    for (; offset < end; offset += pixel_bytes) state = partial_step(group, state, offset, pixel_bytes, row_count);
}

// Adds the next row. Returns false if its filter type is invalid.
static bool add_row(row_group *group, const uint8_t *filtered, uint8_t *row, size_t lane_bytes) {
    size_t lane = group->count * lane_bytes;
    uint8_t *masks[] = {
        [PNG_FILTER_TYPE_NONE] = NULL,
        [PNG_FILTER_TYPE_SUB] = (uint8_t *)&group->masks.left,
        [PNG_FILTER_TYPE_UP] = (uint8_t *)&group->masks.above,
        [PNG_FILTER_TYPE_AVERAGE] = (uint8_t *)&group->masks.average,
        [PNG_FILTER_TYPE_PAETH] = (uint8_t *)&group->masks.paeth,
    };
    if (filtered[0] > PNG_FILTER_TYPE_PAETH) return false;
    if (masks[filtered[0]]) memset(masks[filtered[0]] + lane, 0xFF, lane_bytes);
    group->filtered[group->count] = filtered + 1;
    group->rows[group->count] = row;
    group->count += 1;
    return true;
}

bool png_unfilter(uint8_t *rows, const uint8_t *filtered, size_t count, const png_unfilter_layout *layout) {
    size_t row_count = layout->pixel_bytes <= 4 ? 4 : 2;
    for (size_t first = 0; first < count; first += row_count) {
        row_group group = {.above = rows + first * layout->stride, .row_bytes = layout->row_bytes};
        for (size_t i = first; i < count && i < first + row_count; i++) {
            const uint8_t *row = filtered + i * (layout->row_bytes + 1);
            if (!add_row(&group, row, rows + (i + 1) * layout->stride, sizeof(lanes) / row_count)) return false;
        }
        switch (layout->pixel_bytes) {
            case 1: compute_rows(&group, 1, 4); break;
            case 2: compute_rows(&group, 2, 4); break;
            case 3: compute_rows(&group, 3, 4); break;
            case 4: compute_rows(&group, 4, 4); break;
            case 6: compute_rows(&group, 6, 2); break;
            default: compute_rows(&group, 8, 2);
        }
    }
    return true;
}
