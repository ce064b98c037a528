// Colors under transparent pixels.

#ifndef BLEEDING_H
#define BLEEDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// RGBA pixels with straight alpha, of samples of 8 or 16 bits.
typedef struct rgba_pixels {
    void *start;
    size_t stride;  // from a row to the next one, in bytes
    size_t width;
    size_t height;
    bool is_wide;
} rgba_pixels;

// Gives pixels of alpha 0 the colors of visible pixels near them.
//
// Lossy compression mixes the colors of neighbors, so that hidden black would darken the edges of what is visible. The colors are those of
// ever coarser averages of visible pixels, and smooth between them. Images without visible, or without transparent pixels do not change.
// Returns whether there was enough memory: eight bytes for every third pixel.
bool bleed_colors(const rgba_pixels *pixels);

#endif
