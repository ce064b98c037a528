// What the edges of an image do to the samples near them.

#ifndef BLUR_EDGES_INT16_H
#define BLUR_EDGES_INT16_H

#include "kernels_common.h"
#include "samples_int16.h"

static inline int16_t saturated_int16(int32_t sample) { return (int16_t)(sample > INT16_MAX ? INT16_MAX : sample); }

static inline int16_t product_int16(int16_t sample, int16_t weight) {
    return (int16_t)((weight * sample + (1 << 14)) >> 15);
}

static void apply_gains_to_plane_int16(int16_t *restrict out, const int16_t *restrict gains, size_t count) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        samples now = load_samples(out + i);
        samples added = multiply_round(now, load_samples(gains + i));
        store_samples(out + i, __builtin_elementwise_add_sat(now, added));
    }
    // the ranges near the edges are mostly multiples of 8 pixels long
#pragma clang loop vectorize_width(8) interleave_count(1)
    for (; i < count; i++) out[i] = saturated_int16(out[i] + product_int16(out[i], gains[i]));
}

static inline __attribute__((always_inline)) void apply_gains_to_pixels(
    int16_t *restrict samples, const int16_t *restrict gains, size_t pixels, const size_t channels) {
    for (size_t i = 0; i < pixels; i++) {
        for (size_t c = 0; c < channels; c++) {
            int16_t *sample = samples + i * channels + c;
            *sample = saturated_int16(*sample + product_int16(*sample, gains[i]));
        }
    }
}

static void apply_gains_int16(void *samples, const void *gains, size_t channels, size_t pixels) {
    switch (channels) {
        case 1: return apply_gains_to_plane_int16(samples, gains, pixels);
        case 2: return apply_gains_to_pixels(samples, gains, pixels, 2);
        case 3: return apply_gains_to_pixels(samples, gains, pixels, 3);
        default: return apply_gains_to_pixels(samples, gains, pixels, 4);
    }
}

static void add_edge_pixels_int16(
    void *restrict samples, const void *restrict first_weights, const void *restrict last_weights,
    const void *restrict first, const void *restrict last, size_t channels, size_t pixels) {
    int16_t *to = samples;
    const int16_t *first_weight = first_weights, *last_weight = last_weights;
    for (size_t c = 0; c < channels; c++) {
        int16_t first_sample = ((const int16_t *)first)[c], last_sample = ((const int16_t *)last)[c];
        for (size_t i = 0; i < pixels; i++) {
            int32_t added = product_int16(first_sample, first_weight[i]) + product_int16(last_sample, last_weight[i]);
            to[i * channels + c] = saturated_int16(to[i * channels + c] + added);
        }
    }
}

static inline int16_t add_int16(int16_t a, int16_t b) { return saturated_int16(a + b); }

static void fold_int16(void *samples, size_t channels, size_t pixels, size_t outside_count, bool is_mirrored) {
    FOLD_LOOP(int16_t, add_int16)
}

#endif
