// The kernels for radii that vary from pixel to pixel, for 8-bit images.

#ifndef BLUR_NODES_INT16_H
#define BLUR_NODES_INT16_H

#include "nodes_common.h"
#include "samples_int16.h"

enum { NODE_WEIGHT_BITS = 14 };

static inline samples weight_symmetric_int16(int32_t weight) { return weight_int16(weight); }

static inline samples add_symmetric_int16(samples sum, samples a, samples b, samples weight) {
    return sum + multiply_round(average(a, b), weight);
}

static inline __attribute__((always_inline)) void node_weights_int16(
    void *const *weights, const float *radii, const blur_nodes *nodes, size_t count, const size_t node_count) {
    typedef int16_t halves __attribute__((vector_size(VECTOR_BYTES / 2)));
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats exact[BLUR_GREATEST_NODE_COUNT];
        lagrange_weights(exact, node_position(load_floats(radii + i), nodes), nodes, node_count);
        integers rest = (integers){0} + (1 << NODE_WEIGHT_BITS);
        for (size_t k = node_count; k-- > 0;) {
            // rounds half up, as the bias makes every number positive
            floats biased = exact[k] * splat_float(1 << NODE_WEIGHT_BITS) + splat_float(65536.5f);
            integers weight = k > 0 ? __builtin_convertvector(biased, integers) - 65536 : rest;
            rest -= weight;
            halves half = __builtin_convertvector(weight, halves);
            memcpy((int16_t *)weights[k] + i, &half, sizeof half);
        }
    }
}

static void compute_node_weights_int16(void *const *weights, const float *radii, const blur_nodes *nodes, size_t count) {
    WITH_NODE_COUNT(nodes->count, node_weights_int16, weights, radii, nodes, count)
}

static inline samples load_plane(const void *row, size_t offset) { return load_samples((const int16_t *)row + offset); }

static inline __attribute__((always_inline)) void combine_int16(
    int16_t *out, size_t out_step, const void *const *rows, size_t row_step, const void *const *weights, size_t planes,
    size_t count, const size_t node_count) {
    enum { PAIRS = (BLUR_GREATEST_NODE_COUNT + 1) / 2 };
    const pair_sums half = (pair_sums){0} + (1 << (NODE_WEIGHT_BITS - 1));
    // from the end to the start, because the last vector of a plane overwrites the first samples of the next plane
    for (size_t i = (count + LANES - 1) / LANES * LANES; i > 0;) {
        i -= LANES;
        samples low_weights[PAIRS], high_weights[PAIRS];
        for (size_t k = 0; k < node_count; k += 2) {
            samples a = load_plane(weights[k], i), b = k + 1 < node_count ? load_plane(weights[k + 1], i) : (samples){0};
            low_weights[k / 2] = interleave_low(a, b), high_weights[k / 2] = interleave_high(a, b);
        }
        for (size_t p = 0; p < planes; p++) {
            pair_sums low = half, high = half;
            for (size_t k = 0; k < node_count; k += 2) {
                samples a = load_plane(rows[k], p * row_step + i);
                samples b = k + 1 < node_count ? load_plane(rows[k + 1], p * row_step + i) : (samples){0};
                low += multiply_pairs(interleave_low(a, b), low_weights[k / 2]);
                high += multiply_pairs(interleave_high(a, b), high_weights[k / 2]);
            }
            samples sum = pack_sums(low >> NODE_WEIGHT_BITS, high >> NODE_WEIGHT_BITS);
            store_samples(out + p * out_step + i, __builtin_elementwise_max(sum, (samples){0}));
        }
    }
}

static void combine_nodes_int16(
    void *to, size_t out_step, const void *const *rows, size_t row_step, const void *const *weights, size_t node_count,
    size_t planes,
    size_t count){WITH_NODE_COUNT(node_count, combine_int16, to, out_step, rows, row_step, weights, planes, count)}
#define SAMPLE int16_t
#define VECTOR samples
#define VECTOR_LANES LANES
#define TYPED(name) name##_int16
#include "symmetric_sums.h"

static inline samples smooth_sum_int16(const int16_t *in, const samples *weights, ptrdiff_t direction) {
    static const ptrdiff_t offsets[BLUR_DOUBLING_TAPS] = {-1, 2, -2, 3, 1, 0};
    samples sum = {0};
    // the first two weights are negative: no sum in between exceeds the greatest sample
    for (size_t k = 0; k < BLUR_DOUBLING_TAPS; k++)
        sum = __builtin_elementwise_add_sat(sum, multiply_round(load_samples(in + direction * offsets[k]), weights[k]));
    return __builtin_elementwise_max(sum, (samples){0});
}

static void upsample_smooth_int16(void *to, const void *from, const int32_t *weights, size_t count) {
    const int16_t *in = from;
    samples splats[BLUR_DOUBLING_TAPS];
    for (size_t k = 0; k < BLUR_DOUBLING_TAPS; k++) splats[k] = weight_int16(weights[k]);
    for (size_t i = 0; i < count; i += LANES)
        store_alternating(
            (int16_t *)to + 2 * i, smooth_sum_int16(in + i, splats, -1), smooth_sum_int16(in + i, splats, 1));
}

static void sum_along_int16(void *to, const void *from, const blur_edge_group *groups, size_t group_count) {
    typedef int32_t group_sums __attribute__((vector_size(4 * BLUR_EDGE_GROUP_SIZE)));
    typedef int16_t group_samples __attribute__((vector_size(2 * BLUR_EDGE_GROUP_SIZE)));
    for (const blur_edge_group *group = groups; group < groups + group_count; group++) {
        const int16_t *in = (const int16_t *)from + group->first_sample;
        group_sums sums = (group_sums){0} + (1 << 14), weights;
        for (size_t s = 0; s < group->sample_count; s++) {
            memcpy(&weights, group->weights + s * BLUR_EDGE_GROUP_SIZE, sizeof weights);
            sums += weights * in[s];
        }
        group_samples result = __builtin_convertvector(sums >> 15, group_samples);
        memcpy((int16_t *)to + group->first_result, &result, group->result_count * sizeof(int16_t));
    }
}

static void limit_samples_int16(void *to, size_t count) {
    int16_t *out = to;
    for (size_t i = 0; i < count; i += LANES)
        store_samples(out + i, __builtin_elementwise_max(load_samples(out + i), (samples){0}));
}

#endif
