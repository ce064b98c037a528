#include "bleeding.h"

#include <stdlib.h>

enum { MAX_LEVELS = 32, COLORS = 3, ALPHA = 3, CHANNELS = 4 };

// The average color of the visible pixels in a square.
typedef struct cell {
    uint16_t colors[COLORS];
    uint16_t weight;  // their average alpha, rounded up; 0 if all are transparent
} cell;

// The cells of all squares of a size.
typedef struct level {
    cell *cells;
    size_t width;
    size_t height;
} level;

// MARK: - Pixels

static uint32_t sample_at(const rgba_pixels *pixels, size_t x, size_t y, int channel) {
    const char *row = (const char *)pixels->start + y * pixels->stride;
    size_t index = CHANNELS * x + (size_t)channel;
    return pixels->is_wide ? ((const uint16_t *)row)[index] : ((const uint8_t *)row)[index];
}

static cell pixel_at(const rgba_pixels *pixels, size_t x, size_t y) {
    cell pixel = {.weight = (uint16_t)sample_at(pixels, x, y, ALPHA)};
    for (int color = 0; color < COLORS; color++) pixel.colors[color] = (uint16_t)sample_at(pixels, x, y, color);
    return pixel;
}

static void set_colors(const rgba_pixels *pixels, size_t x, size_t y, const uint16_t *colors) {
    char *row = (char *)pixels->start + y * pixels->stride;
    for (int color = 0; color < COLORS; color++) {
        size_t index = CHANNELS * x + (size_t)color;
        if (pixels->is_wide) ((uint16_t *)row)[index] = colors[color];
        else ((uint8_t *)row)[index] = (uint8_t)colors[color];
    }
}

static bool has_transparent_pixels(const rgba_pixels *pixels) {
    for (size_t y = 0; y < pixels->height; y++)
        for (size_t x = 0; x < pixels->width; x++)
            if (sample_at(pixels, x, y, ALPHA) == 0) return true;
    return false;
}

// MARK: - Averages

// A cell of the level below, which is the image if there is none.
static cell cell_below(const rgba_pixels *pixels, const level *below, size_t x, size_t y) {
    return below ? below->cells[y * below->width + x] : pixel_at(pixels, x, y);
}

static cell average(const rgba_pixels *pixels, const level *below, size_t width, size_t height, size_t x, size_t y) {
    uint64_t sums[COLORS] = {0}, weight = 0;
    for (size_t row = 2 * y; row < 2 * y + 2 && row < height; row++) {
        for (size_t column = 2 * x; column < 2 * x + 2 && column < width; column++) {
            cell part = cell_below(pixels, below, column, row);
            for (int color = 0; color < COLORS; color++) sums[color] += (uint64_t)part.colors[color] * part.weight;
            weight += part.weight;
        }
    }
    cell result = {.weight = (uint16_t)((weight + 3) / 4)};
    for (int color = 0; color < COLORS && weight > 0; color++)
        result.colors[color] = (uint16_t)((sums[color] + weight / 2) / weight);
    return result;
}

static void average_all(const rgba_pixels *pixels, const level *below, level *target) {
    size_t width = below ? below->width : pixels->width, height = below ? below->height : pixels->height;
    for (size_t y = 0; y < target->height; y++)
        for (size_t x = 0; x < target->width; x++)
            target->cells[y * target->width + x] = average(pixels, below, width, height, x, y);
}

// MARK: - Filling

// The index beside the half of an index, on the side on which the index lies, within a number of cells.
static size_t beside(size_t index, size_t count) {
    size_t half = index / 2;
    if (index % 2 == 1) return half + 1 < count ? half + 1 : half;
    return half > 0 ? half - 1 : half;
}

// The colors of a level, of which all cells are filled, at a cell of the level below it.
static void interpolate(const level *above, size_t x, size_t y, uint16_t *colors) {
    const cell *row = above->cells + y / 2 * above->width,
               *other = above->cells + beside(y, above->height) * above->width;
    size_t near = x / 2, far = beside(x, above->width);
    for (int color = 0; color < COLORS; color++) {
        uint32_t sum = 9u * row[near].colors[color] + 3u * row[far].colors[color] + 3u * other[near].colors[color] +
                       other[far].colors[color];
        colors[color] = (uint16_t)((sum + 8) / 16);
    }
}

static void fill_level(const level *above, level *target) {
    for (size_t y = 0; y < target->height; y++) {
        for (size_t x = 0; x < target->width; x++) {
            cell *found = target->cells + y * target->width + x;
            if (found->weight == 0) interpolate(above, x, y, found->colors);
        }
    }
}

static void fill_pixels(const level *above, const rgba_pixels *pixels) {
    for (size_t y = 0; y < pixels->height; y++) {
        for (size_t x = 0; x < pixels->width; x++) {
            if (sample_at(pixels, x, y, ALPHA) > 0) continue;
            uint16_t colors[COLORS];
            interpolate(above, x, y, colors);
            set_colors(pixels, x, y, colors);
        }
    }
}

// The levels above the image, up to one cell. Returns their number, and that of all cells.
static size_t measure(const rgba_pixels *pixels, level levels[MAX_LEVELS], size_t *cell_count) {
    size_t width = pixels->width, height = pixels->height, count = 0;
    do {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels[count++] = (level){.width = width, .height = height};
        *cell_count += width * height;
    } while (width > 1 || height > 1);
    return count;
}

bool bleed_colors(const rgba_pixels *pixels) {
    if (!has_transparent_pixels(pixels)) return true;
    level levels[MAX_LEVELS];
    size_t cell_count = 0, count = measure(pixels, levels, &cell_count);
    cell *cells = malloc(cell_count * sizeof *cells), *next = cells;
    if (!cells) return false;
    for (size_t index = 0; index < count; index++) {
        levels[index].cells = next;
        next += levels[index].width * levels[index].height;
        average_all(pixels, index == 0 ? NULL : &levels[index - 1], &levels[index]);
    }
    if (levels[count - 1].cells[0].weight > 0) {
        for (size_t index = count - 1; index > 0; index--) fill_level(&levels[index], &levels[index - 1]);
        fill_pixels(&levels[0], pixels);
    }
    free(cells);
    return true;
}
