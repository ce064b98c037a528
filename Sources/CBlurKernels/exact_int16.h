// The kernels of 8-bit images in linear light that sum products: a sum is exact and rounded once.
// The including file defines interleave_low, interleave_high and pack_sums, which restores the order of samples.

#ifndef BLUR_EXACT_INT16_H
#define BLUR_EXACT_INT16_H

#include "samples_int16.h"

static inline pair_sums half_unit(void) { return (pair_sums){0} + (1 << 14); }

// Two weights, of which the first applies to the samples at even indices of interleaved rows.
static inline samples row_weights(int32_t first, int32_t second) {
    return (samples)((pair_sums){0} + (int32_t)((uint32_t)(first & 0xFFFF) | (uint32_t)second << 16));
}

// The sums of products for a vector of samples.
typedef struct exact_sums {
    pair_sums low, high;
} exact_sums;

static inline exact_sums add_products(exact_sums sums, samples a, samples b, samples weights) {
    sums.low += multiply_pairs(interleave_low(a, b), weights);
    sums.high += multiply_pairs(interleave_high(a, b), weights);
    return sums;
}

static inline samples rounded_sums(exact_sums sums) { return pack_sums(sums.low >> 15, sums.high >> 15); }

static inline __attribute__((always_inline)) void sum_rows_block(
    int16_t *out, const void *const *rows, const int32_t *weights, size_t row_count, size_t index, const size_t vectors) {
    exact_sums sums[2] = {{half_unit(), half_unit()}, {half_unit(), half_unit()}};
    for (size_t k = 0; k < row_count; k += 2) {
        const bool is_pair = k + 1 < row_count;
        const int16_t *a = (const int16_t *)rows[k] + index, *b = is_pair ? (const int16_t *)rows[k + 1] + index : a;
        samples pair = row_weights(weights[k], is_pair ? weights[k + 1] : 0);
        for (size_t v = 0; v < vectors; v++)
            sums[v] = add_products(sums[v], load_samples(a + v * LANES), load_samples(b + v * LANES), pair);
    }
    for (size_t v = 0; v < vectors; v++) store_samples(out + index + v * LANES, rounded_sums(sums[v]));
}

static void sum_rows_exact(
    void *to, const void *const *rows, const int32_t *weights, size_t row_count, size_t first, size_t count) {
    size_t i = first, end = first + count;
    for (; i + LANES < end; i += 2 * LANES) sum_rows_block(to, rows, weights, row_count, i, 2);
    if (i < end) sum_rows_block(to, rows, weights, row_count, i, 1);
}

static inline samples average_of_rows(const void *a, const void *b, size_t index) {
    return average(load_samples((const int16_t *)a + index), load_samples((const int16_t *)b + index));
}

static void decimate_across_exact(void *to, const void *const *rows, size_t count) {
    int16_t *out = to;
    const samples outer = row_weights(1 << 10, 5 << 10), inner = row_weights(10 << 10, 10 << 10);
    for (size_t i = 0; i < count; i += LANES) {
        samples row[6];
        for (size_t k = 0; k < 6; k++) row[k] = load_samples((const int16_t *)rows[k] + i);
        exact_sums sums = {half_unit(), half_unit()};
        sums = add_products(sums, row[0], row[1], outer);
        sums = add_products(sums, row[2], row[3], inner);
        store_samples(out + i, rounded_sums(add_products(sums, row[5], row[4], outer)));
    }
}

enum { QUARTER = 8192, FIVE_SIXTEENTHS = 10240, SIXTEENTH = 2048 };

// A sample moved toward its neighbors, by fractions of their differences; equal samples stay as they are.
static inline samples moved(samples here, samples near, samples far, int16_t near_part, int16_t far_part) {
    samples result = here + multiply_round(near - here, splat(near_part));
    return far_part ? result + multiply_round(far - here, splat(far_part)) : result;
}

static inline int16_t moved_sample(int16_t here, int16_t near, int16_t far, int16_t near_part, int16_t far_part) {
    int32_t moved_near = ((near - here) * near_part + (1 << 14)) >> 15,
            moved_far = ((far - here) * far_part + (1 << 14)) >> 15;
    return (int16_t)(here + moved_near + moved_far);
}

