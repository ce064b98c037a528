// The kernels of 8-bit images that sum, resize, and rearrange rows of samples.

#ifndef BLUR_ROWS_INT16_H
#define BLUR_ROWS_INT16_H

#include "kernels_common.h"
#include "samples_int16.h"

// Sums do not overflow: weights are at least 0, the weighted light is at most white, which is 32640, and no more than 127 products are
// rounded up by 1/2 each on average. Where weights sum to more than 1, at normalized edges, the samples beyond the edge are as much smaller.
// Saturating additions would give the same sums, but x86 processors have fewer units for them.
//
// Rows that are doubled in resolution have negative weights, too. These come first, so that only the last sum can exceed the greatest
// sample.
static inline __attribute__((always_inline)) void sum_rows_block_int16(
    int16_t *out, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, const size_t vectors) {
    samples sums[4] = {{0}, {0}, {0}, {0}};
    const size_t last = row_count > 0 ? row_count - 1 : 0;
    for (size_t k = 0; k < last; k++) {
        const int16_t *row = (const int16_t *)rows[k] + first;
        samples weight = weight_int16(weights[k]);
        for (size_t v = 0; v < vectors; v++) sums[v] += multiply_round(load_samples(row + v * LANES), weight);
    }
    for (size_t v = 0; v < vectors && row_count > 0; v++)
        sums[v] = __builtin_elementwise_add_sat(
            sums[v],
            multiply_round(load_samples((const int16_t *)rows[last] + first + v * LANES), weight_int16(weights[last])));
    for (size_t v = 0; v < vectors; v++) store_samples(out + first + v * LANES, sums[v]);
}

static void sum_rows_int16(
    void *to, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count) {
    size_t i = first, end = first + count;
    for (; i + 3 * LANES < end; i += 4 * LANES) sum_rows_block_int16(to, rows, weights, row_count, i, 4);
    for (; i < end; i += LANES) sum_rows_block_int16(to, rows, weights, row_count, i, 1);
}

static inline samples weighted_pair_int16(const void *a, const void *b, size_t index, samples weight) {
    const int16_t *x = a, *y = b;
    return multiply_round(average(load_samples(x + index), load_samples(y + index)), weight);
}

static void decimate_across_int16(void *to, const void *const *rows, size_t count) {
    int16_t *out = to;
    const samples outer = splat(1 << 11), next = splat(5 << 11), inner = splat(10 << 11);
    for (size_t i = 0; i < count; i += LANES) {
        samples sum = weighted_pair_int16(rows[0], rows[5], i, outer) + weighted_pair_int16(rows[1], rows[4], i, next);
        store_samples(out + i, sum + weighted_pair_int16(rows[2], rows[3], i, inner));
    }
}

// Two weights for adjacent samples, repeated in all lanes.
static inline samples pair_weights(int32_t first, int32_t second) {
    return (samples)((pair_sums){0} + (first | second << 16));
}

static inline void decimate_half_vector_int16(int16_t *out, const int16_t *in) {
    pair_sums sum = multiply_pairs(load_samples(in - 2), pair_weights(1, 5)) +
                    multiply_pairs(load_samples(in), pair_weights(10, 10)) +
                    multiply_pairs(load_samples(in + 2), pair_weights(5, 1));
    short_samples half = __builtin_convertvector((sum + 16) >> 5, short_samples);
    memcpy(out, &half, sizeof half);
}

static void decimate_along_int16(void *to, const void *from, size_t count) {
    int16_t *out = to;
    const int16_t *in = from;
    for (size_t i = 0; i < count; i += LANES / 2) decimate_half_vector_int16(out + i, in + 2 * i);
}

static inline int16_t average_int16(int16_t a, int16_t b) {
    return (int16_t)(((uint32_t)(uint16_t)a + (uint16_t)b + 1) >> 1);
}

// 3/4 of a sample and 1/4 of its neighbor.
static inline int16_t linear_int16(int16_t here, int16_t near) {
    return average_int16(average_int16(near, here), here);
}

// 10/16 of a sample, 5/16 of the near and 1/16 of the far neighbor; `middle` is mean_int16 of the three.
static inline int16_t binomial_int16(int16_t here, int16_t near, int16_t middle) {
    return average_int16(here, average_int16(near, middle));
}

static inline int16_t mean_int16(int16_t here, int16_t before, int16_t after) {
    return average_int16(here, average_int16(before, after));
}

