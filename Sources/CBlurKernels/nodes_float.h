// The kernels for radii that vary from pixel to pixel, for 16-bit images.

#ifndef BLUR_NODES_FLOAT_H
#define BLUR_NODES_FLOAT_H

#include "nodes_common.h"
#include "rows_float.h"

static inline __attribute__((always_inline)) void node_weights_float(
    void *const *weights, const float *radii, const blur_nodes *nodes, size_t count, const size_t node_count) {
    for (size_t i = 0; i < count; i += FLOAT_LANES) {
        floats exact[BLUR_GREATEST_NODE_COUNT];
        lagrange_weights(exact, node_position(load_floats(radii + i), nodes), nodes, node_count);
        for (size_t k = 0; k < node_count; k++) store_floats((float *)weights[k] + i, exact[k]);
    }
}

static void compute_node_weights_float(void *const *weights, const float *radii, const blur_nodes *nodes, size_t count) {
    WITH_NODE_COUNT(nodes->count, node_weights_float, weights, radii, nodes, count)
}

static void combine_nodes_float(
    void *to, size_t out_step, const void *const *rows, size_t row_step, const void *const *weights, size_t node_count,
    size_t planes, size_t count) {
    for (size_t p = 0; p < planes; p++) {
        float *out = (float *)to + p * out_step;
        for (size_t i = 0; i < count; i += FLOAT_LANES) {
            floats sum = {0};
            for (size_t k = 0; k < node_count; k++)
                sum +=
                    load_floats((const float *)rows[k] + p * row_step + i) * load_floats((const float *)weights[k] + i);
            store_floats(out + i, __builtin_elementwise_max(sum, (floats){0}));
        }
    }
}

static inline floats weight_symmetric_float(int32_t weight) { return weight_float(weight) * 0.5f; }

static inline floats add_symmetric_float(floats sum, floats a, floats b, floats weight) {
    return sum + (a + b) * weight;
}

#define SAMPLE float
#define VECTOR floats
#define VECTOR_LANES FLOAT_LANES
#define TYPED(name) name##_float
#include "symmetric_sums.h"

static void upsample_smooth_float(void *restrict to, const void *restrict from, const int32_t *weights, size_t count) {
    float *out = to;
    const float *in = from;
    float weight[BLUR_DOUBLING_TAPS];
    for (size_t k = 0; k < BLUR_DOUBLING_TAPS; k++) weight[k] = (float)weights[k] * 0x1p-24f;
    for (size_t i = 0; i < count; i++) {
        const float *x = in + i;
        float middle = weight[5] * x[0];
        float before =
            weight[0] * x[1] + weight[1] * x[-2] + weight[2] * x[2] + weight[3] * x[-3] + weight[4] * x[-1] + middle;
        float after =
            weight[0] * x[-1] + weight[1] * x[2] + weight[2] * x[-2] + weight[3] * x[3] + weight[4] * x[1] + middle;
        out[2 * i] = before > 0 ? before : 0;
        out[2 * i + 1] = after > 0 ? after : 0;
    }
}

static void sum_along_float(void *to, const void *from, const blur_edge_group *groups, size_t group_count) {
    for (const blur_edge_group *group = groups; group < groups + group_count; group++) {
        const float *in = (const float *)from + group->first_sample;
        float sums[BLUR_EDGE_GROUP_SIZE] = {0};
        for (size_t s = 0; s < group->sample_count; s++) {
            const int32_t *weights = group->weights + s * BLUR_EDGE_GROUP_SIZE;
            for (size_t r = 0; r < BLUR_EDGE_GROUP_SIZE; r++) sums[r] += (float)weights[r] * 0x1p-24f * in[s];
        }
        memcpy((float *)to + group->first_result, sums, group->result_count * sizeof(float));
    }
}

static void limit_samples_float(void *to, size_t count) {
    float *out = to;
    for (size_t i = 0; i < count; i++) out[i] = out[i] > 0 ? out[i] : 0;
}

#endif