static inline __attribute__((always_inline)) void upsample_parts(
    int16_t *out, const int16_t *in, size_t count, const int16_t near_part, const int16_t far_part) {
    const int16_t *before = in - 1, *after = in + 1;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        samples here = load_samples(in + i), left = load_samples(before + i), right = load_samples(after + i);
        store_alternating(
            out + 2 * i, moved(here, left, right, near_part, far_part), moved(here, right, left, near_part, far_part));
    }
    for (; i < count; i++) {
        out[2 * i] = moved_sample(in[i], before[i], after[i], near_part, far_part);
        out[2 * i + 1] = moved_sample(in[i], after[i], before[i], near_part, far_part);
    }
}

static void upsample_exact(void *to, const void *from, size_t count, bool is_binomial) {
    if (is_binomial) upsample_parts(to, from, count, FIVE_SIXTEENTHS, SIXTEENTH);
    else upsample_parts(to, from, count, QUARTER, 0);
}

static inline __attribute__((always_inline)) void symmetric_block_exact(
    int16_t *out, const int16_t *in, ptrdiff_t tap_step, ptrdiff_t first_distance, const int32_t *weights,
    size_t pair_count, const size_t vectors) {
    exact_sums sums[2] = {{half_unit(), half_unit()}, {half_unit(), half_unit()}};
    for (size_t k = 0; k < pair_count; k += 2) {
        size_t next = k + 1 < pair_count ? k + 1 : k;
        ptrdiff_t distance = (ptrdiff_t)k + first_distance > 0 ? ((ptrdiff_t)k + first_distance) * tap_step : 0;
        ptrdiff_t second = (ptrdiff_t)next + first_distance > 0 ? ((ptrdiff_t)next + first_distance) * tap_step : 0;
        samples pair = row_weights(weights[k], next > k ? weights[next] : 0);
        for (size_t v = 0; v < vectors; v++) {
            const int16_t *center = in + v * LANES;
            sums[v] = add_products(
                sums[v], average_of_rows(center - distance, center + distance, 0),
                average_of_rows(center - second, center + second, 0), pair);
        }
    }
    for (size_t v = 0; v < vectors; v++) store_samples(out + v * LANES, rounded_sums(sums[v]));
}

static void sum_symmetric_exact(
    void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t tap_step, ptrdiff_t first_distance,
    const int32_t *weights, size_t pair_count, size_t planes, size_t count) {
    for (size_t p = 0; p < planes; p++) {
        int16_t *out = (int16_t *)to + p * out_step;
        const int16_t *in = (const int16_t *)from + p * in_step;
        size_t i = 0;
        for (; i + LANES < count; i += 2 * LANES)
            symmetric_block_exact(out + i, in + i, tap_step, first_distance, weights, pair_count, 2);
        if (i < count) symmetric_block_exact(out + i, in + i, tap_step, first_distance, weights, pair_count, 1);
    }
}

static void sum_symmetric_kernels_exact(
    void *const *out, size_t out_step, const void *from, size_t in_step, const blur_symmetric_kernel *kernels,
    size_t kernel_count, size_t planes, size_t count) {
    for (size_t n = 0; n < kernel_count; n++)
        sum_symmetric_exact(
            out[n], out_step, from, in_step, 1, 0, kernels[n].weights, kernels[n].pair_count, planes, count);
}

static void sum_symmetric_rows_exact(
    void *to, size_t out_step, const void *from, size_t in_step, ptrdiff_t first_distance, const int32_t *weights,
    size_t pair_count, size_t rows, size_t count) {
    for (size_t r = 0; r < rows; r++)
        sum_symmetric_exact(
            (int16_t *)to + r * out_step, 0, (const int16_t *)from + r * in_step, 0, (ptrdiff_t)in_step, first_distance,
            weights, pair_count, 1, count);
}

static inline samples smooth_sum_exact(const int16_t *in, const samples *weights, ptrdiff_t direction) {
    exact_sums sums = {half_unit(), half_unit()};
    sums = add_products(sums, load_samples(in - direction), load_samples(in + 2 * direction), weights[0]);
    sums = add_products(sums, load_samples(in - 2 * direction), load_samples(in + 3 * direction), weights[1]);
    sums = add_products(sums, load_samples(in + direction), load_samples(in), weights[2]);
    return __builtin_elementwise_max(rounded_sums(sums), (samples){0});
}

static void upsample_smooth_exact(void *to, const void *from, const int32_t *weights, size_t count) {
    const int16_t *in = from;
    samples pairs[3];
    for (size_t k = 0; k < 3; k++) pairs[k] = row_weights(weights[2 * k], weights[2 * k + 1]);
    for (size_t i = 0; i < count; i += LANES)
        store_alternating((int16_t *)to + 2 * i, smooth_sum_exact(in + i, pairs, -1), smooth_sum_exact(in + i, pairs, 1));
}

#endif