static void upsample_int16(void *restrict to, const void *restrict from, size_t count, bool is_binomial) {
    int16_t *out = to;
    const int16_t *in = from, *before = in - 1, *after = in + 1;
    if (!is_binomial) {
        for (size_t i = 0; i < count; i++) {
            out[2 * i] = linear_int16(in[i], before[i]);
            out[2 * i + 1] = linear_int16(in[i], after[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        int16_t middle = mean_int16(in[i], before[i], after[i]);
        out[2 * i] = binomial_int16(in[i], before[i], middle);
        out[2 * i + 1] = binomial_int16(in[i], after[i], middle);
    }
}

typedef uint16_t value_pair __attribute__((aligned(1), may_alias));

static inline uint16_t value_pair_int16(int16_t first, int16_t second, uint16_t half) {
    return (uint16_t)(value_int16(first, half) | value_int16(second, half) << 8);
}

static void upsample_to_values_int16(
    uint8_t *restrict out, const void *restrict from, size_t count, uint16_t rounding_bias, bool is_binomial) {
    const int16_t *in = from, *before = in - 1, *after = in + 1;
    value_pair *to = (value_pair *)out;
    uint16_t half = (uint16_t)((1 << (FRACTION_BITS - 1)) - rounding_bias);
    if (!is_binomial) {
        for (size_t i = 0; i < count; i++)
            to[i] = value_pair_int16(linear_int16(in[i], before[i]), linear_int16(in[i], after[i]), half);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        int16_t middle = mean_int16(in[i], before[i], after[i]);
        to[i] = value_pair_int16(binomial_int16(in[i], before[i], middle), binomial_int16(in[i], after[i], middle), half);
    }
}

static void interleave_int16(uint8_t *restrict to, const uint8_t *restrict from, size_t step, size_t channels, size_t count) {
    INTERLEAVE(uint8_t)
}

// Deinterleaves four channels, as many vectors as possible, and returns the number of pixels.
static inline size_t deinterleave_four_int16(void *const *out, const int16_t *in, size_t count) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const int16_t *from = in + 4 * i;
        pair_sums a = load_words(from), b = load_words(from + LANES);
        pair_sums c = load_words(from + 2 * LANES), d = load_words(from + 3 * LANES);
        // pairs of channels, then single ones
        samples low_pairs = (samples)even_words(a, b), high_pairs = (samples)even_words(c, d);
        store_samples((int16_t *)out[0] + i, even_samples(low_pairs, high_pairs));
        store_samples((int16_t *)out[1] + i, odd_samples(low_pairs, high_pairs));
        low_pairs = (samples)odd_words(a, b), high_pairs = (samples)odd_words(c, d);
        store_samples((int16_t *)out[2] + i, even_samples(low_pairs, high_pairs));
        store_samples((int16_t *)out[3] + i, odd_samples(low_pairs, high_pairs));
    }
    return i;
}

static void deinterleave_int16(void *const *out, const void *restrict in, size_t channels, size_t count) {
    if (channels == 4) {
        const int16_t *from = in;
        for (size_t i = deinterleave_four_int16(out, from, count); i < count; i++)
            for (size_t c = 0; c < 4; c++) ((int16_t *)out[c])[i] = from[4 * i + c];
        return;
    }
    DEINTERLEAVE(int16_t)
}

static void reverse_int16(void *restrict out, const void *restrict in, size_t count) { REVERSE(int16_t) }

static inline int32_t gain_int16(float inside, float scale) {
    float fraction = scale / inside - 32767.5f;
    fraction = fraction > 0 ? fraction : 0;
    return (int32_t)(fraction < 32767.0f ? fraction : 32767.0f);
}

static void convert_weights_int16(void *restrict out, const float *restrict in, size_t count) {
    int16_t *fractions = out;
    for (size_t i = 0; i < count; i++) {
        float fraction = in[i] * 32768.0f + 0.5f;
        fractions[i] = (int16_t)(fraction < 32767.0f ? fraction : 32767.0f);
    }
}

static void compute_gains_int16(void *restrict out, const float *restrict in, float scale, size_t count) {
    int16_t *fractions = out;
    float fraction_scale = 32768.0f * scale;
    for (size_t i = 0; i < count; i++) fractions[i] = (int16_t)gain_int16(in[i], fraction_scale);
}

typedef uint32_t gain_pair __attribute__((aligned(2), may_alias));
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first gain of a pair must come first in memory");

static void compute_upsampled_gains_int16(
    void *restrict out, const float *restrict in, float scale, size_t count, bool is_binomial) {
    float near = is_binomial ? 0.625f : 0.75f, next = is_binomial ? 0.3125f : 0.25f, far = is_binomial ? 0.0625f : 0;
    float fraction_scale = 32768.0f * scale;
    const float *before = in - 1, *after = in + 1;
    gain_pair *to = out;
    for (size_t i = 0; i < count; i++) {
        float middle = near * in[i];
        int32_t first = gain_int16(middle + next * before[i] + far * after[i], fraction_scale);
        int32_t second = gain_int16(middle + next * after[i] + far * before[i], fraction_scale);
        to[i] = (uint32_t)first | (uint32_t)second << 16;
    }
}

static void decimate_values_across_int16(void *restrict to, const uint8_t *const *rows, size_t count) {
    int16_t *out = to;
    const uint8_t *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4], *f = rows[5];
    for (size_t i = 0; i < count; i++) {
        uint16_t outer = (uint16_t)(a[i] + f[i]), next = (uint16_t)(b[i] + e[i]), inner = (uint16_t)(c[i] + d[i]);
        // the weights sum to 32, and a value of 1 is a sample of 128
        out[i] = (int16_t)((outer + 5 * (next + 2 * inner)) * 4);
    }
}

#endif
