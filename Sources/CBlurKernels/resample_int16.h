// Resampling of 8-bit values, with 6 fractional bits between the axes.
//
// Weights sum to 1, and their magnitudes to less than 2: sums of rows have magnitudes below 255 * 2^20 * 2 < 2^30, and below 2^15 with
// 6 fractional bits; sums of taps have magnitudes below 2^15 * 2^15 * 2 = 2^31.

#ifndef BLUR_RESAMPLE_INT16_H
#define BLUR_RESAMPLE_INT16_H

#include "samples_int16.h"

enum { RESAMPLED_BITS = 6 };

typedef int16_t eight_taps __attribute__((vector_size(16)));
typedef int32_t four_sums __attribute__((vector_size(16)));

#if VECTOR_BYTES == 16
#define multiply_taps(a, b) ((four_sums)multiply_pairs((samples)(a), (samples)(b)))
#else
#define multiply_taps(a, b) ((four_sums)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#endif

// Joins results of even and of odd columns, without their lower bits.
static inline samples resampled_columns(pair_sums even, pair_sums odd, int extra_bits) {
    return (samples)((even >> extra_bits & 0xFFFF) | (odd >> extra_bits) * 65536);
}

static void resample_across_int16(
    void *restrict to, const void *const *rows, const void *weights, int weight_bits, size_t row_count, size_t count) {
    int16_t *out = to;
    const int extra_bits = weight_bits - RESAMPLED_BITS;
    for (size_t i = 0; i < count; i += VECTOR_BYTES) {
        const pair_sums half = (pair_sums){0} + (1 << (extra_bits - 1));
        pair_sums low_even = half, low_odd = half, high_even = half, high_odd = half;
        for (size_t k = 0; k < row_count; k += 2) {
            int32_t pair;
            memcpy(&pair, (const int16_t *)weights + k, sizeof pair);
            samples weight = (samples)(pair - (pair_sums){0});
            samples a = load_samples((const void *)((const uint8_t *)rows[k] + i));
            samples b = load_samples((const void *)((const uint8_t *)rows[k + 1] + i));
            // 32 bits contain two columns of each row; the pairs to multiply are the two rows
            samples low = interleave_low(a, b), high = interleave_high(a, b);
            low_even += multiply_pairs(low & 255, weight);
            low_odd += multiply_pairs((samples)((unsigned_samples)low >> 8), weight);
            high_even += multiply_pairs(high & 255, weight);
            high_odd += multiply_pairs((samples)((unsigned_samples)high >> 8), weight);
        }
        samples low = resampled_columns(low_even, low_odd, extra_bits);
        samples high = resampled_columns(high_even, high_odd, extra_bits);
        // vectors were interleaved in parts of 16 bytes
        for (size_t part = 0; part < VECTOR_BYTES / 16; part++) {
            memcpy(out + i + 16 * part, (const char *)&low + 16 * part, 16);
            memcpy(out + i + 16 * part + 8, (const char *)&high + 16 * part, 16);
        }
    }
}

static inline four_sums taps_product(const int16_t *in, const int16_t *weights) {
    eight_taps x, weight;
    memcpy(&x, in, sizeof x), memcpy(&weight, weights, sizeof weight);
    return multiply_taps(x, weight);
}

static inline four_sums add_neighbors(four_sums a, four_sums b) {
    return __builtin_shufflevector(a, b, 0, 2, 4, 6) + __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

static void resample_along_int16(
    void *restrict to, const void *restrict from, const int32_t *restrict first, const void *restrict weights,
    int weight_bits, size_t tap_count, size_t count) {
    typedef uint8_t four_values __attribute__((vector_size(4)));
    const int16_t *in = from, *weight = weights;
    uint8_t *out = to;
    const int extra_bits = weight_bits + RESAMPLED_BITS;
    for (size_t i = 0; i < count; i += 4, weight += 4 * tap_count) {
        const int16_t *a = in + first[i], *b = in + first[i + 1], *c = in + first[i + 2], *d = in + first[i + 3];
        four_sums sum_a = {0}, sum_b = {0}, sum_c = {0}, sum_d = {0};
        for (size_t k = 0; k < tap_count; k += 8) {
            sum_a += taps_product(a + k, weight + k);
            sum_b += taps_product(b + k, weight + tap_count + k);
            sum_c += taps_product(c + k, weight + 2 * tap_count + k);
            sum_d += taps_product(d + k, weight + 3 * tap_count + k);
        }
        four_sums sums = add_neighbors(add_neighbors(sum_a, sum_b), add_neighbors(sum_c, sum_d));
        sums = (sums + (1 << (extra_bits - 1))) >> extra_bits;
        sums = __builtin_elementwise_min(__builtin_elementwise_max(sums, (four_sums){0}), (four_sums){0} + 255);
        four_values values = __builtin_convertvector(sums, four_values);
        memcpy(out + i, &values, sizeof values);
    }
}

#endif
