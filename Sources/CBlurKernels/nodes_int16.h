// The kernels for radii that vary from pixel to pixel, for 8-bit images. Included by kernels_int16.h, which defines the sums and products.

#include "nodes_common.h"

enum { NODE_WEIGHT_BITS = 14 };

static inline samples weight_symmetric_int16(int32_t weight) { return weight_int16(weight); }

static inline samples add_symmetric_int16(samples sum, samples a, samples b, samples weight) {
    return __builtin_elementwise_add_sat(sum, multiply_round(average(a, b), weight));
}

static void compute_node_weights_int16(void *const *weights, const float *radii, const blur_nodes *nodes, size_t count) {
    typedef int16_t halves __attribute__((vector_size(VECTOR_BYTES / 2)));
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats exact[BLUR_GREATEST_NODE_COUNT];
        lagrange_weights(exact, node_position(load_floats(radii + i), nodes), nodes);
        integers rest = (integers){0} + (1 << NODE_WEIGHT_BITS);
        for (size_t k = nodes->count; k-- > 0;) {
            // rounds half up, as the bias makes every number positive
            floats biased = exact[k] * splat_float(1 << NODE_WEIGHT_BITS) + splat_float(65536.5f);
            integers weight = k > 0 ? __builtin_convertvector(biased, integers) - 65536 : rest;
            rest -= weight;
            halves half = __builtin_convertvector(weight, halves);
            memcpy((int16_t *)weights[k] + i, &half, sizeof half);
        }
    }
}

// The samples at even indices of two rows as pairs in 32-bit lanes, and those at odd indices.
static inline samples even_pairs(samples a, samples b) {
    return (samples)(((rgba_values)a & 0xFFFF) | (rgba_values)b << 16);
}

static inline samples odd_pairs(samples a, samples b) {
    return (samples)((rgba_values)a >> 16 | ((rgba_values)b & 0xFFFF0000));
}

static inline pair_sums node_sum_as_sample(pair_sums sum) {
    sum = __builtin_elementwise_max(sum >> NODE_WEIGHT_BITS, (pair_sums){0});
    return __builtin_elementwise_min(sum, (pair_sums){0} + INT16_MAX);
}

static void combine_plane_int16(
    int16_t *out, const void *const *rows, size_t offset, const void *const *weights, size_t node_count, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        pair_sums even = (pair_sums){0} + (1 << (NODE_WEIGHT_BITS - 1)), odd = even;
        for (size_t k = 0; k < node_count; k += 2) {
            samples a = load_samples((const int16_t *)rows[k] + offset + i), b = {0};
            samples weight_a = load_samples((const int16_t *)weights[k] + i), weight_b = {0};
            if (k + 1 < node_count) {
                b = load_samples((const int16_t *)rows[k + 1] + offset + i);
                weight_b = load_samples((const int16_t *)weights[k + 1] + i);
            }
            even += multiply_pairs(even_pairs(a, b), even_pairs(weight_a, weight_b));
            odd += multiply_pairs(odd_pairs(a, b), odd_pairs(weight_a, weight_b));
        }
        store_samples(out + i, even_pairs((samples)node_sum_as_sample(even), (samples)node_sum_as_sample(odd)));
    }
}

static void combine_nodes_int16(
    void *to, size_t out_step, const void *const *rows, size_t row_step, const void *const *weights, size_t node_count,
    size_t planes, size_t count) {
    for (size_t p = 0; p < planes; p++)
        combine_plane_int16((int16_t *)to + p * out_step, rows, p * row_step, weights, node_count, count);
}

SYMMETRIC_SUMS(int16, int16_t, samples, LANES)

static inline samples smooth_sum_int16(const int16_t *in, const samples *weights, ptrdiff_t direction) {
    static const ptrdiff_t offsets[BLUR_DOUBLING_TAPS] = {-1, 2, -2, 3, 1, 0};
    samples sum = {0};
    // the first two weights are negative: no sum in between exceeds the greatest sample
    for (size_t k = 0; k < BLUR_DOUBLING_TAPS; k++)
        sum = __builtin_elementwise_add_sat(sum, multiply_round(load_samples(in + direction * offsets[k]), weights[k]));
    return __builtin_elementwise_max(sum, (samples){0});
}

static void upsample_smooth_int16(void *to, const void *from, const int32_t *weights, size_t count) {
    typedef uint32_t wide_pairs __attribute__((vector_size(2 * VECTOR_BYTES)));
    const int16_t *in = from;
    int16_t *out = to;
    samples splats[BLUR_DOUBLING_TAPS];
    for (size_t k = 0; k < BLUR_DOUBLING_TAPS; k++) splats[k] = weight_int16(weights[k]);
    for (size_t i = 0; i < count; i += LANES) {
        unsigned_samples before = (unsigned_samples)smooth_sum_int16(in + i, splats, -1);
        unsigned_samples after = (unsigned_samples)smooth_sum_int16(in + i, splats, 1);
        wide_pairs both = __builtin_convertvector(before, wide_pairs) | __builtin_convertvector(after, wide_pairs) << 16;
        memcpy(out + 2 * i, &both, sizeof both);
    }
}

static void sum_along_int16(
    void *restrict to, const void *restrict from, const int32_t *targets, const int32_t *starts, const int32_t *counts,
    const int32_t *weights, size_t weight_step, size_t column_count) {
    for (size_t j = 0; j < column_count; j++) {
        const int16_t *in = (const int16_t *)from + starts[j];
        const int32_t *weight = weights + j * weight_step;
        int32_t sum = 1 << 14;
        for (int32_t k = 0; k < counts[j]; k++) sum += weight[k] * in[k];
        ((int16_t *)to)[targets[j]] = (int16_t)(sum >> 15);
    }
}

static void limit_samples_int16(void *to, size_t count) {
    int16_t *out = to;
    for (size_t i = 0; i < count; i += LANES)
        store_samples(out + i, __builtin_elementwise_max(load_samples(out + i), (samples){0}));
}
