// Resampling of float samples.

#ifndef BLUR_RESAMPLE_FLOAT_H
#define BLUR_RESAMPLE_FLOAT_H

#include "vector_types.h"

// Sums of this many taps are added up, so that long sums do not lose the last bits of their terms.
enum { RESAMPLED_GROUP = 32 };

static void resample_across_float(
    void *restrict to, const void *const *rows, const void *weights, int weight_bits, size_t row_count, size_t count) {
    (void)weight_bits;
    float *out = to;
    for (size_t i = 0; i < count; i += 4 * FLOAT_LANES) {
        floats total[4] = {{0}};
        for (size_t start = 0; start < row_count; start += RESAMPLED_GROUP) {
            size_t end = start + RESAMPLED_GROUP < row_count ? start + RESAMPLED_GROUP : row_count;
            floats s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
            for (size_t k = start; k < end; k++) {
                const float *row = (const float *)rows[k] + i;
                floats weight = ((const float *)weights)[k] - (floats){0};
                s0 += load_floats(row) * weight;
                s1 += load_floats(row + FLOAT_LANES) * weight;
                s2 += load_floats(row + 2 * FLOAT_LANES) * weight;
                s3 += load_floats(row + 3 * FLOAT_LANES) * weight;
            }
            total[0] += s0, total[1] += s1, total[2] += s2, total[3] += s3;
        }
        for (size_t v = 0; v < 4; v++) store_floats(out + i + v * FLOAT_LANES, total[v]);
    }
}

// The order of summation does not depend on the size of vectors: there are always eight sums.
typedef float eight_floats __attribute__((vector_size(32)));

static inline float taps_sum_float(const float *in, const float *weights, size_t tap_count) {
    eight_floats sum = {0};
    for (size_t k = 0; k < tap_count; k += 8) {
        eight_floats x, weight;
        memcpy(&x, in + k, sizeof x), memcpy(&weight, weights + k, sizeof weight);
        sum += x * weight;
    }
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

static void resample_along_float(
    void *restrict to, const void *restrict from, const int32_t *restrict first, const void *restrict weights,
    int weight_bits, size_t tap_count, size_t count) {
    (void)weight_bits;
    const float *in = from, *weight = weights;
    float *out = to;
    for (size_t i = 0; i < count; i++, weight += tap_count) {
        float sum = taps_sum_float(in + first[i], weight, tap_count);
        out[i] = sum > 0 ? sum : 0;
    }
}

#endif
